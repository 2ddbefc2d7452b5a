#include "distance/plan.h"

#include "base/integers.h"
#include "distance/points.h"

/* The paper's block (section 4.2), and the points of a that are a thread's work at a time. */
enum { BLOCK = 512, ROWS_AT_ONCE = 64 };

/* The pairs that the tile kernel computes for `rows` points of a and `lanes` points of b. */
static double tile_pairs(int64_t rows, int64_t lanes) {
  return (double) mc_round_up(rows, MC_DISTANCE_ROWS) *
         (double) mc_round_up(lanes, MC_DISTANCE_LANES);
}

/* With few coordinates most of the time is spent on writing the result. The blockwise kernel writes
   longer runs, in double precision and if it need not transpose. (Measured by
   bench/distance_choice.R.) */
static bool better_in_rows(const mc_distance_job *job, int64_t n, int64_t m) {
  enum { FEW_COORDINATES = 8 };
  return !job->single && job->x.columns <= FEW_COORDINATES && n > MC_DISTANCE_LANES &&
         (job->symmetric || m <= n);
}

/* Packing a few points of many coordinates into panels, which they do not fill, takes longer than
   comparing them one by one where they are. (Measured by bench/distance_choice.R.) */
static bool better_one_by_one(const mc_distance_job *job, int64_t n, int64_t m) {
  enum {
    FEW_POINTS = MC_DISTANCE_LANES / 2,
    FEW_PAIRS = 2 * MC_DISTANCE_LANES,
    MANY_COORDINATES = 128
  };
  if (n > FEW_POINTS || m > FEW_POINTS || job->x.columns < MANY_COORDINATES)
    return false;
  return mc_distance_size(n, m, job->symmetric) <= (job->symmetric ? FEW_PAIRS / 2 : FEW_PAIRS);
}

static mc_distance_algorithm choose_algorithm(const mc_distance_job *job, int64_t n, int64_t m) {
  switch (job->layout) {
  case MC_DISTANCE_LAYOUT_AOS: return MC_DISTANCE_STRAIGHTFORWARD;
  case MC_DISTANCE_LAYOUT_SOA: return MC_DISTANCE_BLOCKWISE;
  case MC_DISTANCE_LAYOUT_ASA:
    return job->block == 0 || job->block == MC_DISTANCE_LANES ? MC_DISTANCE_TILE
                                                              : MC_DISTANCE_BLOCKWISE;
  default:
    if (job->block != 0)
      return job->block == MC_DISTANCE_LANES ? MC_DISTANCE_TILE : MC_DISTANCE_BLOCKWISE;
    return better_one_by_one(job, n, m) ? MC_DISTANCE_STRAIGHTFORWARD
           : better_in_rows(job, n, m)  ? MC_DISTANCE_BLOCKWISE
                                        : MC_DISTANCE_TILE;
  }
}

/* The layout of an algorithm for which none is asked. */
static mc_distance_layout natural(mc_distance_algorithm algorithm) {
  return algorithm == MC_DISTANCE_BLOCKWISE || algorithm == MC_DISTANCE_TILE
           ? MC_DISTANCE_LAYOUT_ASA
           : MC_DISTANCE_LAYOUT_AOS;
}

/* Few points are read where they are, if neither algorithm nor layout is asked for, in doubles. */
static mc_distance_layout chosen(const mc_distance_job *job, mc_distance_algorithm algorithm) {
  if (job->layout != MC_DISTANCE_LAYOUT_AUTO)
    return job->layout;
  return algorithm == MC_DISTANCE_STRAIGHTFORWARD && job->algorithm == MC_DISTANCE_AUTO &&
             !job->single
           ? MC_DISTANCE_LAYOUT_SOA
           : natural(algorithm);
}

int64_t mc_distance_block_unit(bool single) {
  return single ? 16 : 8;
}

/* Do algorithm, layout and block go together? */
static bool consistent(const mc_distance_job *job, mc_distance_algorithm algorithm) {
  if (algorithm == MC_DISTANCE_BLOCKWISE)
    return job->block >= 0 && job->block % mc_distance_block_unit(job->single) == 0;
  const bool in_place =
    algorithm == MC_DISTANCE_STRAIGHTFORWARD && job->layout == MC_DISTANCE_LAYOUT_SOA;
  return (job->layout == MC_DISTANCE_LAYOUT_AUTO || job->layout == natural(algorithm) ||
          (in_place && !job->single)) &&
         (job->block == 0 || (algorithm == MC_DISTANCE_TILE && job->block == MC_DISTANCE_LANES));
}

/* For `rows` points of a and `lanes` points of b. A block is no larger than its points, rounded up
   to whole vectors; panels have one size. The algorithm "blockwise" reads a point by point. */
static void choose_blocks(const mc_distance_job *job, mc_distance_plan *plan, int64_t rows,
                          int64_t lanes) {
  plan->layout = chosen(job, plan->algorithm);
  plan->layout_a = plan->layout;
  plan->block = plan->block_a = MC_DISTANCE_LANES;
  if (plan->algorithm == MC_DISTANCE_BLOCKWISE) {
    plan->layout_a = MC_DISTANCE_LAYOUT_AOS;
    plan->block_a = mc_min(ROWS_AT_ONCE, rows);
    plan->block =
      mc_min(job->block == 0 ? BLOCK : job->block, mc_round_up(lanes, MC_DISTANCE_FILL));
  } else if (plan->algorithm != MC_DISTANCE_TILE) {
    plan->block_a = mc_min(MC_DISTANCE_LANES, rows);
    plan->block = mc_min(MC_DISTANCE_LANES, lanes);
  }
}

mc_status mc_distance_choose(const mc_distance_job *job, const mc_call *call,
                             mc_distance_plan *plan) {
  const int64_t n = job->x.rows, m = job->symmetric ? n : job->y.rows;
  const int64_t d = job->x.columns;
  if (!job->symmetric && job->y.columns != d)
    return MC_ERR_ARGUMENT;
  if (job->single && d > INT64_C(1) << 24)
    return MC_ERR_SIZE; /* floats count coordinates */
  *plan = (mc_distance_plan){
    .algorithm = job->algorithm == MC_DISTANCE_AUTO ? choose_algorithm(job, n, m) : job->algorithm};
  if ((plan->algorithm == MC_DISTANCE_GEMM &&
       (job->single || job->blas == NULL || job->metric != MC_DISTANCE_METRIC_EUCLIDEAN)) ||
      !consistent(job, plan->algorithm))
    return MC_ERR_ARGUMENT;
  if (plan->algorithm == MC_DISTANCE_GEMM && d > INT32_MAX - MC_DISTANCE_FILL)
    return MC_ERR_SIZE; /* a BLAS has 32-bit sizes */
  if (!job->symmetric && plan->algorithm == MC_DISTANCE_TILE)
    plan->swapped = 1.25 * tile_pairs(n, m) < tile_pairs(m, n);
  else if (!job->symmetric && plan->algorithm == MC_DISTANCE_BLOCKWISE)
    plan->swapped = m > n; /* blocks of the larger set */
  const int64_t rows = plan->swapped ? n : m, lanes = plan->swapped ? m : n;
  choose_blocks(job, plan, rows > 0 ? rows : 1, lanes > 0 ? lanes : 1);
  const double numbers = (double) mc_distance_size(n, m, job->symmetric);
  plan->threads = mc_call_threads(call, numbers * (1e-9 + 1e-10 * (double) d));
  return MC_OK;
}
