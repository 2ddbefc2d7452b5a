#ifndef MC_KENDALL_BINS_H
#define MC_KENDALL_BINS_H

#include <stdint.h>

#include "base/arena.h"

/* Counts in bins. Several threads count at once, each in a row of its own. */

/* `threads` rows of `bins` counts, all 0. Threads clear the rows. NULL: memory is short. */
int64_t *mc_kendall_bins_make(int threads, int bins, mc_arena *arena);

/* Adds all rows into the first row. */
void mc_kendall_bins_sum(int64_t *of_threads, int threads, int bins);

/* The same for the minima of numbers in bins, +Inf at first. */
double *mc_kendall_least_make(int threads, int bins, mc_arena *arena);
void mc_kendall_least_of_all(double *of_threads, int threads, int bins);

#endif
