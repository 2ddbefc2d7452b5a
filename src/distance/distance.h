#ifndef MC_DISTANCE_H
#define MC_DISTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/monitor.h"
#include "distance/points.h"
#include "base/status.h"

/* Euclidean distances between points, the rows of matrices: Rechkalov and
   Zymbler, "A study of Euclidean distance matrix computation on Intel many-core
   processors", with square roots unless `squared`. */

typedef enum {
  MC_DISTANCE_AUTO,
  MC_DISTANCE_STRAIGHTFORWARD, /* algorithm 1; layout AoS */
  MC_DISTANCE_BLOCKWISE,       /* algorithm 2; any layout */
  MC_DISTANCE_TILE,            /* blocked in registers; layout ASA-32 */
  MC_DISTANCE_GEMM             /* by inner products; AoS; not in floats */
} mc_distance_kernel;

/* Inner products by somebody else's BLAS, on the calling thread. Points are `k`
   numbers, the next one `lead` numbers away.
     products: c[i + j c_lead] of point i < m of b and point j < n of a
     squares:  the same for m points of b against each other, i >= j alone */
typedef struct {
  void (*products)(const double *b, int64_t m, const double *a, int64_t n, int64_t k,
                   int64_t lead, double *c, int64_t c_lead);
  void (*squares)(const double *b, int64_t m, int64_t k, int64_t lead, double *c,
                  int64_t c_lead);
} mc_blas;

typedef struct {
  mc_matrix x, y;  /* points of x against points of y ... */
  bool symmetric;  /* ... or, y ignored, of x against each other */
  bool squared;
  bool single;     /* computed in floats, always fused */
  bool fused;      /* doubles: may a square and its sum be rounded once? */
  mc_distance_kernel kernel;
  mc_layout layout;
  int64_t block;   /* points of a block; 0 for the default */
  int threads;     /* as asked for; 0 for the default */
  double na;       /* what stands for NA in the result */
  const mc_blas *blas; /* for MC_DISTANCE_GEMM */
} mc_distance_job;

typedef struct { /* what was used */
  mc_distance_kernel kernel;
  mc_layout layout;
  int64_t block;
  int threads;
} mc_distance_report;

/* Numbers in the result: n (n - 1) / 2 if symmetric, else n m. */
int64_t mc_distance_size(int64_t n, int64_t m, bool symmetric);

/* Where the distance of points i > j of n is in a symmetric result: below the
   diagonal, column by column, as stats::dist has it. */
static inline int64_t mc_distance_index(int64_t n, int64_t i, int64_t j) {
  return j * n - j * (j + 1) / 2 + i - j - 1;
}

/* Fills in `out`, mc_distance_size() numbers: the lower triangle column by
   column if symmetric, else a column for each point of y.

   The difference comes first, then its square: equal points are exactly 0 apart.
   In doubles, unless `fused` or by MC_DISTANCE_GEMM, coordinates are added up in their
   order, each operation rounded for itself: the bits of stats::dist from every kernel,
   target and number of threads. Fused, and in floats, the last places may depend on
   kernel and target.
   (MC_DISTANCE_GEMM does so where inner products would lose digits.) A coordinate
   in which the difference is NaN is left out, and the sum of d coordinates of
   which c are left scaled by d / c; NA if none is left.

   Memory: scratch from `arena`, a copy of x (and y; BLOCKWISE: another of x)
   and up to 128 KiB (with NaN twice that) for each thread; 8 MiB for GEMM. O(n m d). Returns MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE, MC_ERR_ARGUMENT (different numbers
   of columns; a kernel, layout and block that do not go together). */
mc_status mc_distance(const mc_distance_job *job, double *out,
                      mc_distance_report *report, mc_arena *arena,
                      mc_monitor *monitor);

#endif
