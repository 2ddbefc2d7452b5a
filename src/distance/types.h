#ifndef MC_DISTANCE_JOB_H
#define MC_DISTANCE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"
#include "kernels/distance/types.h"

/* What a call of mc_distance() is asked for, and what it reports. */

/* MC_DISTANCE_<NAME>, in the order of algorithms.def. */
typedef enum {
#define MC_DISTANCE_ALGORITHM(NAME, name) MC_DISTANCE_##NAME,
#include "distance/algorithms.def"
#undef MC_DISTANCE_ALGORITHM
  MC_DISTANCE_ALGORITHMS
} mc_distance_algorithm;

/* Data layouts of section 3.2 of Rechkalov and Zymbler (points.h). */
typedef enum {
#define MC_DISTANCE_LAYOUT(NAME, name) MC_DISTANCE_LAYOUT_##NAME,
#include "distance/algorithms.def"
#undef MC_DISTANCE_LAYOUT
  MC_DISTANCE_LAYOUTS
} mc_distance_layout;

/* Inner products by somebody else's BLAS, on the calling thread. Points are `k`
   numbers, the next one `lead` numbers away.
     products: c[i + j c_lead] of point i < m of b and point j < n of a
     squares:  the same for m points of b against each other, i >= j alone */
typedef struct {
  void (*products)(const double *b, int64_t m, const double *a, int64_t n, int64_t k, int64_t lead,
                   double *c, int64_t c_lead);
  void (*squares)(const double *b, int64_t m, int64_t k, int64_t lead, double *c, int64_t c_lead);
} mc_distance_blas;

typedef struct {
  mc_columns x, y; /* points, their rows, of x against those of y ... */
  bool symmetric;  /* ... or, y ignored, of x against each other */
  mc_distance_metric metric;
  bool squared; /* the sums themselves, without roots */
  bool single;  /* computed in floats, always fused */
  bool fused;   /* doubles: may a product and its sum be rounded once? */
  mc_distance_algorithm algorithm;
  mc_distance_layout layout;
  int64_t block;                /* points of a block; 0 for the default */
  double na;                    /* what stands for NA in the result */
  const mc_distance_blas *blas; /* for MC_DISTANCE_GEMM */
} mc_distance_job;

typedef struct { /* what was used */
  mc_distance_algorithm algorithm;
  mc_distance_layout layout;
  int64_t block;
  int threads;
} mc_distance_report;

/* Numbers in the result: n (n - 1) / 2 if symmetric, else n m. */
static inline int64_t mc_distance_size(int64_t n, int64_t m, bool symmetric) {
  if (!symmetric)
    return n * m;
  return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

/* Where the distance of points i > j of n is in a symmetric result: below the
   diagonal, column by column, as stats::dist has it. */
static inline int64_t mc_distance_index(int64_t n, int64_t i, int64_t j) {
  return j * n - j * (j + 1) / 2 + i - j - 1;
}

#endif
