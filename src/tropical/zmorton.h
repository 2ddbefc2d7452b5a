#ifndef MC_ZMORTON_H
#define MC_ZMORTON_H

#include <stdint.h>

/* The Z-Morton row-major layout of Tithi et al. (section III.C and figure 4) for an m x n matrix,
   in exactly m n elements. A block that is larger than `base` in any direction is cut at c, the
   largest power of two below max(m, n), into four blocks:

     X11: min(c, m) x min(c, n)    X12    X21    X22

   They follow each other in this order. Smaller blocks are row-major. `base` is a power of two, so
   that all cuts are at multiples of it. */

/* A block: the row and column of its first element in the matrix, and its place in the layout. */
typedef struct {
  int64_t row, column, offset;
  int64_t rows, columns;
} mc_tropical_zmorton;

/* The four quadrants. Some may be empty. */
void mc_tropical_zmorton_quadrants(const mc_tropical_zmorton *x, mc_tropical_zmorton quadrant[4]);

/* The row-major block of an m x n matrix that holds element (i, j). */
mc_tropical_zmorton mc_tropical_zmorton_block(int64_t m, int64_t n, int64_t base, int64_t i,
                                              int64_t j);

/* The place of element (i, j). */
int64_t mc_tropical_zmorton_index(int64_t m, int64_t n, int64_t base, int64_t i, int64_t j);

/* The largest power of two below n; n > 1. */
int64_t mc_tropical_zmorton_cut(int64_t n);

#endif
