#ifndef MC_DYNPROG_TILES_H
#define MC_DYNPROG_TILES_H

#include "dynprog/work.h"

/* The functions A, B and C of Tithi et al., figure 3 (recursive.c), on tiles of 64 x 64. Tile
   (j, i) is in row j and column i of tiles:

     A(j)        finishes tile (j, j)
     B(j, i)     finishes tile (j, i), which has all products by tiles i < k < j. Tiles (j, j) and
                 (i, i) are finished
     C(j, i, k)  updates tile (j, i) by the product of the finished tiles (j, k) and (k, i);
                 c_loops() in the layout ROWS, c() in the others

   Of matrix chains, not in the layout ROWS, also for some points only:

     b_near()    B with the steps `above` and `behind` (kernels/dynprog/block.h)
     c_steps()   C for 1 to 64 points, whose p and operands are copies: a has c(k, j) in row j and
                 column k, b has c(i, k) in row k and column i; rows are 64 numbers apart

   One thread at a time works on a tile. */
void mc_dynprog_tile_a(const mc_dynprog_work *w, int64_t j);
void mc_dynprog_tile_b(const mc_dynprog_work *w, int64_t j, int64_t i);
void mc_dynprog_tile_c(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k);
void mc_dynprog_tile_b_near(const mc_dynprog_work *w, int64_t j, int64_t i,
                            const mc_dynprog_near *above, const mc_dynprog_near *behind);
void mc_dynprog_tile_c_steps(const mc_dynprog_work *w, int64_t j, int64_t i, const double *a,
                             const double *b, const double *p, int64_t steps);
void mc_dynprog_tile_c_loops(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k);

#endif
