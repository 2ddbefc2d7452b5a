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

/* The data layouts of section 3.2 of Rechkalov and Zymbler (points.h). */
typedef enum {
#define MC_DISTANCE_LAYOUT(NAME, name) MC_DISTANCE_LAYOUT_##NAME,
#include "distance/algorithms.def"
#undef MC_DISTANCE_LAYOUT
  MC_DISTANCE_LAYOUTS
} mc_distance_layout;

/* Inner products by a BLAS, on the calling thread. A point is `k` numbers; the next point is `lead`
   numbers away.

     products: c[i + j c_lead] = inner product of point i < m of b and point j < n of a
     squares:  the same for m points of b with each other, for i >= j only */
typedef struct {
  void (*products)(const double *b, int64_t m, const double *a, int64_t n, int64_t k, int64_t lead,
                   double *c, int64_t c_lead);
  void (*squares)(const double *b, int64_t m, int64_t k, int64_t lead, double *c, int64_t c_lead);
} mc_distance_blas;

typedef struct {
  mc_columns x, y; /* the rows are points: those of x and those of y */
  bool symmetric;  /* the points of x with each other; y is ignored */
  mc_distance_metric metric;
  bool squared; /* the sums themselves, without roots */
  bool single;  /* computed in floats, always fused */
  bool fused;   /* doubles: may a product and its sum be rounded once? */
  mc_distance_algorithm algorithm;
  mc_distance_layout layout;
  int64_t block;                /* points of a block; 0 for the default */
  double na;                    /* the value of a missing distance */
  const mc_distance_blas *blas; /* for MC_DISTANCE_GEMM */
} mc_distance_job;

typedef struct { /* what the call used */
  mc_distance_algorithm algorithm;
  mc_distance_layout layout;
  int64_t block;
  int threads;
} mc_distance_report;

/* The length of the result: n (n - 1) / 2 numbers if symmetric, else n m. */
static inline int64_t mc_distance_size(int64_t n, int64_t m, bool symmetric) {
  if (!symmetric)
    return n * m;
  return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

/* The place of the distance of points i > j in a symmetric result of n points: the lower triangle,
   column by column, as in stats::dist. */
static inline int64_t mc_distance_index(int64_t n, int64_t i, int64_t j) {
  return j * n - j * (j + 1) / 2 + i - j - 1;
}

#endif
