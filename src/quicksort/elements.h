#ifndef MC_QUICKSORT_ELEMENTS_H
#define MC_QUICKSORT_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Elements of any size. An always inline function that is called with a constant size is compiled
   for that size. */
#define MC_QUICKSORT_FOR_EACH_SIZE static inline __attribute__((always_inline))

MC_QUICKSORT_FOR_EACH_SIZE bool mc_quicksort_is_usual_size(int64_t size) {
  return size == 4 || size == 8 || size == 16;
}

/* Swaps x and y, whose size is a constant of up to 16. */
MC_QUICKSORT_FOR_EACH_SIZE void mc_quicksort_swap_small(unsigned char *x, unsigned char *y,
                                                        int64_t size) {
  unsigned char kept[16];
  memcpy(kept, x, (size_t) size);
  memcpy(x, y, (size_t) size);
  memcpy(y, kept, (size_t) size);
}

MC_QUICKSORT_FOR_EACH_SIZE void mc_quicksort_swap_elements(unsigned char *x, unsigned char *y,
                                                           int64_t size) {
  if (mc_quicksort_is_usual_size(size)) {
    mc_quicksort_swap_small(x, y, size);
    return;
  }
  int64_t at = 0;
  for (; at + 8 <= size; at += 8)
    mc_quicksort_swap_small(x + at, y + at, 8);
  for (; at < size; at++) {
    const unsigned char kept = x[at];
    x[at] = y[at];
    y[at] = kept;
  }
}

/* The same for any size. */
static inline void mc_quicksort_swap(unsigned char *x, unsigned char *y, int64_t size) {
  switch (size) {
  case 4: mc_quicksort_swap_small(x, y, 4); break;
  case 8: mc_quicksort_swap_small(x, y, 8); break;
  case 16: mc_quicksort_swap_small(x, y, 16); break;
  default: mc_quicksort_swap_elements(x, y, size);
  }
}

#endif
