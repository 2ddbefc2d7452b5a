/* Euclidean distances of all pairs of points.

     plan: algorithm, layout, threads                  (plan.c)
     put the points into its layout                    (points.c)
     the sink begins: prepare the result's memory      (<what>_sink.c)
     for each tile of pairs, by threads
       sums of squares, the difference first           (<algorithm>.c)
       into the sink: roots, into the result           (<what>_sink.c)

   Inner products (gemm.c) have tiles of their own. A sink with next() chooses the tiles that meet a
   panel of a. */

#include "distance/distance.h"

#include <string.h>

#include "distance/gemm.h"
#include "distance/matrix_sink.h"
#include "distance/pointwise.h"
#include "distance/tile.h"

/* ---- points ---- */

static mc_status pack(const mc_distance_work *w, mc_points *p, const mc_columns *x,
                      mc_layout layout, int64_t block) {
  const bool in_place = w->plan.algorithm == MC_DISTANCE_STRAIGHTFORWARD && layout == MC_LAYOUT_SOA;
  const mc_matrix *there = mc_columns_in_memory(x);
  if (in_place && there != NULL && there->type == MC_F64)
    return mc_points_borrow(p, there, block, w->call->arena);
  MC_TRY(mc_points_make(p, x, layout, block, w->job->single, w->call->arena));
  mc_monitor_phase(w->call->monitor);
  MC_TRY(mc_points_permute(p, x, w->plan.threads, w->call));
  if (in_place) /* distance_in_place counts, as if there were something missing */
    memset(p->nonfinite, 1, (size_t) p->blocks);
  return MC_OK;
}

static mc_status pack_both(mc_distance_work *w) {
  const mc_distance_job *job = w->job;
  const mc_distance_plan *plan = &w->plan;
  const mc_columns *b = plan->swapped ? &job->y : &job->x;
  const mc_columns *a = plan->swapped || job->symmetric ? &job->x : &job->y;
  MC_TRY(pack(w, &w->b, b, plan->layout, plan->block));
  if (job->symmetric && plan->layout_a == plan->layout && plan->block_a == plan->block)
    w->a = w->b;
  else
    MC_TRY(pack(w, &w->a, a, plan->layout_a, plan->block_a));
  w->missing = mc_points_nonfinite(&w->a) || mc_points_nonfinite(&w->b);
  return MC_OK;
}

/* ---- tiles ---- */

static void do_tile(void *context, int64_t id, int thread) {
  const mc_distance_work *w = context;
  const bool tile = w->plan.algorithm == MC_DISTANCE_TILE;
  const mc_tile t = mc_grid_tile(&w->grid, id);
  (tile ? mc_distance_tile : mc_distance_pointwise)(w, &t, thread);
}

/* A panel of a against those that the sink asks for. */
static void do_panel(void *context, int64_t panel, int thread) {
  const mc_distance_work *w = context;
  mc_tile t = {.row0 = panel, .row1 = panel + 1};
  while (w->sink->next(w->sink, panel, thread, &t.column0, &t.column1))
    mc_distance_tile(w, &t, thread);
}

static mc_status run_tiles(mc_distance_work *w, double numbers) {
  const bool tile = w->plan.algorithm == MC_DISTANCE_TILE;
  w->scratch_bytes = tile ? mc_distance_tile_scratch(w) : mc_distance_pointwise_scratch(w);
  w->scratch = mc_alloc(w->call->arena, w->plan.threads, w->scratch_bytes);
  if (w->scratch == NULL)
    return MC_ERR_MEMORY;
  if (w->sink->next != NULL) {
    const double weight = numbers / (double) (w->a.blocks > 0 ? w->a.blocks : 1);
    return mc_run_each(w->call->monitor, w->plan.threads, w->a.blocks, weight, do_panel, w);
  }
  const int64_t side = w->b.block < 128 ? 128 / w->b.block : 1;
  /* where blocks are different, what is above the diagonal is left out in the tile */
  w->grid = mc_grid_for_threads(w->a.blocks, w->b.blocks, side,
                                w->job->symmetric && w->a.block == w->b.block, w->plan.threads);
  const double weight = numbers / (double) (w->grid.tiles > 0 ? w->grid.tiles : 1);
  return mc_run_each(w->call->monitor, w->plan.threads, w->grid.tiles, weight, do_tile, w);
}

mc_status mc_distance_run(const mc_distance_job *job, mc_distance_sink *sink,
                          mc_distance_report *report, const mc_call *call) {
  mc_distance_work w = {.job = job, .call = call, .kernels = call->kernels, .sink = sink};
  if (sink->next != NULL && job->algorithm != MC_DISTANCE_TILE)
    return MC_ERR_ARGUMENT;
  MC_TRY(mc_distance_choose(job, call, &w.plan));
  if (sink->next != NULL)
    w.plan.swapped = false;
  *report = (mc_distance_report){w.plan.algorithm, w.plan.layout, w.plan.block, w.plan.threads};
  const int64_t n = job->x.rows, m = job->symmetric ? n : job->y.rows;
  const double size = (double) mc_distance_size(n, m, job->symmetric);
  /* counts distances, and points, which are packed up to twice */
  mc_monitor_start(call->monitor, size + (double) n + (double) m + 1);
  MC_TRY(pack_both(&w));
  if (sink->begin != NULL) {
    const mc_distance_shape shape = {.a_points = w.a.points,
                                     .b_points = w.b.points,
                                     .coordinates = w.a.coordinates,
                                     .symmetric = job->symmetric,
                                     .swapped = w.plan.swapped,
                                     .size = w.a.size,
                                     .threads = w.plan.threads};
    MC_TRY(sink->begin(sink, &shape, call));
  }
  mc_monitor_phase(call->monitor);
  return w.plan.algorithm == MC_DISTANCE_GEMM ? mc_distance_gemm(&w, size) : run_tiles(&w, size);
}

mc_status mc_distance(const mc_distance_job *job, double *out, mc_distance_report *report,
                      const mc_call *call) {
  mc_distance_matrix matrix = mc_distance_matrix_make(out, job->squared, job->na);
  return mc_distance_run(job, &matrix.sink, report, call);
}
