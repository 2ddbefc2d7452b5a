/* The sink that hands plain counts to a function, against the definition. Run on each target. */
#include "kendall/count_sink.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"

typedef struct {
  int64_t columns; /* of x */
  int64_t *of[5];
  _Atomic int *times;
  int starts, threads;
  _Atomic bool wrong;
} taken;

static void start(void *data, int threads) {
  taken *t = data;
  t->starts++;
  t->threads = threads;
}

static void take(void *data, const mc_kendall_plain_counts *c) {
  taken *t = data;
  if (c->thread < 0 || c->thread >= t->threads)
    t->wrong = true;
  for (int i = 0; i < c->rows; i++)
    for (int j = c->diagonal ? i : 0; j < c->columns; j++) {
      const int64_t to = c->row + i + (c->column + j) * t->columns, from = c->stride * i + j;
      const int64_t *counts[] = {c->s, c->x_pairs, c->y_pairs, c->total, c->n};
      for (int q = 0; q < 5; q++)
        t->of[q][to] = counts[q][from];
      atomic_fetch_add(&t->times[to], 1);
    }
}

static void compare(const mc_matrix *x, const mc_matrix *y, bool symmetric, int algorithm,
                    int threads) {
  const int64_t mx = x->columns, my = symmetric ? mx : y->columns, cells = mx * my, n = x->rows;
  taken t = {.columns = mx, .times = calloc((size_t) cells, sizeof *t.times)};
  for (int q = 0; q < 5; q++)
    t.of[q] = GUARD_NEW(int64_t, cells);
  mc_kendall_count_sink sink = mc_kendall_count_sink_make(start, take, &t);
  const mc_kendall_request request = {.x = mc_columns_of_matrix(*x),
                                      .y = mc_columns_of_matrix(*y),
                                      .symmetric = symmetric,
                                      .use = MC_USE_PAIRWISE,
                                      .algorithm = (mc_kendall_algorithm) algorithm,
                                      .na = oracle_na()};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_report report;
  CHECK_INT(mc_kendall_run(&request, &sink.sink, &report, &call), MC_OK);
  CHECK(!t.wrong);
  CHECK_INT(t.starts, 1);
  uint32_t *rx = GUARD_NEW(uint32_t, n), *ry = GUARD_NEW(uint32_t, n);
  for (int64_t a = 0; a < mx; a++)
    for (int64_t b = 0; b < my; b++) {
      const int64_t at = a + b * mx;
      const bool here = (!symmetric || a <= b) && n > 1;
      CHECK_INT(t.times[at], here);
      if (!here)
        continue;
      const int64_t common = oracle_common_rows(x, a, symmetric ? x : y, b, NULL, rx, ry);
      const mc_kendall_pair_counts e = oracle_counts(rx, ry, common);
      CHECK_INT(t.of[0][at], e.s);
      CHECK_INT(t.of[1][at], e.x_pairs);
      CHECK_INT(t.of[2][at], e.y_pairs);
      CHECK_INT(t.of[3][at], e.total);
      CHECK_INT(t.of[4][at], common);
    }
  guard_free(rx);
  guard_free(ry);
  guard_arena_release(&arena);
  for (int q = 0; q < 5; q++)
    guard_free(t.of[q]);
  free(t.times);
}

static void test_counts(void) {
  rng r = {11};
  const int64_t rows[] = {1, 2, 33, 150};
  for (int k = 0; k < (check_fast() ? 3 : 4); k++)
    for (int missing = 0; missing < 2; missing++)
      for (int algorithm = 0; algorithm < MC_KENDALL_ALGORITHMS; algorithm++)
        for (int threads = 1; threads <= 4; threads++) {
          mc_matrix x = matrix_make(&r, MC_F64, rows[k], 11, missing ? 0.1 : 0);
          mc_matrix y = matrix_make(&r, MC_F64, rows[k], 6, missing ? 0.1 : 0);
          check_note("%d rows, missing %d, algorithm %d, %d threads", (int) rows[k], missing,
                     algorithm, threads);
          compare(&x, &y, threads % 2 == 0, algorithm, threads);
          matrix_free(&x);
          matrix_free(&y);
        }
}

static const check_test tests[] = {{"plain counts", test_counts}, {0}};
const check_suite suite_count_sink = {"count_sink", tests, true, NULL};
