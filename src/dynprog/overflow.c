#include "dynprog/overflow.h"

double mc_dynprog_best_without(const mc_dynprog_job *job, const mc_dynprog_kernels *kernels,
                               const double *table, int64_t stride, int64_t i, int64_t j,
                               int64_t *split) {
  const bool chain = job->weight == MC_DYNPROG_WEIGHT_CHAIN,
             pairs = job->weight == MC_DYNPROG_WEIGHT_PAIRS;
  const double weight = pairs ? 0 : mc_dynprog_weight_of(job, i, j);
  const double worst = job->maximum ? -(double) INFINITY : (double) INFINITY;
  double best = worst;
  *split = -1;
  for (int64_t k = i + 1; k < j; k++) {
    const mc_dynprog_block t = {.a = table + j * stride + k,
                                .b = table + k * stride + i,
                                .stride = stride,
                                .steps = 1,
                                .p_row = chain ? job->p + j : NULL,
                                .p_step = chain ? job->p + k : NULL,
                                .p_column = chain ? job->p + i : NULL};
    double s = worst;
    if (kernels->split(&t, &s) < 0 || mc_dynprog_overflowed(job, s) ||
        mc_dynprog_overflowed(job, s + weight))
      continue;
    if (job->maximum ? s > best : s < best) {
      best = s;
      *split = k;
    }
  }
  return best;
}
