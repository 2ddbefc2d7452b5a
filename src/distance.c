/* Euclidean distances of all pairs of points.

     plan: kernel, layout, threads                              (distance_plan.c)
     put the points into the kernel's layout                    (points.c)
     prepare the result's memory                                (pages.c)
     for each tile of pairs, by threads
       sums of squares, the difference first                    (distance_<kernel>.c)
       roots, into the result                                   (distance_put.c)

   Inner products (distance_gemm.c) have tiles of their own. */

#include "distance.h"

#include <string.h>

#include "distance_work.h"
#include "pages.h"

int64_t mc_distance_size(int64_t n, int64_t m, bool symmetric) {
  if (!symmetric)
    return n * m;
  return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

/* ---- points ---- */

static mc_status pack(const mc_distance_work *w, mc_points *p, const mc_matrix *x,
                      mc_layout layout, int64_t block, mc_arena *arena,
                      mc_monitor *monitor) {
  const bool counts = w->plan.kernel == MC_DISTANCE_STRAIGHTFORWARD && layout == MC_LAYOUT_SOA;
  if (counts && x->type == MC_F64)
    return mc_points_borrow(p, x, block, arena);
  mc_status status = mc_points_make(p, x, layout, block, w->job->single, arena);
  if (status != MC_OK)
    return status;
  if (monitor != NULL)
    monitor->speed = 0;
  status = mc_points_permute(p, x, w->plan.threads, monitor);
  if (counts) /* distance_in_place does, as if there were something missing */
    memset(p->special, 1, (size_t) p->blocks);
  return status;
}

static mc_status pack_both(mc_distance_work *w, mc_arena *arena, mc_monitor *monitor) {
  const mc_distance_job *job = w->job;
  const mc_distance_plan *plan = &w->plan;
  const mc_matrix *b = plan->swapped ? &job->y : &job->x;
  const mc_matrix *a = plan->swapped || job->symmetric ? &job->x : &job->y;
  mc_status status = pack(w, &w->b, b, plan->layout, plan->block, arena, monitor);
  const bool same = job->symmetric && plan->layout_a == plan->layout &&
                    plan->block_a == plan->block;
  if (status == MC_OK && same)
    w->a = w->b;
  else if (status == MC_OK)
    status = pack(w, &w->a, a, plan->layout_a, plan->block_a, arena, monitor);
  if (status == MC_OK)
    w->missing = mc_points_special(&w->a) || mc_points_special(&w->b);
  return status;
}

/* ---- tiles ---- */

static void do_tile(void *context, int64_t id, int thread) {
  const mc_distance_work *w = context;
  const bool tile = w->plan.kernel == MC_DISTANCE_TILE;
  (tile ? mc_distance_tile : mc_distance_paper)(w, id, w->scratch + thread * w->scratch_bytes);
}

static mc_status run_tiles(mc_distance_work *w, double numbers, mc_arena *arena,
                           mc_monitor *monitor) {
  const bool tile = w->plan.kernel == MC_DISTANCE_TILE;
  w->scratch_bytes = tile ? mc_distance_tile_scratch(w) : mc_distance_paper_scratch(w);
  w->scratch = mc_alloc(arena, w->plan.threads, w->scratch_bytes);
  if (w->scratch == NULL)
    return MC_ERR_MEMORY;
  const int64_t side = w->b.block < 128 ? 128 / w->b.block : 1;
  /* where blocks are different, what is above the diagonal is left out in the tile */
  w->grid = mc_grid_for_threads(w->a.blocks, w->b.blocks, side,
                                w->job->symmetric && w->a.block == w->b.block,
                                w->plan.threads);
  const double weight = numbers / (double) (w->grid.tiles > 0 ? w->grid.tiles : 1);
  return mc_run_each(monitor, w->plan.threads, w->grid.tiles, weight, do_tile, w);
}

mc_status mc_distance(const mc_distance_job *job, double *out,
                      mc_distance_report *report, mc_arena *arena,
                      mc_monitor *monitor) {
  mc_distance_work w = {.job = job, .kernels = mc_kernels_active(), .out = out};
  mc_status status = mc_distance_choose(job, &w.plan);
  if (status != MC_OK)
    return status;
  const int64_t size = mc_distance_size(job->x.rows, job->y.rows, job->symmetric);
  if (monitor != NULL) { /* counts distances, and points, which are packed up to twice */
    monitor->total = (double) size + (double) job->x.rows + 1 +
                     (double) (job->symmetric ? job->x.rows : job->y.rows);
    monitor->done = 0;
  }
  status = pack_both(&w, arena, monitor);
  *report = (mc_distance_report){w.plan.kernel, w.plan.layout, w.plan.block, w.plan.threads};
  if (status == MC_OK)
    status = mc_pages_prepare(out, size * (int64_t) sizeof *out, w.plan.threads, monitor);
  if (status != MC_OK)
    return status;
  if (monitor != NULL)
    monitor->speed = 0;
  return w.plan.kernel == MC_DISTANCE_GEMM ? mc_distance_gemm(&w, (double) size, arena, monitor)
                                           : run_tiles(&w, (double) size, arena, monitor);
}
