/* Accordion folding by recursive divide and conquer (CORDAC: Tithi et al., section II.B and
   figure 3). E, I and K are ranges of points. A function updates strands (i, e), with i in I and
   the turn e in E, by their next strands (e, k), with k in K. `;` separates waves.

     A(E)        strands within E, by next strands within E
       A(E2);  B(E2, E1);  C(E1, E2);  A(E1)
     B(E, I)     strands from I to E, by next strands within E
       D(E1, I1, E2), D(E1, I2, E2);  B(E1, I1), B(E1, I2), B(E2, I1), B(E2, I2)
     C(E, K)     strands within E, by next strands from E to K
       C(E1, K1), C(E2, K1), D(E2, E1, K1);  C(E1, K2), C(E2, K2), D(E2, E1, K2)
     D(E, I, K)  strands from I to E, by next strands from E to K; D reads nothing that it writes

   The recursion ends at tiles of 64 x 64 and runs in tasks. (The paper's B ends with D. Here D
   comes first, so the last function that updates a tile is A or B.) Three versions:

   recursive  the loops of figure 2 on the ranges of a tile
   optimized  a register tile of 16-bit numbers. It reads F(e, k) and S(e, k) of a turn e for
              all k. These are neighbours in memory ("copy-optimization"), because A and B also
              write each finished S(i, e) into the other half of S, mirrored
   zmorton    the same in the Z-Morton layout */

#include "dynprog/accordion_recursive.h"

#include <string.h>

#include "base/integers.h"
#include "dynprog/recurse.h"

enum { SIDE = MC_ACCORDION_SIDE };

/* All four functions on tiles: strands (i, e), with i in tile `starts` and e in tile `turns`, by
   next strands (e, k), with k in tile `ends`. */
static mc_status tile_by_loops(void *context, int64_t turns, int64_t starts, int64_t ends) {
  const mc_accordion_work *w = context;
  const int64_t to = mc_min((ends + 1) * SIDE, w->n + 1);
  for (int64_t e = mc_min((turns + 1) * SIDE, w->n) - 1; e >= turns * SIDE; e--) {
    const int32_t *f = w->f32 + e * w->stride, *s = w->s32 + e * w->stride;
    const int64_t from = ends == turns ? e + 1 : ends * SIDE;
    for (int64_t i = starts * SIDE; i < mc_min((starts + 1) * SIDE, e); i++) {
      int32_t *x = w->s32 + i * w->stride + e;
      *x = w->call->kernels->dynprog_accordion_cell(*x, f, s, from, to, 2 * e - i);
    }
  }
  return MC_OK;
}

static mc_status tile_in_registers(void *context, int64_t turns, int64_t starts, int64_t ends) {
  const mc_accordion_work *w = context;
  const int64_t apart = mc_accordion_apart(w);
  uint16_t *x = w->s + mc_accordion_tile_at(w, turns, starts);
  uint16_t *mirror = w->s + mc_accordion_tile_at(w, starts, turns);
  const uint16_t *cap = w->f + mc_accordion_tile_at(w, turns, starts);
  const uint16_t *f = w->f + mc_accordion_tile_at(w, turns, ends);
  const uint16_t *s = w->s + mc_accordion_tile_at(w, turns, ends);
  for (int64_t r = mc_min(SIDE, w->n - turns * SIDE) - 1; r >= 0; r--) {
    const int64_t first = ends == turns ? r + 1 : 0, row = r * apart;
    const int64_t count = starts == turns ? r : SIDE; /* the rest is mirrored */
    uint16_t best[SIDE];
    memcpy(best, x + row, sizeof best);
    w->call->kernels->dynprog_accordion_tile(best, cap + row, f + row + first, s + row + first,
                                             SIDE - first);
    memcpy(x + row, best, (size_t) count * sizeof *x);
    for (int64_t c = 0; c < count && ends == turns; c++)
      mirror[c * apart + r] = best[c];
  }
  return MC_OK;
}

/* ---- the functions on halves (tropical/recursion.h): its i is E, its j is I, its k is K ---- */

enum { A, B, C, D };

#define CALLS_A                                                                              \
  {                                                                                          \
    {1, A, MC_I2, MC_I2, MC_I2}, {2, B, MC_I2, MC_I1, MC_I2}, {3, C, MC_I1, MC_I1, MC_I2}, { \
      4, A, MC_I1, MC_I1, MC_I1                                                              \
    }                                                                                        \
  }
#define CALLS_B                                                                            \
  {                                                                                        \
    {1, D, MC_I1, MC_J1, MC_I2}, {1, D, MC_I1, MC_J2, MC_I2}, {2, B, MC_I1, MC_J1, MC_I1}, \
      {2, B, MC_I1, MC_J2, MC_I1}, {2, B, MC_I2, MC_J1, MC_I2}, {                          \
      2, B, MC_I2, MC_J2, MC_I2                                                            \
    }                                                                                      \
  }
#define CALLS_C                                                                            \
  {                                                                                        \
    {1, C, MC_I1, MC_I1, MC_K1}, {1, C, MC_I2, MC_I2, MC_K1}, {1, D, MC_I2, MC_I1, MC_K1}, \
      {2, C, MC_I1, MC_I1, MC_K2}, {2, C, MC_I2, MC_I2, MC_K2}, {                          \
      2, D, MC_I2, MC_I1, MC_K2                                                            \
    }                                                                                      \
  }
#define FUNCTIONS(tile)                                               \
  {                                                                   \
    [A] = {tile, 1 / 6.0, CALLS_A, 0}, [B] = {tile, 0.5, CALLS_B, 0}, \
    [C] = {tile, 0.5, CALLS_C, 0}, [D] = {                            \
      tile,                                                           \
      1,                                                              \
      MC_PRODUCT(D),                                                  \
      0                                                               \
    }                                                                 \
  }

static const mc_tropical_function by_loops[] = FUNCTIONS(tile_by_loops);
static const mc_tropical_function in_registers[] = FUNCTIONS(tile_in_registers);

static mc_status run(mc_accordion_work *w, mc_accordion_layout layout,
                     const mc_tropical_function *functions) {
  MC_TRY(mc_accordion_prepare(w, layout));
  mc_monitor_phase(w->call->monitor);
  const double tiles = (double) w->tiles, n = (double) w->n;
  return mc_dynprog_recurse(functions, w, w->tiles, w->tiles, n * n * n / (tiles * tiles * tiles),
                            w->threads, w->job->poll_every, w->call);
}

mc_status mc_accordion_recursive(mc_accordion_work *w) {
  return run(w, MC_ACCORDION_PLAIN, by_loops);
}

mc_status mc_accordion_optimized(mc_accordion_work *w) {
  return run(w, MC_ACCORDION_TILES, in_registers);
}

mc_status mc_accordion_zmorton(mc_accordion_work *w) {
  return run(w, MC_ACCORDION_ZMORTON, in_registers);
}
