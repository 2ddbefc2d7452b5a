#ifndef MC_KENDALL_SIGNS_H
#define MC_KENDALL_SIGNS_H

#include <stdbool.h>

#include "kendall/bitset_run.h"

/* Tiles of the bitset driver by products of comparisons (kernels/kendall/signs.h), for targets that
   multiply bytes, or look nibbles up, faster than they count bits. Their costs signs_tile are not
   0.

   The sums of products become the counts that bits would have given. Only pairs tied in both
   columns differ: their form is MC_BITS_TABLE or MC_BITS_TABLE_MISSING, because s is a sum itself,
   unless the sink wants n_c + n_d. */

/* The number of blocks along the largest tiles of one product; with more products it is half of
   this number. More threads have smaller tiles, and less scratch each. */
int mc_kendall_signs_side(int threads);

/* Bytes of scratch of a thread; 0 on a target that counts all pairs by bits. */
int64_t mc_kendall_signs_bytes(const mc_kernels *kernels, int side);

/* Are signs the faster way for the super-tile and the run's number of threads? */
bool mc_kendall_signs_pay(const mc_kendall_bitset_run *run);

/* The tiles of the super-tile: mc_run_each() takes mc_kendall_signs_tile() for each. */
mc_grid mc_kendall_signs_grid(const mc_kendall_bitset_run *run);
void mc_kendall_signs_tile(void *run, int64_t id, int thread);

#endif
