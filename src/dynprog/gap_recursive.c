/* Alignment with any gap cost by recursive divide and conquer (CORDAC: Tithi et al., section II.C
   and figure 3). I, J and K are ranges: rows of the table belong to symbols of x, columns to
   symbols of y. `;` and new lines separate waves.

     A(I, J)     finishes a block that has all gaps from outside of it
       A(I1, J1)
       B(I1, J2, J1), C(I2, J1, I1)
       A(I1, J2), A(I2, J1)
       B(I2, J2, J1);  C(I2, J2, I1)
       A(I2, J2)
     B(I, J, K)  gaps of y from columns K: the product of g(I, K) and the costs from K to J
     C(I, J, K)  gaps of x from rows K: the product of the costs from K to I and g(K, J)

   The recursion ends at tiles of 64 x 64 and runs in tasks. Both operands of B and C are finished,
   so B and C are min-plus products. Only A on a tile is something else. Three versions:

   recursive  products by loops on the table itself
   optimized  products in registers, on a copy of the tile of g ("copy-optimization")
   zmorton    products in registers in the Z-Morton layout, without copies of tiles */

#include "dynprog/gap_recursive.h"

#include "dynprog/gap_tiles.h"
#include "dynprog/recurse.h"

static mc_status tile_a(void *context, int64_t i, int64_t j, int64_t k) {
  (void) k;
  mc_gap_tile_a(context, i, j);
  return MC_OK;
}

/* clang-format off */
#define TILE(name, function, how)                                                  \
  static mc_status name(void *context, int64_t i, int64_t j, int64_t k) {          \
    function(context, i, j, k, how);                                               \
    return MC_OK;                                                                  \
  }
/* clang-format on */
TILE(loops_b, mc_gap_tile_b, MC_GAP_LOOPS)
TILE(loops_c, mc_gap_tile_c, MC_GAP_LOOPS)
TILE(copies_b, mc_gap_tile_b, MC_GAP_COPIED)
TILE(copies_c, mc_gap_tile_c, MC_GAP_COPIED)
TILE(in_place_b, mc_gap_tile_b, MC_GAP_IN_PLACE)
TILE(in_place_c, mc_gap_tile_c, MC_GAP_IN_PLACE)

/* ---- the functions on halves ---- */

enum { A, B, C };

/* clang-format off */
#define CALLS_A                                                 \
  {{1, A, MC_I1, MC_J1, MC_I1},                                 \
   {2, B, MC_I1, MC_J2, MC_J1}, {2, C, MC_I2, MC_J1, MC_I1},    \
   {3, A, MC_I1, MC_J2, MC_I1}, {3, A, MC_I2, MC_J1, MC_I2},    \
   {4, B, MC_I2, MC_J2, MC_J1}, {5, C, MC_I2, MC_J2, MC_I1},    \
   {6, A, MC_I2, MC_J2, MC_I2}}
/* clang-format on */

enum { TASK = 4 }; /* tiles of a task of B or C, in each direction */

/* clang-format off */
#define FUNCTIONS(B_, C_)                                                                   \
  {[A] = {tile_a, 1, CALLS_A, 0},                                                           \
   [B] = {B_, 1, MC_PRODUCT(B), TASK}, [C] = {C_, 1, MC_PRODUCT(C), TASK}}
/* clang-format on */
static const mc_tropical_function by_loops[] = FUNCTIONS(loops_b, loops_c);
static const mc_tropical_function by_copies[] = FUNCTIONS(copies_b, copies_c);
static const mc_tropical_function in_place[] = FUNCTIONS(in_place_b, in_place_c);

static mc_status run(mc_gap_work *w, const mc_tropical_function *functions) {
  const double m = (double) w->job->m, n = (double) w->job->n;
  const double down = (double) w->down, across = (double) w->across;
  return mc_dynprog_recurse(functions, w, w->down, w->across,
                            (m + 1) * (n + 1) * (m + n) / (down * across * (down + across)),
                            w->threads, w->job->poll_every, w->call);
}

mc_status mc_gap_recursive(mc_gap_work *w) {
  return run(w, by_loops);
}

mc_status mc_gap_optimized(mc_gap_work *w) {
  return run(w, by_copies);
}

mc_status mc_gap_zmorton(mc_gap_work *w) {
  return run(w, in_place);
}
