#include "kendall/normal_tail.h"

#include <math.h>

enum { PER_UNIT = 32, LIMIT = 8, NODES = PER_UNIT * LIMIT + 1 };

/* The derivatives of Q are Q^(k) = (-1)^k He_(k-1) phi, with the density phi and the Hermite
   polynomials He_0 = 1, He_1 = z, He_(k+1) = z He_k - k He_(k-1). */
static void fill(double *c, double z) {
  const double density = exp(-z * z / 2) * 0x1.9884533d43651p-2; /* 1 / sqrt(2 pi) */
  double hermite = 1, before = 0, factor = density;
  c[0] = mc_kendall_normal_p(MC_GREATER, z);
  for (int k = 1; k <= MC_TAIL_DEGREE; k++) {
    factor = -factor / k;
    c[k] = factor * hermite;
    const double next = z * hermite - (k - 1) * before;
    before = hermite;
    hermite = next;
  }
}

mc_status mc_kendall_tail_make(mc_kendall_tail *tail, mc_arena *arena) {
  tail->node = mc_alloc(arena, NODES, sizeof *tail->node);
  if (tail->node == NULL)
    return MC_ERR_MEMORY;
  for (int k = 0; k < NODES; k++)
    fill(tail->node[k], (double) k / PER_UNIT);
  return MC_OK;
}

/* Sums of pairs of terms, which the processor computes side by side. */
static double polynomial(const double *c, double d) {
  const double d2 = d * d, d4 = d2 * d2;
  const double a = c[0] + c[1] * d, b = c[2] + c[3] * d, e = c[4] + c[5] * d;
  const double f = c[6] + c[7] * d, g = c[8] + c[9] * d;
  return (a + b * d2) + ((e + f * d2) + (g + c[10] * d2) * d4) * d4;
}

/* Q(|z|), for |z| < LIMIT. */
static inline double upper_of(const mc_kendall_tail *tail, double z) {
  const double size = fabs(z);
  const int k = (int) (size * PER_UNIT + 0.5);
  return polynomial(tail->node[k], size - (double) k / PER_UNIT);
}

double mc_kendall_tail_p(const mc_kendall_tail *tail, mc_kendall_alternative alternative,
                         double z) {
  if (!(fabs(z) < LIMIT))
    return mc_kendall_normal_p(alternative, z);
  const double q = upper_of(tail, z);
  if (alternative == MC_TWO_SIDED)
    return 2 * q;
  return (alternative == MC_GREATER) == (z > 0) ? q : 1 - q;
}

void mc_kendall_tail_ps(const mc_kendall_tail *tail, mc_kendall_alternative alternative,
                        const double *z, double *p, int count) {
  bool near = alternative == MC_TWO_SIDED;
  for (int k = 0; k < count; k++)
    near &= fabs(z[k]) < LIMIT;
  for (int k = 0; k < count; k++)
    p[k] = near ? 2 * upper_of(tail, z[k]) : mc_kendall_tail_p(tail, alternative, z[k]);
}
