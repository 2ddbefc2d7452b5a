/* The body of sort.h for one type (kernels/for_f64.h). */

enum { PART(SORT_RUN) = MC_SORT_RUN * VEC_LANES }; /* numbers that a partition reads at once */

/* ---- partition ---- */

/* Splits n numbers that were held into the gap from left to right, which has room for exactly n.
   Returns where the right side begins. The numbers behind the last full vector go first. Then the
   gap is a whole number of vectors. So the two vectors that split() writes never overlap in part:
   they are apart, or the last vector is written to one place. */
MC_INLINE TYPE *PART(partition_held)(TYPE *left, TYPE *right, const TYPE *held, int n, TYPE pivot,
                                     bool equal) {
  const VEC_TYPE p = VEC(set)(pivot);
  const int full = n / VEC_LANES * VEC_LANES;
  for (int i = full; i < n; i++) {
    const TYPE x = held[i];
    const bool less = equal ? x <= pivot : x < pivot;
    *left = x;
    right[-1] = x;
    left += less;
    right -= !less;
  }
  for (int i = 0; i < full; i += VEC_LANES) {
    const int less = VEC(split)(left, right, VEC(load)(held + i), p, equal);
    left += less;
    right -= VEC_LANES - less;
  }
  return left;
}

MC_INLINE int64_t PART(partition)(TYPE *a, int64_t n, TYPE pivot, bool equal) {
  enum { RUN = PART(SORT_RUN) };
  TYPE held[3 * RUN] __attribute__((aligned(64)));
  if (n < 3 * RUN) {
    memcpy(held, a, (size_t) n * sizeof *a);
    return PART(partition_held)(a, a + n, held, (int) n, pivot, equal) - a;
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
    const intptr_t ahead = (intptr_t) from + (from_low ? MC_SORT_AHEAD : -MC_SORT_AHEAD);
    MC_UNROLL for (int byte = 0; byte < RUN * (int) sizeof *a; byte += 64)
      __builtin_prefetch((const void *) (ahead + byte));
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
  return PART(partition_held)(left, right, held, 2 * RUN + unread, pivot, equal) - a;
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
  const int count = n >= 65536 ? SAMPLE : n < 1024 ? SAMPLE / 4 : SAMPLE / 2;
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
