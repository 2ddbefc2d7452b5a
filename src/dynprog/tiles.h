#ifndef MC_DYNPROG_TILES_H
#define MC_DYNPROG_TILES_H

#include "dynprog/work.h"

/* A, B and C of Tithi et al. (figure 3) on tiles of 64 x 64, row j and column i of the table of
   tiles (recursive.c says what they are):

     A(j)        the intervals within j
     B(j, i)     finishes tile (j, i), when A(j) and A(i) are done and all products are in it
     C(j, i, k)  the product of tiles (j, k) and (k, i); `loops`: in rows of the table

   A tile is one thread's at a time. */
void mc_dynprog_tile_a(const mc_dynprog_work *w, int64_t j);
void mc_dynprog_tile_b(const mc_dynprog_work *w, int64_t j, int64_t i);
void mc_dynprog_tile_c(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k);
void mc_dynprog_tile_c_loops(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k);

#endif
