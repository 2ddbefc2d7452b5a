/* dynprog_accordion_cell, _tile, _after, _strands: accordion folding of a chain of residues
   0, ..., n - 1 (Tithi et al., section II.B). A strand (i, e) is the residues i, ..., e - 1, and
   F(e, k) the contacts of two strands that meet at the turn e, of which one is (e, k) and the
   other one no shorter: F(e, k) = #{0 < s < k - e: residues e - 1 - s and e + s hydrophobic},
   which grows with k. With F(i, e) = F(e, 2 e - i), of the strand on the other side,

     S(i, e) = max over e < k <= n of min(F(i, e), F(e, k)) + S(e, k)

     cell     the greatest of `best` and F(e, min(k, mirror)) + S(e, k), from <= k < to
              (figure 2, the loop; f and s are rows e of F and S)
     tile     x[i] = max(x[i], min(cap[i], f[k]) + s[k]) for 64 i and all k < steps <= 64
              (D of figure 3)

   and what makes O(n^2) of O(n^3), as the minimum is F(e, k) up to k = 2 e - i and F(i, e) from
   there on, and that does not depend on k:

     P(e, k) = max over e < m <= k of F(e, m) + S(e, m)
     U(e, k) = max over k <= m <= n of S(e, m)
     S(2 e - k, e) = max(P(e, k), F(e, k) + U(e, k + 1))

   for 32 turns e = first, ... at a time, a lane each; row[e][i] is S(i, e), and rows are filled
   up to a multiple of 32:

     after    after[(k - from) * 32 + lane] = U(e, k) for from <= k <= keep, keep <= to + 1
     strands  S(2 e - k, e) for from <= k <= to, where 2 e >= k; and, if to is n, S(i, e) of
              i < 2 e - n, which are all the same. state: F(e, from - 1) of the lanes, then
              P(e, from - 1). half[k % 2][r]: 1 if residue 2 r + k % 2 is hydrophobic, 0 if not or
              there is none, for r from -(n + 1) / 2 - 1 to n / 2 + 32 */

#include "kernels/for_u16.h"

#if defined(__clang__)
#define VECTORS _Pragma("clang loop vectorize(enable)")
#else
#define VECTORS _Pragma("GCC ivdep")
#pragma GCC push_options
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic")
#endif

static int32_t MC_FN(dynprog_accordion_cell)(int32_t best, const int32_t *f, const int32_t *s,
                                             int64_t from, int64_t to, int64_t mirror) {
  int64_t beyond = mirror + 1 < from ? from : mirror + 1;
  beyond = beyond < to ? beyond : to;
  VECTORS for (int64_t k = from; k < beyond; k++) {
    const int32_t x = f[k] + s[k];
    best = x > best ? x : best;
  }
  if (beyond == to)
    return best;
  const int32_t cap = f[mirror];
  VECTORS for (int64_t k = beyond; k < to; k++) {
    const int32_t x = cap + s[k];
    best = x > best ? x : best;
  }
  return best;
}

enum {
  MC_FN(ACCORDION_SIDE) = 64,
  MC_FN(ACCORDION_VECTORS) = VEC_LANES >= 16 ? 64 / VEC_LANES : 8,
  MC_FN(ACCORDION_WIDTH) = MC_FN(ACCORDION_VECTORS) * VEC_LANES
};

static void MC_FN(dynprog_accordion_tile)(uint16_t *x, const uint16_t *cap, const uint16_t *f,
                                          const uint16_t *s, int64_t steps) {
  enum { V = MC_FN(ACCORDION_VECTORS), SIDE = MC_FN(ACCORDION_SIDE) };
  uint32_t f_twice[SIDE], s_twice[SIDE];
  VECTORS for (int64_t k = 0; k < steps; k++) {
    f_twice[k] = f[k] * UINT32_C(0x10001);
    s_twice[k] = s[k] * UINT32_C(0x10001);
  }
  for (int at = 0; at < SIDE; at += MC_FN(ACCORDION_WIDTH)) {
    VEC_TYPE best[V], most[V];
    MC_UNROLL for (int v = 0; v < V; v++) {
      best[v] = VEC(load)(x + at + v * VEC_LANES);
      most[v] = VEC(load)(cap + at + v * VEC_LANES);
    }
    for (int64_t k = 0; k < steps; k++) {
      const VEC_TYPE turn = VEC(set_twice)(f_twice[k]), rest = VEC(set_twice)(s_twice[k]);
      MC_UNROLL for (int v = 0; v < V; v++)
        best[v] = VEC(max)(best[v], VEC(add)(VEC(min)(most[v], turn), rest));
    }
    MC_UNROLL for (int v = 0; v < V; v++)
      VEC(store)(x + at + v * VEC_LANES, best[v]);
  }
}

/* ---- in O(n^2) ---- */

enum {
  MC_FN(ACCORDION_LANES) = 32,
  MC_FN(ACCORDION_ROWS) = 64, /* of the block that is transposed at once */
  MC_FN(ACCORDION_GROUP) = VEC_LANES >= 16 ? 32 / VEC_LANES : 8
};

/* U of some vectors of lanes. */
MC_INLINE void MC_FN(accordion_after)(uint16_t *const *row, int64_t lane, int64_t from, int64_t to,
                                      int64_t keep, uint16_t *after) {
  enum { V = MC_FN(ACCORDION_GROUP), LANES = MC_FN(ACCORDION_LANES) };
  VEC_TYPE u[V];
  MC_UNROLL for (int v = 0; v < V; v++)
    u[v] = VEC(set)(0);
  for (int64_t k = to + 1; k >= from; k--) {
    if (k <= to)
      MC_UNROLL for (int v = 0; v < V; v++)
        u[v] = VEC(max)(u[v], VEC(load)(row[k] + lane + v * VEC_LANES));
    if (k <= keep)
      MC_UNROLL for (int v = 0; v < V; v++)
        VEC(store)(after + (k - from) * LANES + v * VEC_LANES, u[v]);
  }
}

static void MC_FN(dynprog_accordion_after)(uint16_t *const *row, int64_t first, int64_t from,
                                           int64_t to, int64_t keep, uint16_t *after) {
  enum { WIDTH = MC_FN(ACCORDION_GROUP) * VEC_LANES };
  for (int l = 0; l < MC_FN(ACCORDION_LANES); l += WIDTH)
    MC_FN(accordion_after)(row, first + l, from, to, keep, after + l);
}

/* What S(2 e - k, e) is of, while k grows: F and P of some vectors of lanes. `block` takes S for
   k, ..., k + count - 1, a row of 32 lanes each. */
MC_INLINE void MC_FN(accordion_block)(uint16_t *const *row, int64_t lane, int64_t k, int64_t count,
                                      const uint16_t *after, const uint16_t *const half[2],
                                      uint16_t *state, uint16_t *block) {
  enum { V = MC_FN(ACCORDION_GROUP), LANES = MC_FN(ACCORDION_LANES) };
  VEC_TYPE f[V], p[V];
  MC_UNROLL for (int v = 0; v < V; v++) {
    f[v] = VEC(load)(state + v * VEC_LANES);
    p[v] = VEC(load)(state + LANES + v * VEC_LANES);
  }
  for (int64_t q = 0; q < count; q++, k++) {
    const VEC_TYPE here = VEC(set)(half[(k - 1) & 1][(k - 1) / 2]);
    const uint16_t *there = half[k & 1] + lane - (k + (k & 1)) / 2;
    MC_UNROLL for (int v = 0; v < V; v++) {
      const VEC_TYPE s = VEC(load)(row[k] + lane + v * VEC_LANES);
      const VEC_TYPE u = VEC(load)(after + (q + 1) * LANES + v * VEC_LANES);
      f[v] = VEC(add)(f[v], VEC(min)(here, VEC(load)(there + v * VEC_LANES)));
      p[v] = VEC(max)(p[v], VEC(add)(f[v], s));
      VEC(store)(block + q * LANES + v * VEC_LANES, VEC(max)(p[v], VEC(add)(f[v], u)));
    }
  }
  MC_UNROLL for (int v = 0; v < V; v++) {
    VEC(store)(state + v * VEC_LANES, f[v]);
    VEC(store)(state + LANES + v * VEC_LANES, p[v]);
  }
}

static void MC_FN(dynprog_accordion_strands)(uint16_t *const *row, int64_t first, int64_t from,
                                             int64_t to, int64_t n, const uint16_t *after,
                                             const uint16_t *const half[2], uint16_t *state) {
  enum { LANES = MC_FN(ACCORDION_LANES), WIDTH = MC_FN(ACCORDION_GROUP) * VEC_LANES };
  uint16_t block[MC_FN(ACCORDION_ROWS) * LANES];
  for (int64_t k = from; k <= to; k += MC_FN(ACCORDION_ROWS)) {
    const int64_t left = to - k + 1;
    const int64_t count = left < MC_FN(ACCORDION_ROWS) ? left : MC_FN(ACCORDION_ROWS);
    for (int l = 0; l < LANES; l += WIDTH)
      MC_FN(accordion_block)
      (row, first + l, k, count, after + (k - from) * LANES + l, half, state + l, block + l);
    for (int64_t l = 0; l < LANES; l++) {
      const int64_t e = first + l, there = 2 * e - k + 1;
      uint16_t *x = row[e] + 2 * e - k;
      for (int64_t q = 0; q < (there < count ? there : count); q++)
        x[-q] = block[q * LANES + l];
    }
  }
  for (int64_t l = 0; l < LANES && to == n; l++) {
    uint16_t *x = row[first + l];
    const uint16_t all = state[LANES + l];
    VECTORS for (int64_t i = 0; i < 2 * (first + l) - n; i++)
      x[i] = all;
  }
}

#if !defined(__clang__)
#pragma GCC pop_options
#endif
#undef VECTORS
#include "kernels/for_none.h"
