/* dynprog_accordion_cell, _tile, _bounds, _triangle, _strands: accordion folding of a chain of
   residues 0, ..., n - 1 (Tithi et al., section II.B). A strand (i, e) is the residues
   i, ..., e - 1. Its end e is a turn. F(e, k) is the number of contacts at the turn e between the
   strand (e, k) and a strand before it that is at least as long: F(e, k) = #{0 < s < k - e:
   residues e - 1 - s and e + s are hydrophobic}. F(e, k) does not decrease with k. F(i, e) is the
   same with the roles of both strands exchanged: F(i, e) = F(e, 2 e - i). Then

     S(i, e) = max over e < k <= n of min(F(i, e), F(e, k)) + S(e, k)

     cell     returns the greatest of `best` and F(e, min(k, mirror)) + S(e, k), from <= k < to
              (the loop of figure 2; f and s are rows e of F and S)
     tile     x[i] = max(x[i], min(cap[i], f[k]) + s[k]) for 64 i and all k < steps <= 64
              (D of figure 3)

   The other kernels take O(n^2) time for all strands together. The minimum is F(e, k) for
   k <= 2 e - i. For greater k it is F(i, e), which does not depend on k:

     P(e, k) = max over e < m <= k of F(e, m) + S(e, m)
     U(e, k) = max over k <= m <= n of S(e, m)
     S(i, e) = max(P(e, k), F(e, k) + U(e, k + 1)) with k = 2 e - i

   If i <= 2 e - n, no next strand is longer than (i, e). So S(i, e) is the same for all these i; it
   is top[e].

   These kernels compute a turn group at a time: 32 turns e, one in each lane. S is a table with a
   row for each start. So the strands that start at i and end at the 32 turns are 32 neighbours in
   row i. For a start i a lane reads column k = 2 e - i of row e. Eight rows are read in the order
   of memory and transposed, for eight starts at a time. A chunk is 32 starts.

     bounds    for the chunks c = from, ..., to - 1 in all lanes:
                 bound[c + 1] = max(bound[c], S(e, 2 e - i) for all i of chunk c)
     triangle  the starts of the turn group itself. For each turn e, the last one first:
                 the bounds of its lane for the chunks from, ..., own - 1, as above
                 for i = e - 1 down to the first turn of the group
                   F(i, e), P(e, 2 e - i) and S(i, e)
               state = F(e, 2 e - first) and P(e, 2 e - first) of all lanes
     strands   the chunks from, from - 1, ..., to. For each start i, the last one first, in all
               lanes:
                 F(i, e), P(e, 2 e - i) and S(i, e)
               S(e, k) and U(e, k) come from rows and bounds in chunks >= t->table, and from top[k]
               and after[k] in lower chunks. state is read at first and written at the end */

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
  MC_FN(ACCORDION_GROUP) = VEC_LANES >= 16 ? 32 / VEC_LANES : 8
};

/* S(e, 2 e - i) of a lane for the starts i of chunk c; the last start comes first in memory. */
MC_INLINE const uint16_t *MC_FN(accordion_next)(const mc_accordion_group *t, int64_t lane,
                                                int64_t c) {
  enum { LANES = MC_FN(ACCORDION_LANES) };
  const mc_accordion_rows *own = &t->rows[t->first / LANES];
  return own->number + lane * (own->width + 2) + t->first - c * LANES - (LANES - 1);
}

/* The greatest of the 32 numbers of a chunk. */
MC_INLINE uint16_t MC_FN(accordion_largest)(const uint16_t *x) {
  uint16_t best = 0;
  VECTORS for (int k = 0; k < MC_FN(ACCORDION_LANES); k++) best = x[k] > best ? x[k] : best;
  return best;
}

/* Computes the bounds of one lane for the chunks from, ..., to - 1. Returns bound[to]. */
MC_INLINE uint16_t MC_FN(accordion_bound)(const mc_accordion_group *t, int64_t lane, int64_t from,
                                          int64_t to) {
  enum { LANES = MC_FN(ACCORDION_LANES) };
  uint16_t *bound = t->bound + (from - t->table) * LANES + lane, best = *bound;
  for (int64_t c = from; c < to; c++) {
    const uint16_t largest = MC_FN(accordion_largest)(MC_FN(accordion_next)(t, lane, c));
    best = largest > best ? largest : best;
    bound += LANES;
    *bound = best;
  }
  return best;
}

/* Asks for the numbers that accordion_bound() reads for a lane. Rows of neighbouring lanes are
   often on different pages, so the processor does not fetch these numbers ahead by itself. */
MC_INLINE void MC_FN(accordion_prefetch)(const mc_accordion_group *t, int64_t lane, int64_t from,
                                         int64_t to) {
  enum { LANES = MC_FN(ACCORDION_LANES) };
  for (int64_t c = from; c <= to; c++) /* rows are not aligned: one cache line more than chunks */
    __builtin_prefetch(MC_FN(accordion_next)(t, lane, to - 1 - (c - from)));
}

static void MC_FN(dynprog_accordion_bounds)(const mc_accordion_group *t, int64_t from,
                                            int64_t to) {
  enum { LANES = MC_FN(ACCORDION_LANES), AHEAD = 16 };
  for (int64_t lane = 0; lane < AHEAD; lane++)
    MC_FN(accordion_prefetch)(t, lane, from, to);
  for (int64_t lane = 0; lane < LANES; lane++) {
    if (lane + AHEAD < LANES)
      MC_FN(accordion_prefetch)(t, lane + AHEAD, from, to);
    MC_FN(accordion_bound)(t, lane, from, to);
  }
}

static void MC_FN(dynprog_accordion_triangle)(const mc_accordion_group *t, int64_t from) {
  enum { LANES = MC_FN(ACCORDION_LANES) };
  const int64_t own = t->first / LANES, width = t->rows[own].width;
  for (int64_t lane = LANES - 1; lane >= 0; lane--) {
    const uint8_t *is = t->hydrophobic + t->first + lane;
    uint16_t *row = t->rows[own].number + lane * width + lane, *x = row;
    uint16_t after[LANES], u = MC_FN(accordion_bound)(t, lane, from, own);
    for (int64_t d = lane; d > 0; d--) {
      after[d] = u;
      u = row[d] > u ? row[d] : u;
    }
    uint16_t f = (uint16_t) - (is[-1] & is[0]), p = 0; /* neighbours in the chain count for 0 */
    for (int64_t d = 1; d <= lane; d++) {
      x -= width;
      f = (uint16_t) (f + (is[-d] & is[d - 1]));
      const uint16_t shorter = (uint16_t) (f + row[d]), longer = (uint16_t) (f + after[d]);
      p = shorter > p ? shorter : p;
      *x = longer > p ? longer : p;
    }
    t->state[lane] = f;
    t->state[LANES + lane] = p;
  }
}

/* next[r * 32 + lane] = S(e, 2 e - i) for the starts i = 32 c + r of chunk c. */
MC_INLINE void MC_FN(accordion_gather)(const mc_accordion_group *t, int64_t c, uint16_t *next) {
  enum { LANES = MC_FN(ACCORDION_LANES), ROWS = 8 };
  const int64_t stride = t->rows[t->first / LANES].width + 2;
  for (int64_t lane = 0; lane < LANES; lane += ROWS) {
    const uint16_t *x = MC_FN(accordion_next)(t, lane, c);
    for (int64_t i = LANES - 1; i >= 0; i -= ROWS, x += ROWS)
      VEC(transpose8)(x, stride, next + i * LANES + lane, -LANES);
  }
}

/* F and P of some vectors of lanes. */
typedef struct {
  VEC_TYPE f[MC_FN(ACCORDION_GROUP)], p[MC_FN(ACCORDION_GROUP)];
} MC_FN(accordion_lanes);

/* One start i. `here` says whether residue i is hydrophobic, `there` says the same of the lanes'
   residues 2 e - i - 1; s and u are S(e, 2 e - i) and U(e, 2 e - i + 1). x becomes S(i, e). */
MC_INLINE void MC_FN(accordion_start)(MC_FN(accordion_lanes) * lanes, uint16_t here,
                                      const uint16_t *there, const uint16_t *s, const uint16_t *u,
                                      uint16_t *x) {
  const VEC_TYPE is = VEC(set)(here);
  MC_UNROLL for (int v = 0; v < MC_FN(ACCORDION_GROUP); v++) {
    const int at = v * VEC_LANES;
    const VEC_TYPE f = VEC(add)(lanes->f[v], VEC(min)(is, VEC(load)(there + at)));
    lanes->f[v] = f;
    lanes->p[v] = VEC(max)(lanes->p[v], VEC(add)(f, VEC(load)(s + at)));
    VEC(store)(x + at, VEC(max)(lanes->p[v], VEC(add)(f, VEC(load)(u + at))));
  }
}

/* The starts of chunk c for STEP lanes from lane l on, two starts at a time: 32 c + 2 q + 1 and
   32 c + 2 q. `stored` is a constant: does `next` hold S(e, 2 e - i), or are these in top? */
MC_INLINE void MC_FN(accordion_chunk)(const mc_accordion_group *t, int l, int64_t c, bool stored,
                                      const uint16_t *next) {
  enum { V = MC_FN(ACCORDION_GROUP), LANES = MC_FN(ACCORDION_LANES), STEP = V * VEC_LANES };
  const int64_t half = LANES / 2 * c, first = t->first + l - half, width = t->rows[c].width;
  const uint16_t *even = t->residue.at[0], *odd = t->residue.at[1];
  const uint16_t *top[2] = {t->top.at[0] + first, t->top.at[1] + first - 1};
  const uint16_t *behind[2] = {t->after.at[1] + first, t->after.at[0] + first};
  uint16_t *x = t->rows[c].number + t->first + l - c * LANES;
  uint16_t *state = t->state + l, after[LANES * STEP];
  MC_FN(accordion_lanes) lanes;
  MC_UNROLL for (int v = 0; v < V; v++) {
    lanes.f[v] = VEC(load)(state + v * VEC_LANES);
    lanes.p[v] = VEC(load)(state + LANES + v * VEC_LANES);
  }
  if (stored)
    MC_UNROLL for (int v = 0; v < V; v++) {
      const int at = v * VEC_LANES;
      VEC_TYPE u = VEC(load)(t->bound + (c - t->table) * LANES + l + at);
      for (int i = 0; i < LANES; i++) {
        VEC(store)(after + i * STEP + at, u);
        u = VEC(max)(u, VEC(load)(next + i * LANES + l + at));
      }
    }
  for (int64_t q = LANES / 2 - 1; q >= 0; q--) {
    const uint16_t *s = next + 2 * q * LANES + l, *u = after + 2 * q * STEP;
    MC_FN(accordion_start)
    (&lanes, odd[half + q], even + first - q - 1, stored ? s + LANES : top[1] - q,
     stored ? u + STEP : behind[1] - q, x + (2 * q + 1) * width);
    MC_FN(accordion_start)
    (&lanes, even[half + q], odd + first - q - 1, stored ? s : top[0] - q,
     stored ? u : behind[0] - q, x + 2 * q * width);
  }
  MC_UNROLL for (int v = 0; v < V; v++) {
    VEC(store)(state + v * VEC_LANES, lanes.f[v]);
    VEC(store)(state + LANES + v * VEC_LANES, lanes.p[v]);
  }
}

static void MC_FN(dynprog_accordion_strands)(const mc_accordion_group *t, int64_t from,
                                             int64_t to) {
  enum { LANES = MC_FN(ACCORDION_LANES), STEP = MC_FN(ACCORDION_GROUP) * VEC_LANES };
  _Alignas(64) uint16_t next[LANES * LANES];
  for (int64_t c = from; c >= to; c--) {
    const bool stored = c >= t->table;
    if (stored)
      MC_FN(accordion_gather)(t, c, next);
    for (int l = 0; l < LANES; l += STEP) {
      if (stored)
        MC_FN(accordion_chunk)(t, l, c, true, next);
      else
        MC_FN(accordion_chunk)(t, l, c, false, next);
    }
  }
}

#if !defined(__clang__)
#pragma GCC pop_options
#endif
#undef VECTORS
#include "kernels/for_none.h"
