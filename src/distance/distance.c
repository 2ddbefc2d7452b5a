/* Euclidean distances of all pairs of points.

     plan: algorithm, layout, threads                  (plan.c)
     pack the points in that layout                    (work.c, points.c)
     the sink begins: prepare the result's memory      (<what>_sink.c)
     for each tile of pairs, by threads
       sums of squares, the difference first           (<algorithm>.c)
       into the sink: roots, into the result           (<what>_sink.c)

   The algorithm by inner products (gemm.c) has tiles of its own. */

#include "distance/distance.h"

#include "distance/gemm.h"
#include "distance/matrix_sink.h"
#include "distance/pointwise.h"
#include "distance/tile.h"

static void do_tile(void *context, int64_t id, int thread) {
  const mc_distance_work *w = context;
  const bool tile = w->plan.algorithm == MC_DISTANCE_TILE;
  const mc_tile t = mc_grid_tile(&w->grid, id);
  (tile ? mc_distance_tile : mc_distance_pointwise)(w, &t, thread);
}

/* `numbers` is the work of all tiles, for the monitor. */
static mc_status run_tiles(mc_distance_work *w, double numbers) {
  const bool tile = w->plan.algorithm == MC_DISTANCE_TILE;
  MC_TRY(mc_distance_work_scratch(w, tile ? mc_distance_tile_scratch(w)
                                          : mc_distance_pointwise_scratch(w)));
  const int64_t side = w->b.block < 128 ? 128 / w->b.block : 1;
  /* where blocks of a and b differ, the tiles themselves leave out what is above the diagonal */
  w->grid = mc_grid_for_threads(w->a.blocks, w->b.blocks, side,
                                w->job->symmetric && w->a.block == w->b.block, w->plan.threads);
  const double weight = numbers / (double) (w->grid.tiles > 0 ? w->grid.tiles : 1);
  return mc_run_each(w->call->monitor, w->plan.threads, w->grid.tiles, weight, do_tile, w);
}

mc_status mc_distance_run(const mc_distance_job *job, mc_distance_sink *sink,
                          mc_distance_report *report, const mc_call *call) {
  mc_distance_work w;
  MC_TRY(mc_distance_work_begin(&w, job, call));
  w.sink = sink;
  *report = (mc_distance_report){w.plan.algorithm, w.plan.layout, w.plan.block, w.plan.threads};
  MC_TRY(mc_distance_work_pack(&w));
  if (sink->begin != NULL) {
    const mc_distance_shape shape = mc_distance_work_shape(&w);
    MC_TRY(sink->begin(sink, &shape, call));
  }
  mc_monitor_phase(call->monitor);
  const int64_t n = job->x.rows, m = job->symmetric ? n : job->y.rows;
  const double pairs = (double) mc_distance_size(n, m, job->symmetric);
  return w.plan.algorithm == MC_DISTANCE_GEMM ? mc_distance_gemm(&w, pairs) : run_tiles(&w, pairs);
}

mc_status mc_distance(const mc_distance_job *job, double *out, mc_distance_report *report,
                      const mc_call *call) {
  const bool root = mc_distance_has_root(job->metric) && !job->squared;
  mc_distance_matrix matrix = mc_distance_matrix_make(out, root, job->na);
  return mc_distance_run(job, &matrix.sink, report, call);
}
