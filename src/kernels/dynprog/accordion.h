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

   for 32 turns e = first, ... at a time, a lane each. S(i, e) is the same for all i <= 2 e - n, as
   no next strand is that long: `top`.

     after    after[(k - from) * 32 + lane] = U(e, k) for from <= k <= stored + 1 (or k = from
              alone, where that is larger)
     strands  S(2 e - k, e) for from <= k <= to, where 2 e >= k. state: F(e, from - 1) of the lanes,
              then P(e, from - 1); afterwards, those of `to` */

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
MC_INLINE void MC_FN(accordion_after)(const mc_accordion_turns *t, int l) {
  enum { V = MC_FN(ACCORDION_GROUP), LANES = MC_FN(ACCORDION_LANES) };
  const int64_t end = t->stored + 1 > t->from ? t->stored + 1 : t->from;
  VEC_TYPE u[V];
  MC_UNROLL for (int v = 0; v < V; v++) {
    u[v] = VEC(set)(t->top_after[end]);
    VEC(store)(t->after + (end - t->from) * LANES + l + v * VEC_LANES, u[v]);
  }
  for (int64_t q = end - t->from - 1; q >= 0; q--)
    MC_UNROLL for (int v = 0; v < V; v++) {
      const int64_t at = q * LANES + l + v * VEC_LANES;
      u[v] = VEC(max)(u[v], VEC(load)(t->s + at));
      VEC(store)(t->after + at, u[v]);
    }
}

static void MC_FN(dynprog_accordion_after)(const mc_accordion_turns *t) {
  for (int l = 0; l < MC_FN(ACCORDION_LANES); l += MC_FN(ACCORDION_GROUP) * VEC_LANES)
    MC_FN(accordion_after)(t, l);
}

/* S(2 e - k, e) of some vectors of lanes for k, k + 1, ..., a row of 32 lanes each in `block`.
   `stored`, a constant: is S(e, k) in t->s? */
MC_INLINE void MC_FN(accordion_block)(const mc_accordion_turns *t, int l, int64_t k, int64_t count,
                                      bool stored, uint16_t *block) {
  enum { V = MC_FN(ACCORDION_GROUP), LANES = MC_FN(ACCORDION_LANES) };
  uint16_t *state = t->state + l;
  VEC_TYPE f[V], p[V];
  MC_UNROLL for (int v = 0; v < V; v++) {
    f[v] = VEC(load)(state + v * VEC_LANES);
    p[v] = VEC(load)(state + LANES + v * VEC_LANES);
  }
  for (int64_t q = 0; q < count; q++, k++) {
    const VEC_TYPE here = VEC(set)(t->half[(k - 1) & 1][(k - 1) / 2]);
    const uint16_t *there = t->half[k & 1] + t->first + l - (k + (k & 1)) / 2;
    MC_UNROLL for (int v = 0; v < V; v++) {
      const int64_t at = (k - t->from) * LANES + l + v * VEC_LANES;
      const VEC_TYPE s = stored ? VEC(load)(t->s + at) : VEC(set)(t->top[k]);
      const VEC_TYPE u = stored ? VEC(load)(t->after + at + LANES) : VEC(set)(t->top_after[k + 1]);
      f[v] = VEC(add)(f[v], VEC(min)(here, VEC(load)(there + v * VEC_LANES)));
      p[v] = VEC(max)(p[v], VEC(add)(f[v], s));
      VEC(store)(block + q * LANES + l + v * VEC_LANES, VEC(max)(p[v], VEC(add)(f[v], u)));
    }
  }
  MC_UNROLL for (int v = 0; v < V; v++) {
    VEC(store)(state + v * VEC_LANES, f[v]);
    VEC(store)(state + LANES + v * VEC_LANES, p[v]);
  }
}

/* Lane l of the block: the strands that end at turn e begin at 2 e - k, 2 e - k - 1, ... */
MC_INLINE void MC_FN(accordion_put)(const mc_accordion_turns *t, int64_t l, int64_t k,
                                    int64_t count, const uint16_t *block) {
  enum { LANES = MC_FN(ACCORDION_LANES) };
  const int64_t e = t->first + l;
  int64_t i = 2 * e - k;
  const int64_t last = i - count + 1 < 0 ? 0 : i - count + 1;
  while (i >= last) {
    const int64_t group = i / LANES, begin = group * LANES;
    uint16_t *x = t->group[group] + (e - begin) * LANES - begin;
    for (const int64_t to = begin > last ? begin : last; i >= to; i--) {
      x[i] = block[l];
      block += LANES;
    }
  }
}

static void MC_FN(dynprog_accordion_strands)(const mc_accordion_turns *t, int64_t to) {
  enum { LANES = MC_FN(ACCORDION_LANES), ROWS = MC_FN(ACCORDION_ROWS) };
  uint16_t block[ROWS * LANES];
  for (int64_t k = t->from, next; k <= to; k = next) {
    const bool stored = k <= t->stored;
    next = stored && t->stored < to ? t->stored + 1 : to + 1;
    next = next < k + ROWS ? next : k + ROWS;
    for (int l = 0; l < LANES; l += MC_FN(ACCORDION_GROUP) * VEC_LANES) {
      if (stored)
        MC_FN(accordion_block)(t, l, k, next - k, true, block);
      else
        MC_FN(accordion_block)(t, l, k, next - k, false, block);
    }
    for (int64_t l = 0; l < LANES; l++)
      MC_FN(accordion_put)(t, l, k, next - k, block);
  }
}

#if !defined(__clang__)
#pragma GCC pop_options
#endif
#undef VECTORS
#include "kernels/for_none.h"
