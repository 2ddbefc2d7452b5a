/* sort_few() of sort.h for one type (kernels/for_f64.h). */

enum {
  PART(SORT_BLOCK) = MC_SORT_ROWS * VEC_LANES, /* the most numbers of a block */
  PART(SORT_MOST) = 4 * PART(SORT_BLOCK)       /* the most numbers that sort_few() sorts */
};

/* Brings rows i < j of v in order, lane by lane. Nothing is done if row j is not there: a missing
   row stands for the greatest numbers. `rows` and `v` are variables of the caller. */
#define MC_EXCHANGE(i, j)                                                              \
  if ((j) < rows) {                                                                    \
    const VEC_TYPE lesser = VEC(lesser)(v[i], v[j]);                                   \
    v[j] = VEC(greater)(v[i], v[j], lesser);                                           \
    v[i] = lesser;                                                                     \
  }

/* Row r of n numbers. The caller knows that the first `full` rows are full. Other rows are filled
   up with the greatest number. */
MC_INLINE VEC_TYPE PART(row)(const TYPE *a, int n, int full, int r) {
  return r < full ? VEC(load)(a + r * VEC_LANES)
                  : VEC(load_upto)(a + r * VEC_LANES, n - r * VEC_LANES, GREATEST);
}

MC_INLINE void PART(put_row)(TYPE *a, int n, int full, int r, VEC_TYPE v) {
  if (r < full)
    VEC(store)(a + r * VEC_LANES, v);
  else
    VEC(store_upto)(a + r * VEC_LANES, n - r * VEC_LANES, v);
}

/* Within each row lane l meets lane l ^ by. Lanes with the bit `high` take the greater number. */
MC_INLINE void PART(sort_within)(VEC_TYPE *v, int rows, int by, int high) {
  MC_UNROLL for (int r = 0; r < rows; r++)
    v[r] = VEC(order)(v[r], VEC(xor_lanes)(v[r], by), high);
}

/* ---- one block ---- */

/* One level of a merge, in blocks of `block` rows. Row r of a block meets row block - 1 - r, which
   is read backwards. The lesser numbers come to the first half of the block, the greater numbers to
   the second half. Bit r of `there` says whether row r is there. If one of two rows is not there,
   the other row holds the lesser numbers. Rows that move for this reason are not read backwards:
   of 6 and 12 rows, all rows of a block move then, so the next level compares the same pairs of
   numbers. (That does not hold for 7 or 14 rows.) Returns which rows are there afterwards; after
   the last level these are the first rows. */
MC_INLINE unsigned PART(sort_level)(VEC_TYPE *v, int rows, unsigned there, int block, int columns) {
  VEC_TYPE to[MC_SORT_ROWS];
  const int half = block / 2;
  unsigned then = 0;
  MC_UNROLL for (int p = 0; p < rows / 2; p++) {
    const int first = p / half * block, r = p % half;
    const int low = first + r, high = first + block - 1 - r;
    const bool has_low = there >> low & 1, has_high = there >> high & 1;
    if (has_low && has_high) {
      const VEC_TYPE a = v[low], b = VEC(xor_lanes)(v[high], columns - 1);
      to[low] = VEC(lesser)(a, b);
      to[first + half + r] = VEC(greater)(a, b, to[low]);
      then |= 1U << low | 1U << (first + half + r);
    } else if (has_low || has_high) {
      to[low] = has_low ? v[low] : v[high];
      then |= 1U << low;
    }
  }
  MC_UNROLL for (int r = 0; r < rows; r++)
    if (then >> r & 1)
      v[r] = to[r];
  return then;
}

/* Merges neighbouring groups of columns / 2 columns, each sorted row by row. */
MC_INLINE void PART(sort_merge)(VEC_TYPE *v, int rows, int columns) {
  if (columns > VEC_LANES)
    return;
  const int power = rows > 8 ? 16 : rows > 4 ? 8 : rows > 2 ? 4 : 2;
  unsigned there = (1U << rows) - 1;
  if (power >= 16) there = PART(sort_level)(v, power, there, 16, columns);
  if (power >= 8) there = PART(sort_level)(v, power, there, 8, columns);
  if (power >= 4) there = PART(sort_level)(v, power, there, 4, columns);
  PART(sort_level)(v, power, there, 2, columns);
  PART(sort_within)(v, rows, columns - 1, columns / 2);
  if (columns >= 16) PART(sort_within)(v, rows, 4, 4);
  if (columns >= 8) PART(sort_within)(v, rows, 2, 2);
  if (columns >= 4) PART(sort_within)(v, rows, 1, 1);
}

/* Sorts n numbers, at most `rows` rows, row by row. `full` and `rows` are constants; there are 2,
   4, 6, 8, 12 or 16 rows. */
MC_INLINE void PART(sort_rows)(TYPE *a, int n, int full, int rows) {
  VEC_TYPE v[MC_SORT_ROWS];
  MC_UNROLL for (int r = 0; r < rows; r++)
    v[r] = PART(row)(a, n, full, r);
  if (rows <= 2) {
    MC_NETWORK2(MC_EXCHANGE)
  } else if (rows <= 4) {
    MC_NETWORK4(MC_EXCHANGE)
  } else if (rows <= 8) {
    MC_NETWORK8(MC_EXCHANGE)
#if MC_SORT_ROWS >= 16
  } else {
    MC_NETWORK16(MC_EXCHANGE)
#endif
  }
  PART(sort_merge)(v, rows, 2);
  PART(sort_merge)(v, rows, 4);
  PART(sort_merge)(v, rows, 8);
  PART(sort_merge)(v, rows, 16);
  MC_UNROLL for (int r = 0; r < rows; r++)
    PART(put_row)(a, n, full, r, v[r]);
}

/* Sorts n <= SORT_BLOCK numbers. */
static __attribute__((noinline)) void PART(sort_block)(TYPE *a, int n) {
  if (n <= 2 * VEC_LANES) PART(sort_rows)(a, n, 0, 2);
  else if (n <= 4 * VEC_LANES) PART(sort_rows)(a, n, 2, 4);
  else if (n <= 6 * VEC_LANES) PART(sort_rows)(a, n, 4, 6);
  else if (n <= 8 * VEC_LANES) PART(sort_rows)(a, n, 6, 8);
#if MC_SORT_ROWS >= 16
  else if (n <= 12 * VEC_LANES) PART(sort_rows)(a, n, 8, 12);
  else PART(sort_rows)(a, n, 12, 16);
#endif
}

/* ---- several blocks ---- */

/* Sorts n numbers, at most `rows` rows. They are bitonic if the block is filled up with the
   greatest number. */
MC_INLINE void PART(clean_rows)(TYPE *a, int n, int full, int rows) {
  VEC_TYPE v[MC_SORT_ROWS];
  MC_UNROLL for (int r = 0; r < rows; r++)
    v[r] = PART(row)(a, n, full, r);
  MC_UNROLL for (int half = MC_SORT_ROWS / 2; half > 0; half /= 2) {
    MC_UNROLL for (int p = 0; p < MC_SORT_ROWS / 2; p++) {
      const int i = p / half * 2 * half + p % half;
      MC_EXCHANGE(i, i + half)
    }
  }
  if (VEC_LANES >= 16) PART(sort_within)(v, rows, 8, 8);
  if (VEC_LANES >= 8) PART(sort_within)(v, rows, 4, 4);
  if (VEC_LANES >= 4) PART(sort_within)(v, rows, 2, 2);
  if (VEC_LANES >= 2) PART(sort_within)(v, rows, 1, 1);
  MC_UNROLL for (int r = 0; r < rows; r++)
    PART(put_row)(a, n, full, r, v[r]);
}

static __attribute__((noinline)) void PART(clean_block)(TYPE *a, int n) {
  enum { QUARTER = MC_SORT_ROWS / 4 };
  if (n <= QUARTER * VEC_LANES) PART(clean_rows)(a, n, 0, QUARTER);
  else if (n <= 2 * QUARTER * VEC_LANES) PART(clean_rows)(a, n, QUARTER, 2 * QUARTER);
  else if (n <= 3 * QUARTER * VEC_LANES) PART(clean_rows)(a, n, 2 * QUARTER, 3 * QUARTER);
  else PART(clean_rows)(a, n, 3 * QUARTER, MC_SORT_ROWS);
}

MC_INLINE VEC_TYPE PART(backwards)(VEC_TYPE v) {
  return VEC_LANES > 1 ? VEC(xor_lanes)(v, VEC_LANES - 1) : v;
}

/* Sorts n numbers. They are bitonic if they are filled up to `room` numbers with the greatest
   number. `room` is a power of two of blocks. */
static void PART(clean_blocks)(TYPE *a, int n, int room) {
  if (room == PART(SORT_BLOCK)) {
    PART(clean_block)(a, n);
    return;
  }
  const int half = room / 2;
  if (n <= half) {
    PART(clean_blocks)(a, n, half);
    return;
  }
  TYPE *b = a + half;
  n -= half;
  const int full = n / VEC_LANES;
  for (int r = 0; r * VEC_LANES < n; r++) {
    const VEC_TYPE v = VEC(load)(a + r * VEC_LANES), w = PART(row)(b, n, full, r);
    const VEC_TYPE lesser = VEC(lesser)(v, w);
    VEC(store)(a + r * VEC_LANES, lesser);
    PART(put_row)(b, n, full, r, VEC(greater)(v, w, lesser));
  }
  PART(clean_blocks)(a, half, half);
  PART(clean_blocks)(b, n, half);
}

/* Sorts 1 <= n <= SORT_MOST numbers. */
static void PART(sort_few)(TYPE *a, int n) {
  if (n <= PART(SORT_BLOCK)) {
    PART(sort_block)(a, n);
    return;
  }
  int half = PART(SORT_BLOCK);
  while (2 * half < n)
    half *= 2;
  TYPE *b = a + half;
  n -= half;
  PART(sort_few)(a, half);
  PART(sort_few)(b, n);
  const int full = n / VEC_LANES;
  for (int r = 0; r * VEC_LANES < n; r++) { /* row r of b meets the row as far before b */
    TYPE *x = b - (r + 1) * VEC_LANES;
    const VEC_TYPE v = VEC(load)(x), w = PART(backwards)(PART(row)(b, n, full, r));
    const VEC_TYPE lesser = VEC(lesser)(v, w);
    VEC(store)(x, lesser);
    PART(put_row)(b, n, full, r, PART(backwards)(VEC(greater)(v, w, lesser)));
  }
  PART(clean_blocks)(a, half, half);
  PART(clean_blocks)(b, n, half);
}

#undef MC_EXCHANGE
