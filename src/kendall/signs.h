#ifndef MC_KENDALL_SIGNS_H
#define MC_KENDALL_SIGNS_H

#include <stdbool.h>

#include "kendall/bitset_run.h"

/* Tiles of the bitset driver by products of comparisons (kernels/kendall/signs.h), for targets that
   multiply bytes, or look nibbles up, faster than they count bits. Their costs signs_tile are not
   0.

   The sums of products become the counts that bits would have given. Only pairs tied in both
   columns differ: their form is MC_BITS_TABLE, because s is a sum itself, unless the sink wants
   n_c + n_d. */

/* Bytes of scratch of a thread; 0 on a target without tiles of bytes. */
int64_t mc_kendall_signs_bytes(const mc_kernels *kernels);

/* Are signs the faster way for the super-tile, which has so many pairs? */
bool mc_kendall_signs_pay(const mc_kendall_bitset_run *run, double pairs);

/* The tiles of the super-tile: mc_run_each() takes mc_kendall_signs_tile() for each. */
mc_grid mc_kendall_signs_grid(const mc_kendall_bitset_run *run);
void mc_kendall_signs_tile(void *run, int64_t id, int thread);

#endif
