/* The bijection between job numbers and coordinates, and grids of tiles. */
#include "check.h"
#include "data.h"
#include "guard.h"
#include "base/tiles.h"

/* Number to cell and back; the cell is inside of the triangle. */
static void round_trip(int64_t w, int64_t id) {
  int64_t y, x;
  mc_triangle_cell(w, id, &y, &x);
  CHECK(0 <= y && y <= x && x < w);
  CHECK_INT(mc_triangle_id(w, y, x), id);
}

static void test_all_small(void) {
  for (int64_t w = 0; w <= 300; w++) {
    check_note("w = %d", (int) w);
    int64_t id = 0;
    for (int64_t y = 0; y < w; y++) {
      CHECK_INT(mc_triangle_row(w, y), id);
      for (int64_t x = y; x < w; x++, id++) {
        int64_t to_y = -1, to_x = -1;
        mc_triangle_cell(w, id, &to_y, &to_x);
        CHECK_INT(to_y, y);
        CHECK_INT(to_x, x);
        CHECK_INT(mc_triangle_id(w, y, x), id);
      }
    }
    CHECK_INT(mc_triangle_row(w, w), id);
    CHECK_INT(mc_triangle_cells(w), id);
  }
}

/* The cell before the first cell of row y ends the row above. */
static void row_start(int64_t w, int64_t y) {
  int64_t id = mc_triangle_row(w, y), to_y, to_x;
  mc_triangle_cell(w, id, &to_y, &to_x);
  CHECK_INT(to_y, y);
  CHECK_INT(to_x, y);
  if (y > 0) {
    mc_triangle_cell(w, id - 1, &to_y, &to_x);
    CHECK_INT(to_y, y - 1);
    CHECK_INT(to_x, w - 1);
  }
  if (y < w - 1) {
    mc_triangle_cell(w, id + 1, &to_y, &to_x);
    CHECK_INT(to_y, y);
    CHECK_INT(to_x, y + 1);
    CHECK_INT(mc_triangle_row(w, y + 1) - id, w - y);
  }
}

static void test_large(void) {
  rng r = {1};
  const int64_t widths[] = {46340,
                            46341,
                            65535,
                            65536,
                            94906265,
                            94906266,
                            94906267,
                            INT64_C(2147483646),
                            INT64_C(2147483647),
                            INT64_C(2147483648),
                            INT64_C(3037000499),
                            MC_TRIANGLE_MAX - 1,
                            MC_TRIANGLE_MAX};
  for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
    int64_t w = widths[k], cells = mc_triangle_cells(w);
    check_note("w = %.0f", (double) w);
    CHECK(cells > 0);
    CHECK_INT(mc_triangle_row(w, 0), 0);
    CHECK_INT(mc_triangle_row(w, w), cells);
    for (int64_t d = 0; d < 1000; d++) {
      row_start(w, d);
      row_start(w, w / 2 + d);
      row_start(w, w - 1 - d);
      row_start(w, rng_below(&r, w));
      round_trip(w, d);
      round_trip(w, cells / 2 + d);
      round_trip(w, cells - 1 - d);
      round_trip(w, rng_below(&r, cells));
    }
    int64_t y, x;
    mc_triangle_cell(w, cells - 1, &y, &x);
    CHECK_INT(y, w - 1);
    CHECK_INT(x, w - 1);
  }
}

/* Consecutive numbers are consecutive cells. */
static void test_monotone(void) {
  rng r = {2};
  for (int k = 0; k < 200; k++) {
    int64_t w = 2 + rng_below(&r, MC_TRIANGLE_MAX - 1);
    int64_t first = rng_below(&r, mc_triangle_cells(w)), y, x;
    check_note("w = %.0f, id = %.0f", (double) w, (double) first);
    mc_triangle_cell(w, first, &y, &x);
    for (int64_t id = first + 1; id < mc_triangle_cells(w) && id < first + 500; id++) {
      int64_t next_y, next_x;
      mc_triangle_cell(w, id, &next_y, &next_x);
      bool row_ends = x == w - 1;
      CHECK_INT(next_y, row_ends ? y + 1 : y);
      CHECK_INT(next_x, row_ends ? next_y : x + 1);
      y = next_y;
      x = next_x;
    }
  }
}

/* Every pair of variables is in exactly one tile. */
static void cover(int64_t rows, int64_t columns, int64_t side, bool symmetric) {
  check_note("%d x %d by %d%s", (int) rows, (int) columns, (int) side,
             symmetric ? ", symmetric" : "");
  mc_grid g = mc_grid_make(rows, columns, side, symmetric);
  uint8_t *seen = guard_alloc((size_t) (rows * columns));
  for (int64_t k = 0; k < rows * columns; k++)
    seen[k] = 0;
  for (int64_t id = 0; id < g.tiles; id++) {
    mc_tile t = mc_grid_tile(&g, id);
    CHECK(0 <= t.row0 && t.row0 < t.row1 && t.row1 <= rows);
    CHECK(0 <= t.column0 && t.column0 < t.column1 && t.column1 <= columns);
    CHECK(t.row1 - t.row0 <= side && t.column1 - t.column0 <= side);
    CHECK((t.diagonal != 0) == (symmetric && t.row0 == t.column0));
    for (int64_t i = t.row0; i < t.row1; i++)
      for (int64_t j = t.diagonal ? i : t.column0; j < t.column1; j++)
        seen[i * columns + j]++;
  }
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++)
      CHECK_INT(seen[i * columns + j], !symmetric || i <= j);
  guard_free(seen);
}

static void test_grids(void) {
  rng r = {3};
  for (int64_t m = 0; m <= 20; m++)
    for (int64_t side = 1; side <= 21; side++) {
      cover(m, m, side, true);
      cover(m, 13, side, false);
      cover(13, m, side, false);
    }
  for (int k = 0; k < 200; k++) {
    int64_t rows = rng_below(&r, 120), columns = rng_below(&r, 120);
    int64_t side = 1 + rng_below(&r, 130);
    cover(rows, columns, side, false);
    cover(rows, rows, side, true);
  }
}

/* Numbers of tiles beyond 32 bits. */
static void test_many_tiles(void) {
  const int64_t m = 524287; /* tiles of 8: 65,536 a side, 2^31 + 2^15 in all */
  mc_grid g = mc_grid_make(m, m, 8, true);
  CHECK_INT(g.tile_rows, 65536);
  CHECK_INT(g.tiles, INT64_C(2147516416));
  int64_t start = mc_triangle_row(65536, 40000);
  mc_tile t = mc_grid_tile(&g, start);
  CHECK(t.diagonal);
  CHECK_INT(t.row0, 320000);
  t = mc_grid_tile(&g, g.tiles - 1);
  CHECK(t.diagonal);
  CHECK_INT(t.row0, 524280);
  CHECK_INT(t.row1, m);
  int64_t ids[] = {INT64_C(2147483646), INT64_C(2147483647), INT64_C(2147483648)};
  for (int k = 0; k < 3; k++) {
    t = mc_grid_tile(&g, ids[k]);
    CHECK_INT(mc_triangle_id(65536, t.row0 / 8, t.column0 / 8), ids[k]);
  }

  g = mc_grid_make(m, m, 8, false);
  CHECK_INT(g.tiles, INT64_C(4294967296));
  t = mc_grid_tile(&g, INT64_C(4294967295));
  CHECK_INT(t.row0, 524280);
  CHECK_INT(t.column1, m);
  t = mc_grid_tile(&g, INT64_C(2147483648));
  CHECK_INT(t.row0, 32768 * 8);
  CHECK_INT(t.column0, 0);
  CHECK(!t.diagonal);
}

static const check_test tests[] = {
  {"all cells up to 300 x 300", test_all_small}, {"edges of large triangles", test_large},
  {"consecutive numbers", test_monotone},        {"grids cover every pair once", test_grids},
  {"more than 2^31 tiles", test_many_tiles},     {0}};
const check_suite suite_tiles = {"tiles", tests, false, NULL};
