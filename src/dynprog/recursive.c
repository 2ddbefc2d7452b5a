/* Parenthesization by recursive divide and conquer (CORDAC: Tithi et al., section II.A and
   figure 3). I, J and K are ranges of points: rows of the table are the ends J of intervals,
   columns are their beginnings I. `;` separates waves.

     A(J)        intervals within J
       A(J1), A(J2);  B(J2, J1)
     B(J, I)     intervals from I to J. The intervals within I and within J are finished, and all
                 products by points between I and J are made
       B(J1, I2);  C(J1, I1, I2), C(J2, I2, J1);  B(J1, I1), B(J2, I2);
       C(J2, I1, J1);  C(J2, I1, I2);  B(J2, I1)
     C(J, I, K)  intervals from I to J that are split in K; C reads nothing that it writes

   The recursion ends at tiles of 64 x 64 and runs in tasks. C takes most of the time. Three
   versions differ in C and in the layout:

   recursive  C by loops on the table, row by row
   optimized  C by the tropical tile. Each tile of the table is a square of its own from the
              beginning, so no tile is copied for a product (the paper copies tiles)
   zmorton    the same, with the squares in Z-Morton order */

#include "dynprog/recursive.h"

#include "dynprog/recurse.h"
#include "dynprog/tiles.h"

static mc_status tile_a(void *context, int64_t j, int64_t i, int64_t k) {
  (void) i;
  (void) k;
  mc_dynprog_tile_a(context, j);
  return MC_OK;
}

static mc_status tile_b(void *context, int64_t j, int64_t i, int64_t k) {
  (void) k;
  mc_dynprog_tile_b(context, j, i);
  return MC_OK;
}

static mc_status tile_c(void *context, int64_t j, int64_t i, int64_t k) {
  mc_dynprog_tile_c(context, j, i, k);
  return MC_OK;
}

static mc_status tile_c_loops(void *context, int64_t j, int64_t i, int64_t k) {
  mc_dynprog_tile_c_loops(context, j, i, k);
  return MC_OK;
}

/* ---- the functions on halves ---- */

enum { A, B, C };

#define CALLS_A                                                 \
  {                                                             \
    {1, A, MC_I1, MC_I1, MC_I1}, {1, A, MC_I2, MC_I2, MC_I2}, { \
      2, B, MC_I2, MC_I1, MC_I1                                 \
    }                                                           \
  }
#define CALLS_B                                                                              \
  {                                                                                          \
    {1, B, MC_I1, MC_J2, MC_I1}, {2, C, MC_I1, MC_J1, MC_J2}, {2, C, MC_I2, MC_J2, MC_I1},   \
      {3, B, MC_I1, MC_J1, MC_I1}, {3, B, MC_I2, MC_J2, MC_I2}, {4, C, MC_I2, MC_J1, MC_I1}, \
      {5, C, MC_I2, MC_J1, MC_J2}, {                                                         \
      6, B, MC_I2, MC_J1, MC_I2                                                              \
    }                                                                                        \
  }

static const mc_tropical_function by_loops[] = {[A] = {tile_a, 1 / 6.0, CALLS_A, 0},
                                                [B] = {tile_b, 1, CALLS_B, 0},
                                                [C] = {tile_c_loops, 1, MC_PRODUCT(C), 2}};
static const mc_tropical_function by_squares[] = {[A] = {tile_a, 1 / 6.0, CALLS_A, 0},
                                                  [B] = {tile_b, 1, CALLS_B, 0},
                                                  [C] = {tile_c, 1, MC_PRODUCT(C), 2}};

static mc_status run(mc_dynprog_work *w, const mc_tropical_function *functions) {
  const double tiles = (double) w->tiles, n = (double) w->n;
  return mc_dynprog_recurse(functions, w, w->tiles, w->tiles, n * n * n / (tiles * tiles * tiles),
                            w->threads, w->job->poll_every, w->call);
}

mc_status mc_dynprog_recursive(mc_dynprog_work *w) {
  return run(w, by_loops);
}

mc_status mc_dynprog_optimized(mc_dynprog_work *w) {
  return run(w, by_squares);
}

mc_status mc_dynprog_zmorton(mc_dynprog_work *w) {
  return run(w, by_squares);
}
