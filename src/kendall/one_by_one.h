#ifndef MC_KENDALL_ONE_BY_ONE_H
#define MC_KENDALL_ONE_BY_ONE_H

#include "dispatch/call.h"
#include "kendall/tile.h"
#include "kendall/request.h"

/* Does the algorithm need the order of each column? MC_KENDALL_AUTO and MC_KENDALL_TABLE do,
   because they may become radix. */
static inline bool mc_kendall_ordered(mc_kendall_algorithm algorithm) {
  return algorithm == MC_KENDALL_RADIX || algorithm == MC_KENDALL_TABLE ||
         algorithm == MC_KENDALL_AUTO;
}

/* The number of pairs that a kernel counts, of a columns and b others, or, in a triangle, of a
   columns among each other: a column with itself takes no kernel. */
static inline int64_t mc_kendall_kernel_pairs(int64_t a, int64_t b, bool triangle) {
  return triangle ? a * (a - 1) / 2 : a * b;
}

/* Do two threads share a pair? They do if a kernel counts one pair only and its columns are long.
   `pairs`: mc_kendall_kernel_pairs(). Pairs of a filter are not shared. */
static inline bool mc_kendall_shared(mc_kendall_algorithm algorithm, int64_t n, int64_t pairs,
                                     const mc_pairs_filter *only) {
  return mc_kendall_ordered(algorithm) && n > MC_RANK16_NA && pairs == 1 && only == NULL;
}

/* The blocks of rows of a pair of columns that the naive kernel counts one by one. Threads take
   blocks if there are several. */
int64_t mc_kendall_naive_blocks(int64_t n);

/* The driver of the algorithms that take one pair of columns at a time: naive, gse, vse, radix.
   `scratch` has mc_kendall_one_by_one_scratch() bytes for each thread. Progress: one unit of work
   for each pair of columns. MC_OK, MC_INTERRUPTED, and errors of the sink's flush(). */
int64_t mc_kendall_one_by_one_scratch(mc_kendall_algorithm algorithm, int64_t n);
mc_status mc_kendall_one_by_one(const mc_kendall_panel *panel, mc_pairs_sink *sink,
                                mc_kendall_algorithm algorithm, int threads, void *scratch,
                                const mc_call *call);

#endif
