/* Quicksort by a comparison function: the sequential parts.

   The result of a comparison is hard to predict, so that a branch on it costs more than the
   comparison. So the partition has no such branch. In blocks of 64 elements from either end it
   writes down which elements are on the wrong side, by adding the result of the comparison to a
   count (Edelkamp and Weiss, BlockQuicksort: Avoiding branch mispredictions in quicksort, 2016).

   All functions are written once, and compiled for elements of 4, 8 and 16 bytes and for any
   size. */

#include "quicksort/by_comparison.h"

#include "quicksort/elements.h"
#include "base/integers.h"
#include "base/threads.h"

enum { BLOCK = 64, FEW = 12, NINTHER = 512 };

/* ---- the pivot ---- */

static unsigned char *median(mc_quicksort_comparison compar, unsigned char *x, unsigned char *y,
                             unsigned char *z) {
  if (compar(x, y) < 0)
    return compar(y, z) < 0 ? y : compar(x, z) < 0 ? z : x;
  return compar(x, z) < 0 ? x : compar(y, z) < 0 ? z : y;
}

/* The median of three elements at random places in thirds of the range; in a long range the median
   of three such medians, in ninths. */
static void pivot(const mc_quicksort_sorter *s, void *a_, int64_t n) {
  const mc_quicksort_comparison compar = ((const mc_quicksort_comparison_sorter *) s)->compar;
  unsigned char *a = a_, *at[9];
  const int count = n < NINTHER ? 3 : 9;
  uint64_t random = (uint64_t) n * UINT64_C(0x9e3779b97f4a7c15);
  for (int i = 0; i < count; i++) {
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const int64_t step = n / count;
    at[i] = a + (i * step + (int64_t) ((random >> 33) % (uint64_t) step)) * s->size;
  }
  for (int i = 0; i < count; i += 3)
    at[i / 3] = median(compar, at[i], at[i + 1], at[i + 2]);
  if (count == 9)
    at[0] = median(compar, at[0], at[1], at[2]);
  if (at[0] != a)
    mc_quicksort_swap(a, at[0], s->size);
}

/* ---- partition ---- */

MC_QUICKSORT_FOR_EACH_SIZE void exchange(unsigned char *x, unsigned char *y, int64_t size) {
  if (x != y)
    mc_quicksort_swap_elements(x, y, size);
}

MC_QUICKSORT_FOR_EACH_SIZE int64_t partition_of(const mc_quicksort_sorter *s, unsigned char *a,
                                                int64_t n, const void *pivot, bool equal,
                                                int64_t size) {
  const mc_quicksort_comparison compar = ((const mc_quicksort_comparison_sorter *) s)->compar;
  const int limit = equal ? 1 : 0; /* elements on the left side are below this */
  unsigned char wrong_left[BLOCK], wrong_right[BLOCK];
  int lefts = 0, rights = 0, next_left = 0, next_right = 0;
  int block_left = 0, block_right = 0; /* elements of the blocks that have been looked at */
  unsigned char *left = a, *right = a + n * size; /* what is between them is still to do */
  for (;;) {
    const int64_t rest = (right - left) / size - block_left - block_right;
    if (lefts == 0 && block_left == 0) {
      block_left = (int) mc_min(block_right == 0 ? rest / 2 : rest, BLOCK);
      next_left = 0;
      for (int i = 0; i < block_left; i++) {
        wrong_left[lefts] = (unsigned char) i;
        lefts += compar(left + i * size, pivot) >= limit;
      }
    }
    const int64_t other = (right - left) / size - block_left - block_right;
    if (rights == 0 && block_right == 0) {
      block_right = (int) mc_min(other, BLOCK);
      next_right = 0;
      for (int i = 0; i < block_right; i++) {
        wrong_right[rights] = (unsigned char) i;
        rights += compar(right - (i + 1) * size, pivot) < limit;
      }
    }
    const int both = lefts < rights ? lefts : rights;
    for (int i = 0; i < both; i++)
      mc_quicksort_swap_elements(left + wrong_left[next_left + i] * size,
                                 right - (wrong_right[next_right + i] + 1) * size, size);
    lefts -= both;
    rights -= both;
    next_left += both;
    next_right += both;
    if (lefts == 0) {
      left += block_left * size;
      block_left = 0;
    }
    if (rights == 0) {
      right -= block_right * size;
      block_right = 0;
    }
    if ((right - left) / size == block_left + block_right)
      break;
  }
  /* at most one block is left that has elements on its wrong side: from the last one on, they are
     swapped with the end of the block */
  while (lefts > 0) {
    right -= size;
    exchange(left + wrong_left[next_left + --lefts] * size, right, size);
  }
  if (block_right > 0) {
    while (rights > 0) {
      exchange(left, right - (wrong_right[next_right + --rights] + 1) * size, size);
      left += size;
    }
    return (left - a) / size;
  }
  return (right - a) / size;
}

static int64_t partition(const mc_quicksort_sorter *s, void *a, int64_t n, const void *pivot,
                         bool equal) {
  switch (s->size) {
  case 4: return partition_of(s, a, n, pivot, equal, 4);
  case 8: return partition_of(s, a, n, pivot, equal, 8);
  case 16: return partition_of(s, a, n, pivot, equal, 16);
  default: return partition_of(s, a, n, pivot, equal, s->size);
  }
}

/* ---- few elements, and the way out ---- */

MC_QUICKSORT_FOR_EACH_SIZE void insertion_of(mc_quicksort_comparison compar, unsigned char *a,
                                             int64_t n, int64_t size) {
  for (int64_t i = 1; i < n; i++) {
    unsigned char *x = a + i * size, *to = x;
    if (!mc_quicksort_is_usual_size(size)) {
      for (; to > a && compar(to - size, to) > 0; to -= size)
        mc_quicksort_swap_elements(to - size, to, size);
    } else if (compar(to - size, x) > 0) {
      unsigned char kept[16] __attribute__((aligned(16)));
      memcpy(kept, x, (size_t) size);
      do {
        memcpy(to, to - size, (size_t) size);
        to -= size;
      } while (to > a && compar(to - size, kept) > 0);
      memcpy(to, kept, (size_t) size);
    }
  }
}

static void insertion(const mc_quicksort_sorter *s, unsigned char *a, int64_t n) {
  const mc_quicksort_comparison compar = ((const mc_quicksort_comparison_sorter *) s)->compar;
  switch (s->size) {
  case 4: insertion_of(compar, a, n, 4); break;
  case 8: insertion_of(compar, a, n, 8); break;
  case 16: insertion_of(compar, a, n, 16); break;
  default: insertion_of(compar, a, n, s->size);
  }
}

static void sort_by_heap(const mc_quicksort_sorter *s, unsigned char *a, int64_t n) {
  const mc_quicksort_comparison compar = ((const mc_quicksort_comparison_sorter *) s)->compar;
  const int64_t size = s->size;
  for (int64_t start = n / 2, end = n; end > 1;) {
    if (start > 0)
      start--;
    else
      mc_quicksort_swap(a, a + --end * size, size);
    for (int64_t root = start, child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && compar(a + child * size, a + (child + 1) * size) < 0)
        child++;
      if (compar(a + root * size, a + child * size) >= 0)
        break;
      mc_quicksort_swap(a + root * size, a + child * size, size);
    }
  }
}

/* ---- the whole ---- */

static bool less(const mc_quicksort_sorter *s, const void *x, const void *y) {
  return ((const mc_quicksort_comparison_sorter *) s)->compar(x, y) < 0;
}

static void sort(const mc_quicksort_sorter *s, void *a_, int64_t n, bool leftmost, int depth) {
  unsigned char *a = a_;
  while (n > FEW) {
    if (depth-- == 0) {
      sort_by_heap(s, a, n);
      return;
    }
    pivot(s, a, n);
    if (!leftmost && !less(s, a - s->size, a)) {
      const int64_t same = partition(s, a + s->size, n - 1, a, true) + 1;
      a += same * s->size;
      n -= same;
    } else {
      const int64_t lesser = partition(s, a + s->size, n - 1, a, false);
      if (lesser > 0)
        mc_quicksort_swap(a, a + lesser * s->size, s->size);
      sort(s, a, lesser, leftmost, depth);
      a += (lesser + 1) * s->size;
      n -= lesser + 1;
    }
    leftmost = false;
  }
  insertion(s, a, n);
}

mc_quicksort_comparison_sorter mc_quicksort_by(mc_quicksort_comparison compar, int64_t size) {
  return (mc_quicksort_comparison_sorter){{size, pivot, partition, less, sort}, compar};
}

/* ---- the entry ---- */

int64_t mc_qsort_cutoff(int64_t n, int64_t size, int threads) {
  /* what the second cache of a core holds, but enough tasks for all threads */
  const int64_t cached = (INT64_C(1) << 19) / size, share = n / (8 * (int64_t) threads);
  const int64_t cutoff = mc_min(cached, share);
  return cutoff < 1024 ? 1024 : cutoff;
}

static void run(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar, int threads,
                size_t cutoff, bool parallel_merge) {
  const mc_quicksort_comparison_sorter by = mc_quicksort_by(compar, (int64_t) size);
  const int64_t n = (int64_t) nmemb;
  if (n < 2 || size == 0)
    return;
  const uint64_t wanted = cutoff; /* size_t may have 32 bits */
  threads = mc_threads(threads, (double) n * 5e-8);
  mc_quicksort_plan plan = {threads, wanted > INT64_MAX ? INT64_MAX : (int64_t) wanted, 2,
                            parallel_merge, INT64_MAX};
  if (cutoff == 0)
    plan.cutoff = mc_qsort_cutoff(n, by.sorter.size, threads);
  else if (plan.cutoff < 64)
    plan.cutoff = 64;
  mc_quicksort(&by.sorter, &plan, base, n, NULL);
}

void mc_qsort(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar, int threads,
              size_t cutoff) {
  run(base, nmemb, size, compar, threads, cutoff, false);
}

void mc_qsort_merging(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar,
                      int threads, size_t cutoff) {
  run(base, nmemb, size, compar, threads, cutoff, true);
}
