/* The body of block.h for one kind of sums. block.h defines OP, BEST() of two vectors, BETTER,
   WORST and PRODUCTS (0: none, 1: exact, 2: rounded first); this file undefines them. */
#define BLOCK(name) MC_FN(MC_JOIN(dynprog_##name, OP))
#define HELPER(name) MC_JOIN(dynprog_##name, OP)

/* The better one of x and the sum of a step: q is p_i p_j, p is p_k. */
MC_INLINE double HELPER(meet)(double x, double a, double b, double q, double p) {
  const double s = PRODUCTS ? (a + b) + q * p : a + b;
  return s BETTER x ? s : x;
}

MC_INLINE double HELPER(finish)(const mc_dynprog_block *t, int64_t r, int64_t c, double x) {
  if (t->weight == NULL)
    return x;
  const double w = t->weight[r * MC_DYNPROG_SIDE + c];
  if (!t->pairs)
    return x + w;
  if (r == 0 || c + 1 == t->columns)
    return x;
  const double s = t->x[(r - 1) * t->stride + c + 1] + w;
  return s BETTER x ? s : x;
}

/* The same for vectors. `soon`: the next operation waits for this sum. */
MC_INLINE VEC_TYPE HELPER(meet_vector)(VEC_TYPE x, VEC_TYPE a, VEC_TYPE b, VEC_TYPE q, VEC_TYPE p,
                                       bool soon) {
  const VEC_TYPE s = PRODUCTS || soon ? VEC(add)(a, b) : VEC(add_by_fma)(a, VEC(one)(), b);
  if (PRODUCTS == 0)
    return BEST(s, x);
  return BEST(PRODUCTS == 1 ? VEC(fma)(q, p, s) : VEC(add)(s, VEC(mul)(q, p)), x);
}

static double BLOCK(cell)(const mc_dynprog_block *t) {
  const double q = PRODUCTS ? t->p_row[0] * t->p_column[0] : 0;
  double x = t->x[0];
  for (int64_t k = 0; k < t->steps; k++)
    x = HELPER(meet)(x, t->a[k], t->b[k * t->stride], q, PRODUCTS ? t->p_step[k] : 0);
  return x;
}

/* The best sum of the steps first, ..., first + SPLIT_STEPS - 1. */
enum { HELPER(SPLIT_STEPS) = 64 };
MC_INLINE double HELPER(best_of)(const mc_dynprog_block *t, int64_t first, double q) {
  VEC_TYPE x = VEC(set)(WORST);
  const VEC_TYPE product = VEC(set)(q);
  for (int64_t k = first; k < first + HELPER(SPLIT_STEPS); k += VEC_LANES)
    x = HELPER(meet_vector)(x, VEC(load)(t->a + k), VEC(load)(t->b + k), product,
                            PRODUCTS ? VEC(load)(t->p_step + k) : x, true);
  double lane[VEC_LANES], best = WORST;
  VEC(store)(lane, x);
  for (int l = 0; l < VEC_LANES; l++)
    best = lane[l] BETTER best ? lane[l] : best;
  return best;
}

static int64_t BLOCK(split)(const mc_dynprog_block *t, double *best) {
  const double q = PRODUCTS ? t->p_row[0] * t->p_column[0] : 0;
  int64_t at = -1, unseen = 0; /* the first step that vectors have not searched */
  for (int64_t k = 0; k < t->steps; k++) {
    while (k >= unseen && t->stride == 1 && k + HELPER(SPLIT_STEPS) <= t->steps) {
      const double x = HELPER(best_of)(t, k, q);
      if (x BETTER *best && !(t->x != NULL && *t->x BETTER x))
        unseen = k + HELPER(SPLIT_STEPS);
      else
        k += HELPER(SPLIT_STEPS);
    }
    if (k == t->steps)
      break;
    const double s =
      HELPER(meet)(WORST, t->a[k], t->b[k * t->stride], q, PRODUCTS ? t->p_step[k] : 0);
    if (s BETTER *best) {
      *best = s;
      at = k;
      if (t->x != NULL && s == *t->x)
        return at;
    }
  }
  return at;
}

static void BLOCK(splits)(const mc_dynprog_block *t, int32_t *split) {
  for (int64_t k = 1; k < t->steps; k++) {
    const double a = t->a[k], p_row = PRODUCTS ? t->p_row[0] : 0, p = PRODUCTS ? t->p_step[k] : 0;
    const double *restrict b = t->b + k * t->stride, *restrict p_column = t->p_column;
    double *restrict x = t->x;
    int32_t *restrict at = split;
    VECTORS for (int64_t c = 0; c < k; c++) {
      const double s = HELPER(meet)(WORST, a, b[c], PRODUCTS ? p_row * p_column[c] : 0, p);
      at[c] = s BETTER x[c] ? (int32_t) k : at[c];
      x[c] = s BETTER x[c] ? s : x[c];
    }
  }
}

/* x[c] = best(x[c], a + b[c]) for c < n; p_row and p_step are numbers. */
MC_INLINE void HELPER(push)(double *restrict x, double a, const double *restrict b, int64_t n,
                            double p_row, double p_step, const double *restrict p) {
  VECTORS for (int64_t c = 0; c < n; c++)
    x[c] = HELPER(meet)(x[c], a, b[c], PRODUCTS ? p_row * p[c] : 0, p_step);
}

static void BLOCK(product)(const mc_dynprog_block *t) {
  for (int64_t r = 0; r < t->rows; r++)
    for (int64_t k = 0; k < t->steps; k++)
      HELPER(push)(t->x + r * t->stride, t->a[r * t->stride + k], t->b + k * t->stride,
                   t->columns, PRODUCTS ? t->p_row[r] : 0, PRODUCTS ? t->p_step[k] : 0,
                   t->p_column);
}

static void BLOCK(inner)(const mc_dynprog_block *t) {
  for (int64_t r = 1; r < t->rows; r++) {
    double *row = t->x + r * t->stride;
    for (int64_t k = r - 1; k >= 0; k--) {
      row[k] = HELPER(finish)(t, r, k, row[k]);
      HELPER(push)(row, row[k], t->x + k * t->stride, k, PRODUCTS ? t->p_row[r] : 0,
                   PRODUCTS ? t->p_column[k] : 0, t->p_column);
    }
  }
}

/* ---- beside ---- */

/* Eight rows of the block. Rows that the block does not have are a row of WORST. */
typedef struct {
  double *row[8];
  const double *a[8];
  double p[8];
  int64_t first, count;
} HELPER(rows);

/* Updates eight rows of a vector of columns by one step: `row` has the eight rows of the left
   operand, b the vector of the right one. */
MC_INLINE void HELPER(meet_eight)(VEC_TYPE *x, const double *const *row, int64_t k,
                                  const double *b, const VEC_TYPE *q, double p) {
  const VEC_TYPE from = VEC(load)(b);
  const VEC_TYPE by = PRODUCTS ? VEC(set)(p) : from;
  MC_UNROLL for (int r = 0; r < 8; r++)
    x[r] = HELPER(meet_vector)(x[r], VEC(set)(row[r][k]), from, q[r], by, false);
}

/* Updates columns c, ..., c + VEC_LANES - 1 of a group of rows by the rows above the group and the
   columns behind, or by those of them that can be best. */
MC_INLINE void HELPER(strip)(const mc_dynprog_block *t, const HELPER(rows) *g, int64_t c) {
  const double *const *row = (const double *const *) g->row;
  const double *x_c = t->x + c, *b_c = t->b + c;
  const bool some = PRODUCTS == 1 && t->above != NULL;
  VEC_TYPE x[8], q[8];
  MC_UNROLL for (int r = 0; r < 8; r++) {
    x[r] = VEC(load)(row[r] + c);
    q[r] = PRODUCTS ? VEC(mul)(VEC(set)(g->p[r]), VEC(load)(t->p_column + c)) : x[r];
  }
#define ABOVE(k) HELPER(meet_eight)(x, g->a, k, x_c + (k) *t->stride, q, PRODUCTS ? t->p_row[k] : 0)
#define BEHIND(m) \
  HELPER(meet_eight)(x, row, m, b_c + (m) *t->stride, q, PRODUCTS ? t->p_column[m] : 0)
  if (some) {
    const int64_t above = g->first / MC_DYNPROG_GROUP, behind = c / MC_DYNPROG_GROUP;
    for (uint64_t steps = t->above->of[above]; steps != 0; steps &= steps - 1)
      ABOVE(__builtin_ctzll(steps));
    for (int64_t m = c + VEC_LANES; m < (behind + 1) * MC_DYNPROG_GROUP; m++)
      BEHIND(m);
    for (uint64_t steps = t->behind->of[behind]; steps != 0; steps &= steps - 1)
      BEHIND(__builtin_ctzll(steps));
  } else {
    for (int64_t k = 0; k < g->first; k++)
      ABOVE(k);
    for (int64_t m = c + VEC_LANES; m < t->columns; m++)
      BEHIND(m);
  }
#undef ABOVE
#undef BEHIND
  MC_UNROLL for (int r = 0; r < 8; r++)
    VEC(store)(g->row[r] + c, x[r]);
}

/* The best of x and the pairs of both ends, whose inner intervals are one row above and one column
   behind. */
MC_INLINE VEC_TYPE HELPER(pair)(const mc_dynprog_block *t, int64_t r, int64_t c, VEC_TYPE x) {
  if (r == 0)
    return x;
  const double *within = t->x + (r - 1) * t->stride + c + 1;
  const double *weight = t->weight + r * MC_DYNPROG_SIDE + c;
  if (c + VEC_LANES < t->columns)
    return BEST(VEC(add)(VEC(load)(within), VEC(load)(weight)), x);
  double s[VEC_LANES];
  for (int l = 0; l < VEC_LANES; l++)
    s[l] = l + 1 < VEC_LANES ? within[l] + weight[l] : WORST;
  return BEST(VEC(load)(s), x);
}

/* Finishes row r of a corner. The rows above are finished. */
MC_INLINE void HELPER(corner_row)(const mc_dynprog_block *t, const HELPER(rows) *g, int64_t c,
                                  int r, bool weights) {
  const int64_t row = g->first + r;
  const VEC_TYPE w = weights ? VEC(load)(t->weight + row * MC_DYNPROG_SIDE + c) : VEC(set)(0);
  VEC_TYPE x = VEC(load)(g->row[r] + c);
  const VEC_TYPE q = PRODUCTS ? VEC(mul)(VEC(set)(g->p[r]), VEC(load)(t->p_column + c)) : x;
  for (int k = 0; k < r; k++)
    x = HELPER(meet_vector)(x, VEC(set)(g->a[r][g->first + k]), VEC(load)(g->row[k] + c), q,
                            PRODUCTS ? VEC(set)(g->p[k]) : x, true);
  if (t->pairs && r < g->count)
    x = HELPER(pair)(t, row, c, x);
  MC_UNROLL for (int m = VEC_LANES - 1; m > 0; m--) {
    const VEC_TYPE done = weights ? VEC(add)(x, w) : x;
    x = HELPER(meet_vector)(x, VEC(spread)(done, m), VEC(load)(t->b + (c + m) * t->stride + c), q,
                            PRODUCTS ? VEC(set)(t->p_column[c + m]) : x, true);
  }
  VEC(store)(g->row[r] + c, weights ? VEC(add)(x, w) : x);
}

/* The first column of a block of VEC_LANES columns; blocks are counted from the last one. */
MC_INLINE int64_t HELPER(columns_at)(const mc_dynprog_block *t, int64_t block) {
  return t->columns - (block + 1) * VEC_LANES;
}

/* The corners of `count` groups of rows: that of the first group is in `block`, that of the next
   group in block - 1, and so on. */
MC_INLINE void HELPER(corners)(const mc_dynprog_block *t, const HELPER(rows) *g, int64_t block,
                               int64_t count, bool weights) {
  for (int r = 0; r < 8; r++)
    for (int64_t i = 0; i < count; i++)
      HELPER(corner_row)(t, g + i, HELPER(columns_at)(t, block - i), r, weights);
}

static void BLOCK(beside)(const mc_dynprog_block *t) {
  enum { AT_ONCE = 8 };
  const int64_t groups = (t->rows + 7) / 8, blocks = t->columns / VEC_LANES;
  double worst[MC_DYNPROG_SIDE];
  HELPER(rows) group[MC_DYNPROG_SIDE / 8];
  for (int c = 0; c < MC_DYNPROG_SIDE; c++)
    worst[c] = WORST;
  for (int64_t i = 0; i < groups; i++) {
    HELPER(rows) *g = &group[i];
    g->first = 8 * i;
    g->count = t->rows - g->first < 8 ? t->rows - g->first : 8;
    for (int r = 0; r < 8; r++) {
      const bool there = r < g->count;
      g->row[r] = there ? t->x + (g->first + r) * t->stride : worst;
      g->a[r] = there ? t->a + (g->first + r) * t->stride : worst;
      g->p[r] = PRODUCTS && there ? t->p_row[g->first + r] : 0;
    }
  }
  for (int64_t wave = 0; wave < groups + blocks - 1; wave++) {
    const int64_t last = wave + 1 < groups ? wave + 1 : groups;
    for (int64_t i = wave < blocks ? 0 : wave - blocks + 1; i < last; i += AT_ONCE) {
      const int64_t count = last - i < AT_ONCE ? last - i : AT_ONCE;
      for (int64_t n = i; n < i + count; n++)
        HELPER(strip)(t, &group[n], HELPER(columns_at)(t, wave - n));
      if (!PRODUCTS && t->weight != NULL && !t->pairs)
        HELPER(corners)(t, group + i, wave - i, count, true);
      else
        HELPER(corners)(t, group + i, wave - i, count, false);
    }
  }
}

#undef BLOCK
#undef HELPER
#undef OP
#undef BEST
#undef BETTER
#undef WORST
#undef PRODUCTS
