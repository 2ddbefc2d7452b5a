#ifndef MC_BENCH_KENDALL_CALL_H
#define MC_BENCH_KENDALL_CALL_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/clock.h"
#include "dispatch/call.h"
#include "kendall/kendall.h"

/* Seconds of a call of cor_kendall() by bits, on one thread, with these kernels and their costs. x
   has n rows, tau columns x columns elements. An error ends the program. */
static double seconds_of_call(const double *x, int64_t n, int64_t columns, mc_pairs_use use,
                              const mc_kernels *kernels, double *tau) {
  mc_arena arena = mc_arena_malloc();
  mc_call call = mc_call_make(&arena, NULL, 1);
  call.kernels = kernels;
  const mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){x, MC_F64, n, columns}),
                                  .symmetric = true,
                                  .use = use,
                                  .algorithm = MC_KENDALL_BITSET,
                                  .na = NAN};
  mc_kendall_report report;
  const int64_t start = mc_now();
  if (mc_cor_kendall(&job, tau, &report, &call) != MC_OK)
    exit(1);
  const double seconds = 1e-9 * (double) (mc_now() - start);
  mc_arena_release(&arena);
  return seconds;
}

#endif
