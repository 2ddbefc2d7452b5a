/* The body of sort.h for one type (kernels/for_f64.h). */

enum {
  PART(SORT_MOST) = MC_SORT_ROWS * VEC_LANES, /* the most numbers that the networks sort */
  PART(SORT_RUN) = MC_SORT_RUN * VEC_LANES    /* numbers that a partition reads at once */
};

/* ---- networks ---- */

#define MC_EXCHANGE(i, j)                                                              \
  {                                                                                    \
    const VEC_TYPE lesser = VEC(lesser)(v[i], v[j]);                                   \
    v[j] = VEC(greater)(v[i], v[j]);                                                   \
    v[i] = lesser;                                                                     \
  }

/* One level of a merge, in blocks of `block` rows. Row r of a block meets row block - 1 - r, which
   is read backwards. The lesser numbers come to the first half of the block. */
MC_INLINE void PART(sort_level)(VEC_TYPE *v, int rows, int block, int columns) {
  VEC_TYPE to[MC_SORT_ROWS];
  const int half = block / 2;
  MC_UNROLL for (int p = 0; p < rows / 2; p++) {
    const int first = p / half * block, r = p % half;
    const VEC_TYPE a = v[first + r];
    const VEC_TYPE b = VEC(xor_lanes)(v[first + block - 1 - r], columns - 1);
    to[first + r] = VEC(lesser)(a, b);
    to[first + half + r] = VEC(greater)(a, b);
  }
  MC_UNROLL for (int r = 0; r < rows; r++)
    v[r] = to[r];
}

/* Within each row lane l meets lane l ^ by. Lanes with the bit `high` take the greater number. */
MC_INLINE void PART(sort_within)(VEC_TYPE *v, int rows, int by, int high) {
  MC_UNROLL for (int r = 0; r < rows; r++)
    v[r] = VEC(order)(v[r], VEC(xor_lanes)(v[r], by), high);
}

/* Merges neighbouring groups of columns / 2 columns, each sorted row by row. */
MC_INLINE void PART(sort_merge)(VEC_TYPE *v, int rows, int columns) {
  if (columns > VEC_LANES)
    return;
  if (rows >= 16) PART(sort_level)(v, rows, 16, columns);
  if (rows >= 8) PART(sort_level)(v, rows, rows >= 16 ? 8 : rows, columns);
  if (rows >= 4) PART(sort_level)(v, rows, 4, columns);
  PART(sort_level)(v, rows, 2, columns);
  PART(sort_within)(v, rows, columns - 1, columns / 2);
  if (columns >= 16) PART(sort_within)(v, rows, 4, 4);
  if (columns >= 8) PART(sort_within)(v, rows, 2, 2);
  if (columns >= 4) PART(sort_within)(v, rows, 1, 1);
}

/* Where row r of sort_few() is. */
MC_INLINE TYPE *PART(sort_row)(TYPE *a, int full, TYPE *rest, int r) {
  return r < full ? a + r * VEC_LANES : rest + (r - full) * VEC_LANES;
}

/* Sorts rows x VEC_LANES numbers, row by row: the first `full` rows at a, the others at rest. */
MC_INLINE void PART(sort_rows)(TYPE *a, int full, TYPE *rest, int rows) {
  VEC_TYPE v[MC_SORT_ROWS];
  MC_UNROLL for (int r = 0; r < rows; r++)
    v[r] = VEC(load)(PART(sort_row)(a, full, rest, r));
  switch (rows) {
  case 2: MC_NETWORK2(MC_EXCHANGE) break;
  case 4: MC_NETWORK4(MC_EXCHANGE) break;
  case 8: MC_NETWORK8(MC_EXCHANGE) break;
#if MC_SORT_ROWS >= 16
  default: MC_NETWORK16(MC_EXCHANGE)
#endif
  }
  PART(sort_merge)(v, rows, 2);
  PART(sort_merge)(v, rows, 4);
  PART(sort_merge)(v, rows, 8);
  PART(sort_merge)(v, rows, 16);
  MC_UNROLL for (int r = 0; r < rows; r++)
    VEC(store)(PART(sort_row)(a, full, rest, r), v[r]);
}

#undef MC_EXCHANGE

/* Sorts 1 < n <= SORT_MOST numbers. Rows that are not full are filled up with the greatest number
   of the type, in `rest`. Of 4 rows or more, half or more are full. Of 2 rows none may be full. So
   there is room, because SORT_MOST is 8 rows or more. */
static void PART(sort_few)(TYPE *a, int n) {
  TYPE rest[PART(SORT_MOST) / 2] __attribute__((aligned(64)));
  const int rows = n <= 2 * VEC_LANES ? 2 : n <= 4 * VEC_LANES ? 4 : n <= 8 * VEC_LANES ? 8 : 16;
  const int full = n / VEC_LANES;
  const size_t last = (size_t) (n % VEC_LANES) * sizeof *a;
  for (int r = full; r < rows; r++)
    VEC(store)(rest + (r - full) * VEC_LANES, VEC(set)(GREATEST));
  memcpy(rest, a + full * VEC_LANES, last);
  switch (rows) {
  case 2: PART(sort_rows)(a, full, rest, 2); break;
  case 4: PART(sort_rows)(a, full, rest, 4); break;
  case 8: PART(sort_rows)(a, full, rest, 8); break;
#if MC_SORT_ROWS >= 16
  default: PART(sort_rows)(a, full, rest, 16);
#endif
  }
  memcpy(a + full * VEC_LANES, rest, last);
}

/* ---- partition ---- */

/* Splits the last `n` numbers, which are no longer in a, into the gap between left and right.
   Returns where the right side begins. */
MC_INLINE TYPE *PART(partition_last)(TYPE *left, TYPE *right, const TYPE *number, int n,
                                     TYPE pivot, bool equal) {
  enum { ROOM = 3 * PART(SORT_RUN) + 2 * VEC_LANES };
  TYPE low[ROOM], high[ROOM];
  TYPE *l = low, *h = high + ROOM;
  const VEC_TYPE p = VEC(set)(pivot);
  int i = 0;
  for (; i + VEC_LANES <= n; i += VEC_LANES) {
    const int less = VEC(split)(l, h, VEC(load)(number + i), p, equal);
    l += less;
    h -= VEC_LANES - less;
  }
  for (; i < n; i++) {
    const TYPE x = number[i];
    const bool less = equal ? x <= pivot : x < pivot;
    *l = x;
    h[-1] = x;
    l += less;
    h -= !less;
  }
  memcpy(left, low, (size_t) (l - low) * sizeof *low);
  memcpy(right - (high + ROOM - h), h, (size_t) (high + ROOM - h) * sizeof *h);
  return left + (l - low);
}

MC_INLINE int64_t PART(partition)(TYPE *a, int64_t n, TYPE pivot, bool equal) {
  enum { RUN = PART(SORT_RUN) };
  TYPE held[3 * RUN];
  if (n < 3 * RUN) {
    memcpy(held, a, (size_t) n * sizeof *a);
    return PART(partition_last)(a, a + n, held, (int) n, pivot, equal) - a;
  }
  const VEC_TYPE p = VEC(set)(pivot);
  memcpy(held, a, RUN * sizeof *a);
  memcpy(held + RUN, a + n - RUN, RUN * sizeof *a);
  /* written: up to `left` and from `right` on; not yet read: from `low` to `high` */
  TYPE *left = a, *right = a + n, *low = a + RUN, *high = a + n - RUN;
  while (high - low >= RUN) {
    const bool from_low = low - left <= right - high;
    const TYPE *from = from_low ? low : high - RUN;
    low += from_low ? RUN : 0;
    high -= from_low ? 0 : RUN;
    VEC_TYPE v[MC_SORT_RUN];
    MC_UNROLL for (int u = 0; u < MC_SORT_RUN; u++)
      v[u] = VEC(load)(from + u * VEC_LANES);
    const int64_t rest = right - left - RUN; /* what is left of the gap when all are written */
    MC_UNROLL for (int u = 0; u < MC_SORT_RUN; u++)
      left += VEC(split)(left, left + rest + (RUN - u * VEC_LANES), v[u], p, equal);
    right = left + rest;
  }
  const int unread = (int) (high - low);
  memcpy(held + 2 * RUN, low, (size_t) unread * sizeof *a);
  return PART(partition_last)(left, right, held, 2 * RUN + unread, pivot, equal) - a;
}

static __attribute__((noinline)) int64_t PART(partition_less)(TYPE *a, int64_t n, TYPE pivot) {
  return PART(partition)(a, n, pivot, false);
}

static __attribute__((noinline)) int64_t PART(partition_equal)(TYPE *a, int64_t n, TYPE pivot) {
  return PART(partition)(a, n, pivot, true);
}

static int64_t FN(sort_partition)(void *a, int64_t n, const void *pivot, bool equal) {
  const TYPE p = *(const TYPE *) pivot;
  return equal ? PART(partition_equal)(a, n, p) : PART(partition_less)(a, n, p);
}

/* ---- the pivot ---- */

/* Brings the median of a sample to the front. */
static void FN(sort_pivot)(void *a_, int64_t n) {
  enum { SAMPLE = PART(SORT_MOST) < 64 ? PART(SORT_MOST) : 64 };
  TYPE *a = a_, sample[SAMPLE];
  int64_t place[SAMPLE];
  const int count = SAMPLE < 32 || n >= 65536 ? SAMPLE : n < 1024 ? SAMPLE / 4 : SAMPLE / 2;
  const int64_t step = n / count;
  uint64_t random = (uint64_t) n * UINT64_C(0x9e3779b97f4a7c15);
  for (int i = 0; i < count; i++) {
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    place[i] = i * step + (int64_t) ((random >> 32) * (uint64_t) step >> 32);
    sample[i] = a[place[i]];
  }
  PART(sort_few)(sample, count);
  const TYPE median = sample[count / 2];
  int i = 0;
  while (a[place[i]] != median)
    i++;
  a[place[i]] = a[0];
  a[0] = median;
}

/* ---- the whole ---- */

/* Heapsort, if quicksort has gone too deep. */
static void PART(sort_heap)(TYPE *a, int64_t n) {
  for (int64_t start = n / 2, end = n; end > 1;) {
    TYPE x;
    if (start > 0) {
      x = a[--start];
    } else {
      x = a[--end];
      a[end] = a[0];
    }
    int64_t hole = start, child;
    while ((child = 2 * hole + 1) < end) {
      child += child + 1 < end && a[child] < a[child + 1];
      if (!(x < a[child]))
        break;
      a[hole] = a[child];
      hole = child;
    }
    a[hole] = x;
  }
}

static void FN(sort_sequential)(void *a_, int64_t n, bool leftmost, int depth) {
  TYPE *a = a_;
  while (n > PART(SORT_MOST)) {
    if (depth-- == 0) {
      PART(sort_heap)(a, n);
      return;
    }
    FN(sort_pivot)(a, n);
    const TYPE pivot = a[0];
    int64_t less;
    if (!leftmost && !(a[-1] < pivot)) {
      less = PART(partition_equal)(a + 1, n - 1, pivot); /* equal to the pivot, in place */
    } else {
      less = PART(partition_less)(a + 1, n - 1, pivot);
      a[0] = a[less];
      a[less] = pivot;
      FN(sort_sequential)(a, less, leftmost, depth);
    }
    a += less + 1;
    n -= less + 1;
    leftmost = false;
  }
  if (n > 1)
    PART(sort_few)(a, (int) n);
}

#include "kernels/for_none.h"
