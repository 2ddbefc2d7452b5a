#include "tropical/zmorton.h"

#include "base/integers.h"

static int64_t larger(int64_t a, int64_t b) {
  return a > b ? a : b;
}

int64_t mc_tropical_zmorton_cut(int64_t n) {
  int64_t c = 1;
  while (c < n - c)
    c *= 2;
  return c;
}

void mc_tropical_zmorton_quadrants(const mc_tropical_zmorton *x, mc_tropical_zmorton quadrant[4]) {
  const int64_t c = mc_tropical_zmorton_cut(larger(x->rows, x->columns));
  const int64_t rows[2] = {mc_min(c, x->rows), larger(0, x->rows - c)};
  const int64_t columns[2] = {mc_min(c, x->columns), larger(0, x->columns - c)};
  int64_t offset = x->offset;
  for (int q = 0; q < 4; q++) {
    const int below = q / 2, right = q % 2;
    quadrant[q] = (mc_tropical_zmorton){x->row + below * c, x->column + right * c, offset,
                                        rows[below], columns[right]};
    offset += rows[below] * columns[right];
  }
}

mc_tropical_zmorton mc_tropical_zmorton_block(int64_t m, int64_t n, int64_t base, int64_t i,
                                              int64_t j) {
  mc_tropical_zmorton x = {0, 0, 0, m, n};
  while (x.rows > base || x.columns > base) {
    mc_tropical_zmorton quadrant[4];
    mc_tropical_zmorton_quadrants(&x, quadrant);
    const int below = i >= quadrant[3].row, right = j >= quadrant[3].column;
    x = quadrant[2 * below + right];
  }
  return x;
}

int64_t mc_tropical_zmorton_index(int64_t m, int64_t n, int64_t base, int64_t i, int64_t j) {
  const mc_tropical_zmorton x = mc_tropical_zmorton_block(m, n, base, i, j);
  return x.offset + (i - x.row) * x.columns + (j - x.column);
}
