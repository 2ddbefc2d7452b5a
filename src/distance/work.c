#include "distance/work.h"

#include <string.h>

static mc_status pack(const mc_distance_work *w, mc_distance_points *p, const mc_columns *x,
                      mc_distance_layout layout, int64_t block) {
  const bool in_place =
    w->plan.algorithm == MC_DISTANCE_STRAIGHTFORWARD && layout == MC_DISTANCE_LAYOUT_SOA;
  const mc_matrix *there = mc_columns_in_memory(x);
  if (in_place && there != NULL && there->type == MC_F64)
    return mc_distance_points_borrow(p, there, block, w->call->arena);
  MC_TRY(mc_distance_points_make(p, x, layout, block, w->job->single, w->call->arena));
  mc_monitor_phase(w->call->monitor);
  MC_TRY(mc_distance_points_permute(p, x, w->plan.threads, w->call));
  if (in_place) /* that kernel always counts coordinates, as if some were missing */
    memset(p->nonfinite, 1, (size_t) p->blocks);
  return MC_OK;
}

mc_status mc_distance_work_begin(mc_distance_work *w, const mc_distance_job *job,
                                 const mc_call *call) {
  *w = (mc_distance_work){.job = job, .call = call, .kernels = call->kernels};
  MC_TRY(mc_distance_choose(job, call, &w->plan));
  w->metric = mc_distance_kernels_make(call->kernels, job->metric, job->single, job->fused);
  const int64_t n = job->x.rows, m = job->symmetric ? n : job->y.rows;
  const double pairs = (double) mc_distance_size(n, m, job->symmetric);
  /* points count for both of the packed copies that there may be */
  mc_monitor_start(call->monitor, pairs + (double) n + (double) m + 1);
  return MC_OK;
}

mc_status mc_distance_work_pack(mc_distance_work *w) {
  const mc_distance_job *job = w->job;
  const mc_distance_plan *plan = &w->plan;
  const mc_columns *b = plan->swapped ? &job->y : &job->x;
  const mc_columns *a = plan->swapped || job->symmetric ? &job->x : &job->y;
  MC_TRY(pack(w, &w->b, b, plan->layout, plan->block));
  if (job->symmetric && plan->layout_a == plan->layout && plan->block_a == plan->block)
    w->a = w->b;
  else
    MC_TRY(pack(w, &w->a, a, plan->layout_a, plan->block_a));
  w->missing = mc_distance_points_nonfinite(&w->a) || mc_distance_points_nonfinite(&w->b);
  return MC_OK;
}

mc_status mc_distance_work_scratch(mc_distance_work *w, int64_t bytes) {
  w->scratch_bytes = bytes;
  w->scratch = mc_alloc(w->call->arena, w->plan.threads, bytes);
  return w->scratch == NULL ? MC_ERR_MEMORY : MC_OK;
}

mc_distance_shape mc_distance_work_shape(const mc_distance_work *w) {
  return (mc_distance_shape){.a_points = w->a.points,
                             .b_points = w->b.points,
                             .coordinates = w->a.coordinates,
                             .symmetric = w->job->symmetric,
                             .swapped = w->plan.swapped,
                             .size = w->a.size,
                             .threads = w->plan.threads};
}
