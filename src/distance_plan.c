#include "distance_plan.h"

#include "threads.h"

enum { BLOCK = 512 }; /* the paper's choice, section 4.2 */

static double filled_up(int64_t n, int64_t unit) {
  return (double) ((n / unit + (n % unit != 0)) * unit);
}

/* Pairs that a tile kernel works on for rows x lanes of them. */
static double tile_pairs(int64_t rows, int64_t lanes) {
  return filled_up(rows, MC_DISTANCE_ROWS) * filled_up(lanes, MC_DISTANCE_LANES);
}

/* With few coordinates time goes into writing the result, which the blockwise kernel does
   in longer runs, in double precision and unless it has to transpose. (Measured on the
   portable, AVX2 and AVX-512 path, 2 to 24 coordinates.) */
static bool better_in_rows(const mc_distance_job *job, int64_t n, int64_t m) {
  enum { FEW_COORDINATES = 8 };
  return !job->single && job->x.columns <= FEW_COORDINATES && n > MC_DISTANCE_LANES &&
         (job->symmetric || m <= n);
}

/* Few points of many coordinates are quicker one by one, while there are no more pairs
   than places in the panels that they would be packed in. (Measured on the portable,
   AVX2 and AVX-512 path, 128 to 20,000 coordinates.) */
static bool better_one_by_one(const mc_distance_job *job, int64_t n, int64_t m) {
  enum { FEW = MC_DISTANCE_LANES, MANY_COORDINATES = 128 };
  if (n > FEW || m > FEW || job->x.columns < MANY_COORDINATES)
    return false;
  return mc_distance_size(n, m, job->symmetric) <= (job->symmetric ? FEW : 2 * FEW);
}

static mc_distance_kernel choose_kernel(const mc_distance_job *job, int64_t n, int64_t m) {
  switch (job->layout) {
  case MC_LAYOUT_AOS:
    return MC_DISTANCE_STRAIGHTFORWARD;
  case MC_LAYOUT_SOA:
    return MC_DISTANCE_BLOCKWISE;
  case MC_LAYOUT_ASA:
    return job->block == 0 || job->block == MC_DISTANCE_LANES ? MC_DISTANCE_TILE
                                                              : MC_DISTANCE_BLOCKWISE;
  default:
    if (job->block != 0)
      return job->block == MC_DISTANCE_LANES ? MC_DISTANCE_TILE : MC_DISTANCE_BLOCKWISE;
    return better_one_by_one(job, n, m) ? MC_DISTANCE_STRAIGHTFORWARD
           : better_in_rows(job, n, m) ? MC_DISTANCE_BLOCKWISE
                                       : MC_DISTANCE_TILE;
  }
}

/* The layout of b, and its block. */
static mc_status choose_layout(const mc_distance_job *job, mc_distance_plan *plan) {
  const int64_t vector = job->single ? 16 : 8;
  const mc_layout natural =
    plan->kernel == MC_DISTANCE_BLOCKWISE || plan->kernel == MC_DISTANCE_TILE ? MC_LAYOUT_ASA
                                                                              : MC_LAYOUT_AOS;
  plan->layout = job->layout == MC_LAYOUT_AUTO ? natural : job->layout;
  if (plan->kernel == MC_DISTANCE_BLOCKWISE) {
    plan->block = job->block == 0 ? BLOCK : job->block;
    return plan->block > 0 && plan->block % vector == 0 ? MC_OK : MC_ERR_ARGUMENT;
  }
  plan->block = MC_DISTANCE_LANES;
  return plan->layout == natural &&
             (job->block == 0 ||
              (plan->kernel == MC_DISTANCE_TILE && job->block == MC_DISTANCE_LANES))
           ? MC_OK
           : MC_ERR_ARGUMENT;
}

mc_status mc_distance_choose(const mc_distance_job *job, mc_distance_plan *plan) {
  const int64_t n = job->x.rows, m = job->symmetric ? n : job->y.rows;
  const int64_t d = job->x.columns;
  if (!job->symmetric && job->y.columns != d)
    return MC_ERR_ARGUMENT;
  if (job->single && d > INT64_C(1) << 24)
    return MC_ERR_SIZE; /* floats count coordinates */
  *plan = (mc_distance_plan){
    .kernel = job->kernel == MC_DISTANCE_AUTO ? choose_kernel(job, n, m) : job->kernel
  };
  if (plan->kernel == MC_DISTANCE_GEMM && (job->single || job->blas == NULL))
    return MC_ERR_ARGUMENT;
  if (plan->kernel == MC_DISTANCE_GEMM && d > INT32_MAX - MC_POINTS_FILL)
    return MC_ERR_SIZE; /* a BLAS has 32-bit sizes */
  if (!job->symmetric && plan->kernel == MC_DISTANCE_TILE)
    plan->swapped = 1.25 * tile_pairs(n, m) < tile_pairs(m, n);
  else if (!job->symmetric && plan->kernel == MC_DISTANCE_BLOCKWISE)
    plan->swapped = m > n; /* blocks of the larger set */
  const double numbers = (double) mc_distance_size(n, m, job->symmetric);
  plan->threads = mc_threads(job->threads, numbers * (1e-9 + 1e-10 * (double) d), 1e-3);
  return choose_layout(job, plan);
}
