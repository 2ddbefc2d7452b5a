#ifndef MC_KENDALL_BINS_H
#define MC_KENDALL_BINS_H

#include <stdint.h>

#include "base/arena.h"

/* Counts in bins, which several threads make at once: each thread has a row of its own. */

/* `threads` rows of `bins` counts, all 0; NULL: no memory. Each row is cleared by some thread. */
int64_t *mc_kendall_bins_make(int threads, int bins, mc_arena *arena);

/* The sum of all rows, into the first one. */
void mc_kendall_bins_sum(int64_t *of_threads, int threads, int bins);

/* The same for the least of numbers in bins, which are +Inf at first. */
double *mc_kendall_least_make(int threads, int bins, mc_arena *arena);
void mc_kendall_least_of_all(double *of_threads, int threads, int bins);

#endif
