/* The body of tile_body.h for one (+). tile_body.h defines BEST, `min` or `max`, and REACHES, the
   comparison by which a sum is as good as the best; this file undefines them. */
#define TROPICAL(name) MC_JOIN(MC_JOIN(tropical, BEST), name)

/* Takes the sums of the next step. Numbers of a are a_row apart, those of b are side by side. A
   fused product overwrites one of its operands, of which a copy is needed; adders do the first sum,
   which saves a copy. */
MC_INLINE void PART(TROPICAL(step))(PART(tropical_sums) *s, const TYPE *a, int64_t a_row,
                                    const TYPE *b, VEC_TYPE one) {
  VEC_TYPE p[PART(TROPICAL_VECTORS)];
  MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)
    p[v] = VEC(load)(b + v * VEC_LANES);
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++) {
    const VEC_TYPE q = VEC(set)(a[r * a_row]);
    MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++) {
      const VEC_TYPE sum = r + v == 0 ? VEC(add)(q, p[v]) : VEC(add_by_fma)(q, one, p[v]);
      s->best[r][v] = VEC(BEST)(sum, s->best[r][v]);
    }
  }
}

/* The best sums of `steps` steps. */
MC_INLINE PART(tropical_sums) PART(TROPICAL(sums))(const TYPE *a, const TYPE *b,
                                                   int64_t steps) {
  enum { LANES = MC_TROPICAL_LANES, AT_ONCE = MC_TROPICAL_AT_ONCE };
  PART(tropical_sums) s;
  const VEC_TYPE one = VEC(one)();
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)
      s.best[r][v] = VEC(add)(VEC(set)(a[r]), VEC(load)(b + v * VEC_LANES));
  MC_UNROLL for (int u = 1; u < AT_ONCE; u++)
    PART(TROPICAL(step))(&s, a + u * LANES, 1, b + u * LANES, one);
  for (int64_t k = AT_ONCE; k < steps; k += AT_ONCE)
    MC_UNROLL for (int u = 0; u < AT_ONCE; u++)
      PART(TROPICAL(step))(&s, a + (k + u) * LANES, 1, b + (k + u) * LANES, one);
  return s;
}

static void FN(MC_JOIN(tropical, BEST))(const void *a_, const void *b_, int64_t d, void *c_,
                                        int64_t stride) {
  const TYPE *a = a_, *b = b_;
  TYPE *c = c_;
  MC_FN(fetch_rows)(c, MC_TROPICAL_LANES * sizeof *c, stride * (int64_t) sizeof *c, true);
  for (int at = 0; at < MC_TROPICAL_LANES; at += PART(TROPICAL_WIDTH)) {
    const PART(tropical_sums) s = PART(TROPICAL(sums))(a, b + at, d);
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
      MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++) {
        TYPE *to = c + r * stride + at + v * VEC_LANES;
        VEC(store)(to, VEC(BEST)(s.best[r][v], VEC(load)(to)));
      }
  }
}

/* A register tile of a square, from rows of a and a strip of b whose rows are `b_row` apart. */
MC_INLINE void PART(TROPICAL(within))(const TYPE *a, const TYPE *b, int64_t b_row, TYPE *c) {
  enum { SIDE = MC_TROPICAL_SIDE, AT_ONCE = MC_TROPICAL_AT_ONCE };
  PART(tropical_sums) s;
  const VEC_TYPE one = VEC(one)();
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)
      s.best[r][v] = VEC(load)(c + r * SIDE + v * VEC_LANES);
  for (int64_t k = 0; k < SIDE; k += AT_ONCE, a += AT_ONCE, b += AT_ONCE * b_row)
    MC_UNROLL for (int u = 0; u < AT_ONCE; u++)
      PART(TROPICAL(step))(&s, a + u, SIDE, b + u * b_row, one);
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)
      VEC(store)(c + r * SIDE + v * VEC_LANES, s.best[r][v]);
}

static void FN(TROPICAL(square))(const void *a_, const void *b_, void *c_, int64_t rows) {
  enum {
    SIDE = MC_TROPICAL_SIDE,
    ROWS = MC_TROPICAL_ROWS,
    WIDTH = PART(TROPICAL_WIDTH),
    PACK = MC_IS_NARROW(WIDTH, SIDE)
  };
  const TYPE *a = a_, *b = b_;
  TYPE *c = c_;
  const size_t width = WIDTH * sizeof *b, side = SIDE * sizeof *b;
  _Alignas(64) TYPE strip[PACK ? SIDE * WIDTH : 1];
  for (int at = 0; at < SIDE; at += WIDTH) {
    if (PACK)
      MC_FN(pack_strip)(strip, b + at, SIDE, width, side);
    for (int64_t row = 0; row < rows; row += ROWS) {
      const bool last = row + ROWS >= rows;
      if (!last)
        MC_FN(fetch_rows)(c + (row + ROWS) * SIDE + at, width, side, true);
      if (PACK && !last && at == 0)
        MC_FN(fetch_rows)(a + (row + ROWS) * SIDE, side, side, false);
      if (PACK && at + WIDTH < SIDE)
        MC_FN(fetch_rows)(b + row * SIDE + at + WIDTH, width, side, false);
      PART(TROPICAL(within))(a + row * SIDE, PACK ? strip : b + at, PACK ? WIDTH : SIDE,
                             c + row * SIDE + at);
    }
  }
}

/* Takes the best sums of the next MC_RECORD_STEPS steps, and records `mark` where they win. */
MC_INLINE void PART(TROPICAL(record))(PART(tropical_records) *s, const TYPE *a, const TYPE *b,
                                      VEC_STEP mark, VEC_TYPE one) {
  enum { LANES = MC_TROPICAL_LANES, VECTORS = PART(TROPICAL_VIA_VECTORS) };
  VEC_TYPE p[MC_RECORD_STEPS][VECTORS];
  MC_UNROLL for (int u = 0; u < MC_RECORD_STEPS; u++)
    MC_UNROLL for (int v = 0; v < VECTORS; v++)
      p[u][v] = VEC(load)(b + u * LANES + v * VEC_LANES);
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int v = 0; v < VECTORS; v++) {
      VEC_TYPE best = VEC(add_by_fma)(VEC(set)(a[r]), one, p[0][v]);
      MC_UNROLL for (int u = 1; u < MC_RECORD_STEPS; u++)
        best = VEC(BEST)(VEC(add_by_fma)(VEC(set)(a[u * LANES + r]), one, p[u][v]), best);
      VEC(MC_JOIN(take, BEST))(&s->best[r][v], &s->via[r][v], best, mark);
    }
}

/* Replaces the groups that are recorded in a row of steps by the first steps that give the row's
   numbers. */
MC_INLINE void PART(TROPICAL(resolve))(const TYPE *a, const TYPE *b, int64_t d, const TYPE *c,
                                       int32_t *via, int32_t first) {
  const int32_t limit = INT32_MAX - (int32_t) d;
  uint32_t marked = mc_above16(via, limit) | mc_above16(via + 16, limit) << 16;
  for (; marked != 0; marked &= marked - 1) {
    const int l = __builtin_ctz(marked);
    const int64_t k = INT32_MAX - via[l];
    int step = MC_RECORD_STEPS - 1; /* the last step, if no other gives the number */
    MC_UNROLL for (int u = MC_RECORD_STEPS - 2; u >= 0; u--) {
      const TYPE sum = a[(k + u) * MC_TROPICAL_LANES] + b[(k + u) * MC_TROPICAL_LANES + l];
      step = sum REACHES c[l] ? u : step;
    }
    via[l] = first + (int32_t) k + step;
  }
}

static void FN(TROPICAL(via))(const void *a_, const void *b_, int64_t d, void *c_,
                              int32_t *via, int64_t stride, int32_t first) {
  enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, STEPS = MC_RECORD_STEPS };
  const TYPE *a = a_, *b = b_;
  TYPE *c = c_;
  const VEC_TYPE one = VEC(one)();
  const VEC_STEP by = VEC(step_set)(STEPS == 1 ? 1 : -STEPS); /* from one mark to the next */
  MC_FN(fetch_rows)(c, LANES * sizeof *c, stride * (int64_t) sizeof *c, true);
  for (int at = 0; at < LANES; at += PART(TROPICAL_VIA_WIDTH)) {
    PART(tropical_records) s;
    MC_UNROLL for (int r = 0; r < ROWS; r++)
      MC_UNROLL for (int v = 0; v < PART(TROPICAL_VIA_VECTORS); v++) {
        const int64_t from = r * stride + at + v * VEC_LANES;
        s.best[r][v] = VEC(load)(c + from);
        s.via[r][v] = VEC(step_load)(via + from);
      }
    VEC_STEP mark = VEC(step_set)(STEPS == 1 ? first : INT32_MAX);
    for (int64_t k = 0; k < d; k += STEPS) {
      PART(TROPICAL(record))(&s, a + k * LANES, b + k * LANES + at, mark, one);
      mark = VEC(step_add)(mark, by);
    }
    MC_UNROLL for (int r = 0; r < ROWS; r++)
      MC_UNROLL for (int v = 0; v < PART(TROPICAL_VIA_VECTORS); v++) {
        const int64_t to = r * stride + at + v * VEC_LANES;
        VEC(store)(c + to, s.best[r][v]);
        VEC(step_store)(via + to, s.via[r][v]);
      }
  }
  if (STEPS > 1)
    for (int r = 0; r < ROWS; r++)
      PART(TROPICAL(resolve))(a + r, b, d, c + r * stride, via + r * stride, first);
}

#undef TROPICAL
#undef BEST
#undef REACHES
