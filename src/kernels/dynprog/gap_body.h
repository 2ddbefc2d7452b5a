/* The body of gap.h, which defines OP (`min` or `max`), BEST() of two vectors and BETTER; this file
   undefines them. */
#define HELPER(name) MC_JOIN(gap_##name, OP)

enum {
  HELPER(VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES ? MC_TILE_VECTORS
                                                                  : MC_TROPICAL_LANES / VEC_LANES,
  HELPER(WIDTH) = HELPER(VECTORS) * VEC_LANES
};

/* ---- products ---- */

_Static_assert(MC_GAP_FILL % VEC_LANES == 0, "columns are padded to whole vectors");

/* A register tile of four rows and `vectors` vectors. b is a strip whose rows are b_step apart. */
MC_INLINE void HELPER(tile)(const double *a, int64_t a_lane, int64_t a_step, const double *b,
                            int64_t b_step, double *x, int64_t stride, int vectors) {
  const VEC_TYPE one = VEC(one)();
  VEC_TYPE best[MC_TROPICAL_ROWS][HELPER(VECTORS)];
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++)
      best[r][v] = VEC(load)(x + r * stride + v * VEC_LANES);
  for (int64_t k = 0; k < MC_DYNPROG_SIDE; k++) {
    VEC_TYPE from[HELPER(VECTORS)];
    MC_UNROLL for (int v = 0; v < vectors; v++)
      from[v] = VEC(load)(b + k * b_step + v * VEC_LANES);
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++) {
      const VEC_TYPE to = VEC(set)(a[r * a_lane + k * a_step]);
      MC_UNROLL for (int v = 0; v < vectors; v++)
        best[r][v] = BEST(VEC(add_by_fma)(to, one, from[v]), best[r][v]);
    }
  }
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++)
      VEC(store)(x + r * stride + v * VEC_LANES, best[r][v]);
}

/* `vectors` vectors of columns from column c on, in all rows. */
MC_INLINE void HELPER(strips)(const mc_gap_block *t, int64_t c, int vectors) {
  enum { PACK = MC_IS_NARROW(HELPER(WIDTH), MC_DYNPROG_SIDE) };
  const mc_gap_operand a = t->a, b = t->b;
  const double *from = b.at + c / MC_TROPICAL_LANES * b.panel + c % MC_TROPICAL_LANES;
  const int64_t width = vectors * VEC_LANES;
  _Alignas(64) double strip[PACK ? MC_DYNPROG_SIDE * HELPER(WIDTH) : 1];
  if (PACK)
    MC_FN(pack_strip)(strip, from, MC_DYNPROG_SIDE, (size_t) width * sizeof *strip,
                      b.step * (int64_t) sizeof *strip);
  for (int64_t r = 0; r < t->rows; r += MC_TROPICAL_ROWS) {
    const double *to = a.at + r / MC_TROPICAL_LANES * a.panel + r % MC_TROPICAL_LANES * a.lane;
    HELPER(tile)(to, a.lane, a.step, PACK ? strip : from, PACK ? width : b.step,
                 t->x + r * t->stride + c, t->stride, vectors);
  }
}

static void MC_FN(HELPER(product))(const mc_gap_block *t) {
  int64_t c = 0;
  for (; c + HELPER(WIDTH) <= t->columns; c += HELPER(WIDTH))
    HELPER(strips)(t, c, HELPER(VECTORS));
  for (; c < t->columns; c += VEC_LANES)
    HELPER(strips)(t, c, 1);
}

static void MC_FN(HELPER(loops))(const mc_gap_block *t) {
  const mc_gap_operand a = t->a, b = t->b;
  for (int64_t r = 0; r < t->rows; r++)
    for (int64_t k = 0; k < MC_DYNPROG_SIDE; k++) {
      const double to =
        a.at[r / MC_TROPICAL_LANES * a.panel + r % MC_TROPICAL_LANES * a.lane + k * a.step];
      for (int64_t first = 0; first < t->columns; first += MC_TROPICAL_LANES) {
        const double *restrict from = b.at + first / MC_TROPICAL_LANES * b.panel + k * b.step;
        double *restrict x = t->x + r * t->stride + first;
        const int64_t left = t->columns - first;
        const int64_t count = left < MC_TROPICAL_LANES ? left : MC_TROPICAL_LANES;
        VECTORS for (int64_t c = 0; c < count; c++) {
          const double s = to + from[c];
          x[c] = s BETTER x[c] ? s : x[c];
        }
      }
    }
}

/* ---- inner ---- */

/* Updates rows first, ..., first + 3 and columns c, ..., c + VEC_LANES - 1 by the rows above and
   the columns before them. `a` and `b` are the costs of these rows and of these columns. */
MC_INLINE void HELPER(strip)(const mc_gap_block *t, int64_t first, int64_t c, const double *a,
                             const double *b) {
  const VEC_TYPE one = VEC(one)();
  double *row = t->x + first * t->stride;
  VEC_TYPE x[MC_TROPICAL_ROWS];
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    x[r] = VEC(load)(row + r * t->stride + c);
  for (int64_t p = 0; p < first; p++) {
    const VEC_TYPE from = VEC(load)(t->x + p * t->stride + c);
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
      x[r] = BEST(VEC(add_by_fma)(VEC(set)(a[r * t->a.lane + p * t->a.step]), one, from), x[r]);
  }
  for (int64_t q = 0; q < c; q++) {
    const VEC_TYPE gap = VEC(load)(b + q * t->b.step);
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
      x[r] = BEST(VEC(add_by_fma)(VEC(set)(row[r * t->stride + q]), one, gap), x[r]);
  }
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    VEC(store)(row + r * t->stride + c, x[r]);
}

MC_INLINE double HELPER(meet)(double x, double a, double b) {
  const double s = a + b;
  return s BETTER x ? s : x;
}

/* Updates the same numbers by each other and by pairs. gap[l][q] is the cost of a gap from column
   c + q to column c + l. All operands are copied to local arrays, because computing addresses would
   be half of the instructions. */
MC_INLINE void HELPER(corner)(const mc_gap_block *t, int64_t first, int64_t c, const double *a,
                              double gap[VEC_LANES][VEC_LANES]) {
  double *row = t->x + first * t->stride + c, x[MC_TROPICAL_ROWS][VEC_LANES];
  double down[MC_TROPICAL_ROWS][MC_TROPICAL_ROWS];
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int p = 0; p < r; p++)
      down[r][p] = a[r * t->a.lane + (first + p) * t->a.step];
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++) {
    const double *pair = t->pair + (first + r) * MC_DYNPROG_SIDE + c;
    MC_UNROLL for (int l = 0; l < VEC_LANES; l++) {
      double best = row[r * t->stride + l];
      MC_UNROLL for (int p = 0; p < r; p++)
        best = HELPER(meet)(best, down[r][p], x[p][l]);
      if (r > 0 && l > 0)
        best = HELPER(meet)(best, x[r - 1][l - 1], pair[l]);
      else if (first + r > 0 && c + l > 0)
        best = HELPER(meet)(best, row[(r - 1) * t->stride + l - 1], pair[l]);
      MC_UNROLL for (int q = 0; q < l; q++)
        best = HELPER(meet)(best, x[r][q], gap[l][q]);
      x[r][l] = best;
    }
  }
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    MC_UNROLL for (int l = 0; l < VEC_LANES; l++)
      row[r * t->stride + l] = x[r][l];
}

static void MC_FN(HELPER(inner))(const mc_gap_block *t) {
  for (int64_t c = 0; c < t->columns; c += VEC_LANES) {
    const double *b = t->b.at + c / MC_TROPICAL_LANES * t->b.panel + c % MC_TROPICAL_LANES;
    double gap[VEC_LANES][VEC_LANES];
    for (int64_t l = 0; l < VEC_LANES; l++)
      for (int64_t q = 0; q < l; q++)
        gap[l][q] = b[l + (c + q) * t->b.step];
    for (int64_t first = 0; first < t->rows; first += MC_TROPICAL_ROWS) {
      const double *a =
        t->a.at + first / MC_TROPICAL_LANES * t->a.panel + first % MC_TROPICAL_LANES * t->a.lane;
      HELPER(strip)(t, first, c, a, b);
      HELPER(corner)(t, first, c, a, gap);
    }
  }
}

#undef HELPER
#undef OP
#undef BEST
#undef BETTER
