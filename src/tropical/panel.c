#include "tropical/panel.h"

#include <string.h>

#include "base/integers.h"

enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, STEPS = MC_TROPICAL_STEPS };

int64_t mc_tropical_panel_steps(int64_t d) {
  return mc_round_up(d, STEPS);
}

mc_tropical_block mc_tropical_block_at(const mc_tropical_semiring *t, const mc_tropical_block *x,
                                       int64_t row, int64_t column, int64_t rows, int64_t columns) {
  const int64_t at = row * x->stride + column;
  return (mc_tropical_block){x->number + at * t->size, x->via == NULL ? NULL : x->via + at,
                             x->stride, mc_min(rows, x->rows - row),
                             mc_min(columns, x->columns - column)};
}

/* Where a lane of a step is in a panel, in bytes. */
static int64_t at(const mc_tropical_semiring *t, int64_t step, int64_t lane) {
  return (step * LANES + lane) * t->size;
}

/* Where the panel of a lane begins, in bytes behind the first panel. */
static int64_t panel_at(const mc_tropical_semiring *t, int64_t apart, int64_t lane) {
  return lane / LANES * apart * t->size;
}

/* ---- packing ---- */

static mc_tropical_source source_at(const mc_tropical_semiring *t, const mc_tropical_source *x,
                                    int64_t row, int64_t column, int64_t rows, int64_t columns) {
  return (mc_tropical_source){x->number + (row * x->stride + column) * t->size, x->stride,
                              mc_min(rows, x->rows - row), mc_min(columns, x->columns - column)};
}

static void pack_rows(const mc_tropical_semiring *t, const mc_tropical_source *x,
                      unsigned char *panel) {
  const int64_t size = t->size, d = mc_tropical_panel_steps(x->rows);
  for (int64_t k = 0; k < x->rows; k++) {
    memcpy(panel + at(t, k, 0), x->number + k * x->stride * size, (size_t) (x->columns * size));
    mc_tropical_fill(t, panel + at(t, k, x->columns), LANES - x->columns);
  }
  mc_tropical_fill(t, panel + at(t, x->rows, 0), (d - x->rows) * LANES);
}

#define TYPE double
#define FN(name) name##_f64
#include "tropical/transpose_body.h"

#define TYPE float
#define FN(name) name##_f32
#include "tropical/transpose_body.h"

static void pack_columns(const mc_tropical_semiring *t, const mc_tropical_source *x,
                         unsigned char *panel) {
  const int64_t d = mc_tropical_panel_steps(x->columns);
  if (t->size == sizeof(double))
    transpose_f64(x, (double *) panel);
  else
    transpose_f32(x, (float *) panel);
  for (int64_t k = 0; k < x->columns; k++)
    mc_tropical_fill(t, panel + at(t, k, x->rows), LANES - x->rows);
  mc_tropical_fill(t, panel + at(t, x->columns, 0), (d - x->columns) * LANES);
}

void mc_tropical_pack_source_columns(const mc_tropical_semiring *t, const mc_tropical_source *x,
                                     void *panels, int64_t apart) {
  for (int64_t row = 0; row < x->rows; row += LANES) {
    const mc_tropical_source part = source_at(t, x, row, 0, LANES, x->columns);
    pack_columns(t, &part, (unsigned char *) panels + panel_at(t, apart, row));
  }
}

static mc_tropical_source source_of(const mc_tropical_block *x) {
  return (mc_tropical_source){x->number, x->stride, x->rows, x->columns};
}

void mc_tropical_pack_rows(const mc_tropical_semiring *t, const mc_tropical_block *x, void *panels,
                           int64_t apart) {
  const mc_tropical_source source = source_of(x);
  for (int64_t column = 0; column < x->columns; column += LANES) {
    const mc_tropical_source part = source_at(t, &source, 0, column, x->rows, LANES);
    pack_rows(t, &part, (unsigned char *) panels + panel_at(t, apart, column));
  }
}

void mc_tropical_pack_columns(const mc_tropical_semiring *t, const mc_tropical_block *x,
                              void *panels, int64_t apart) {
  const mc_tropical_source source = source_of(x);
  mc_tropical_pack_source_columns(t, &source, panels, apart);
}

/* ---- the product ---- */

/* Numbers of either precision. */
typedef union {
  double wide[ROWS * LANES];
  float narrow[ROWS * LANES];
} small_tile;

/* Up to 4 x 32 of X, if they do not fill a tile: in a whole tile aside. */
static void product_aside(const mc_tropical_semiring *t, const mc_tropical_block *x, const void *a,
                          const void *b, int64_t d, int32_t first) {
  const int64_t size = t->size;
  small_tile number;
  int32_t via[ROWS * LANES] = {0};
  unsigned char *tile = (unsigned char *) &number;
  mc_tropical_fill(t, tile, ROWS * LANES);
  for (int64_t r = 0; r < x->rows; r++) {
    memcpy(tile + r * LANES * size, x->number + r * x->stride * size, (size_t) (x->columns * size));
    if (x->via != NULL)
      memcpy(via + r * LANES, x->via + r * x->stride, (size_t) x->columns * sizeof *via);
  }
  if (x->via == NULL)
    t->tile(a, b, d, tile, LANES);
  else
    t->tile_via(a, b, d, tile, via, LANES, first);
  for (int64_t r = 0; r < x->rows; r++) {
    memcpy(x->number + r * x->stride * size, tile + r * LANES * size, (size_t) (x->columns * size));
    if (x->via != NULL)
      memcpy(x->via + r * x->stride, via + r * LANES, (size_t) x->columns * sizeof *via);
  }
}

/* Up to 32 x 32 of X. */
static void product(const mc_tropical_semiring *t, const mc_tropical_block *x,
                    const unsigned char *panel_a, const unsigned char *panel_b, int64_t d,
                    int32_t first) {
  for (int64_t r = 0; r < x->rows; r += ROWS) {
    const mc_tropical_block part = mc_tropical_block_at(t, x, r, 0, ROWS, x->columns);
    const unsigned char *a = panel_a + at(t, 0, r);
    if (part.rows < ROWS || part.columns < LANES)
      product_aside(t, &part, a, panel_b, d, first);
    else if (part.via == NULL)
      t->tile(a, panel_b, d, part.number, part.stride);
    else
      t->tile_via(a, panel_b, d, part.number, part.via, part.stride, first);
  }
}

void mc_tropical_product(const mc_tropical_semiring *t, const mc_tropical_block *x, const void *a_,
                         const void *b_, int64_t apart, int64_t d, int32_t first) {
  const unsigned char *a = a_, *b = b_;
  d = mc_tropical_panel_steps(d);
  for (int64_t row = 0; row < x->rows; row += LANES)
    for (int64_t column = 0; column < x->columns; column += LANES) {
      const mc_tropical_block part = mc_tropical_block_at(t, x, row, column, LANES, LANES);
      product(t, &part, a + panel_at(t, apart, row), b + panel_at(t, apart, column), d, first);
    }
}
