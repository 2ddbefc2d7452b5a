/* Packing and products against plain loops, for both semirings. */
#include "tropical/panel.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "check.h"
#include "data.h"
#include "guard.h"

enum { LANES = MC_TROPICAL_LANES };

/* ---- matrices of either precision ---- */

static void set(const mc_tropical_semiring *t, mc_tropical_block x, int64_t i, int64_t j,
                double value) {
  const int64_t at = i * x.stride + j;
  if (t->size == sizeof(double))
    ((double *) (void *) x.number)[at] = value;
  else
    ((float *) (void *) x.number)[at] = (float) value;
}

static double get(const mc_tropical_semiring *t, mc_tropical_block x, int64_t i, int64_t j) {
  const int64_t at = i * x.stride + j;
  return t->size == sizeof(double) ? ((double *) (void *) x.number)[at]
                                   : (double) ((float *) (void *) x.number)[at];
}

/* Small integers, and some that never win. */
static mc_tropical_block make(rng *r, const mc_tropical_semiring *t, int64_t rows,
                              int64_t columns) {
  mc_tropical_block x = {.stride = columns + rng_below(r, 3), .rows = rows, .columns = columns};
  const int64_t count = (rows - 1) * x.stride + columns;
  x.number = guard_alloc((size_t) (count * t->size));
  x.via = GUARD_NEW(int32_t, count);
  memset(x.number, 0, (size_t) (count * t->size));
  for (int64_t i = 0; i < count; i++)
    x.via[i] = INT32_MIN;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++)
      set(t, x, i, j, rng_chance(r, 0.1) ? t->identity : (double) rng_below(r, 30) - 10);
  return x;
}

static void release(mc_tropical_block x) {
  guard_free(x.number);
  guard_free(x.via);
}

/* Panels of exactly the documented size: in the last one, those steps that there are. */
static void *panels_for(const mc_tropical_semiring *t, int64_t lanes, int64_t d, int64_t apart) {
  const int64_t before = (lanes - 1) / LANES * apart;
  return guard_alloc((size_t) ((before + mc_tropical_panel_steps(d) * LANES) * t->size));
}

/* ---- products ---- */

typedef struct {
  int64_t rows, columns, d;
  bool most, single, vertices, transposed; /* transposed: A is packed from its mirror image */
} form;

static void try_product(rng *r, form f) {
  check_note("%d x %d over %d, most %d, single %d, vertices %d, transposed %d", (int) f.rows,
             (int) f.columns, (int) f.d, f.most, f.single, f.vertices, f.transposed);
  const mc_tropical_semiring t = mc_tropical_semiring_make(
    mc_kernels_active(), f.most ? MC_TROPICAL_MAX : MC_TROPICAL_MIN, f.single);
  const int32_t first = (int32_t) rng_below(r, 1000) + 1;
  const int64_t apart = LANES * mc_round_up(f.d + rng_below(r, 20), 8);
  mc_tropical_block a = f.transposed ? make(r, &t, f.d, f.rows) : make(r, &t, f.rows, f.d);
  mc_tropical_block b = make(r, &t, f.d, f.columns), x = make(r, &t, f.rows, f.columns);
  double *want = GUARD_NEW(double, f.rows *f.columns);
  int32_t *want_via = GUARD_NEW(int32_t, f.rows * f.columns);
  for (int64_t i = 0; i < f.rows; i++)
    for (int64_t j = 0; j < f.columns; j++) {
      double best = get(&t, x, i, j);
      int32_t via = INT32_MIN;
      for (int64_t k = 0; k < f.d; k++) {
        const double sum = (f.transposed ? get(&t, a, k, i) : get(&t, a, i, k)) + get(&t, b, k, j);
        if (f.most ? sum > best : sum < best) {
          best = sum;
          via = first + (int32_t) k;
        }
      }
      want[i * f.columns + j] = best;
      want_via[i * f.columns + j] = via;
    }
  void *pa = panels_for(&t, f.rows, f.d, apart), *pb = panels_for(&t, f.columns, f.d, apart);
  if (f.transposed)
    mc_tropical_pack_rows(&t, &a, pa, apart);
  else
    mc_tropical_pack_columns(&t, &a, pa, apart);
  mc_tropical_pack_rows(&t, &b, pb, apart);
  mc_tropical_block y = x;
  if (!f.vertices)
    y.via = NULL;
  mc_tropical_product(&t, &y, pa, pb, apart, f.d, first);
  int64_t different = 0;
  for (int64_t i = 0; i < f.rows; i++)
    for (int64_t j = 0; j < f.columns; j++) {
      different += get(&t, x, i, j) != want[i * f.columns + j];
      different +=
        x.via[i * x.stride + j] != (f.vertices ? want_via[i * f.columns + j] : INT32_MIN);
    }
  CHECK_INT(different, 0);
  release(a);
  release(b);
  release(x);
  guard_free(want);
  guard_free(want_via);
  guard_free(pa);
  guard_free(pb);
}

static void try_sizes(bool vertices) {
  rng r = {vertices ? 1 : 2};
  const int64_t sizes[] = {1, 3, 4, 31, 32, 33, 64, 70};
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int kind = 0; kind < 8; kind++)
        try_product(&r, (form){sizes[i], sizes[j], sizes[rng_below(&r, 8)], kind & 1, kind & 2,
                               vertices, kind & 4});
  for (int64_t d = 1; d <= 40; d++)
    for (int kind = 0; kind < 8; kind++)
      try_product(&r, (form){1 + rng_below(&r, 40), 1 + rng_below(&r, 40), d, kind & 1, kind & 2,
                             vertices, kind & 4});
}

static void test_product(void) {
  try_sizes(false);
}

static void test_via(void) {
  try_sizes(true);
}

/* ---- parts and fills ---- */

static void test_parts(void) {
  rng r = {3};
  const mc_tropical_semiring t =
    mc_tropical_semiring_make(mc_kernels_active(), MC_TROPICAL_MAX, false);
  mc_tropical_block x = make(&r, &t, 10, 20);
  const mc_tropical_block p = mc_tropical_block_at(&t, &x, 3, 5, 4, 100);
  CHECK_INT(p.rows, 4);
  CHECK_INT(p.columns, 15);
  CHECK_INT(p.stride, x.stride);
  CHECK(get(&t, p, 2, 1) == get(&t, x, 5, 6));
  CHECK(p.via == x.via + 3 * x.stride + 5);
  mc_tropical_block plain = x;
  plain.via = NULL;
  CHECK(mc_tropical_block_at(&t, &plain, 1, 1, 1, 1).via == NULL);
  release(x);
}

static void test_fill(void) {
  for (int kind = 0; kind < 4; kind++) {
    const bool most = kind & 1, single = kind & 2;
    const mc_tropical_semiring t = mc_tropical_semiring_make(
      mc_kernels_active(), most ? MC_TROPICAL_MAX : MC_TROPICAL_MIN, single);
    CHECK_INT(t.size, single ? sizeof(float) : sizeof(double));
    CHECK(isinf(t.identity) && (t.identity < 0) == most);
    mc_tropical_block x = {.number = guard_alloc((size_t) (7 * t.size)), .columns = 7};
    mc_tropical_fill(&t, x.number, 7);
    for (int64_t j = 0; j < 7; j++)
      CHECK(get(&t, x, 0, j) == t.identity);
    guard_free(x.number);
  }
}

static const check_test tests[] = {{"products", test_product},
                                   {"products with vertices", test_via},
                                   {"parts", test_parts},
                                   {"fills", test_fill},
                                   {0}};
const check_suite suite_panel = {"panel", tests, true, "tropical_ "};
