/* Chatterjee's xi against its definition: results to the bit, tests nearly so; ties by a
   permutation; missing rows; blocks; interrupts; memory. Run on each target. */
#include "kendall/xi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "oracle.h"
#include "pieces.h"

/* ---- the definition ---- */

typedef struct {
  uint32_t x, tie, y;
} row;

static int by_x(const void *a, const void *b) {
  const row *f = a, *g = b;
  return f->x != g->x ? (f->x > g->x) - (f->x < g->x) : (f->tie > g->tie) - (f->tie < g->tie);
}

static int by_y(const void *a, const void *b) {
  const row *f = a, *g = b;
  return (f->y > g->y) - (f->y < g->y);
}

typedef struct {
  double xi, z;
  int64_t n;
  bool constant;
} expected;

/* The variance of theorem 2.2, row by row. r[i] is the number of rows whose y is at most that of
   row i, ascending. The variance does not change if a constant is taken from all r; with the median
   there is less cancellation. */
static long double variance_of(const int64_t *r, int64_t n, long double cu) {
  long double a = 0, b = 0, c = 0, before = 0;
  for (int64_t i = 1; i <= n; i++) {
    const long double f = (long double) (r[i - 1] - r[n / 2]) / (long double) n;
    const long double weight = (long double) (2 * n - 2 * i + 1);
    before += f;
    const long double m = (before + (long double) (n - i) * f) / (long double) n;
    a += weight * f * f / (long double) (n * n);
    b += m * m / (long double) n;
    c += weight * f / (long double) (n * n);
  }
  return (a - 2 * b + c * c) / (cu * cu);
}

/* Of the n rows of a pair. Changes their order. */
static expected define(row *rows, int64_t n) {
  expected e = {.n = n};
  if (n < 2)
    return e;
  int64_t *r = GUARD_NEW(int64_t, n);
  qsort(rows, (size_t) n, sizeof *rows, by_y);
  uint64_t twice_l = 0;
  bool tied = false;
  for (int64_t i = 0, top = 0; i < n; i++) {
    if (i == top) {
      while (top < n && rows[top].y == rows[i].y)
        top++;
      tied |= top - i > 1;
    }
    r[i] = top;
  }
  for (int64_t i = 0, below = 0; i < n; i++) { /* l_i (n - l_i) */
    if (i > 0 && r[i] != r[i - 1])
      below = i;
    twice_l += 2 * (uint64_t) (below * (n - below));
  }
  const long double cu = (long double) twice_l / 2 / ((long double) n * n * n);
  const long double v = tied ? variance_of(r, n, cu) : 0.4L;
  for (int64_t i = 0; i < n; i++)
    rows[i].y = (uint32_t) r[i];
  qsort(rows, (size_t) n, sizeof *rows, by_x);
  int64_t sum = 0;
  for (int64_t i = 1; i < n; i++) {
    const int64_t step = (int64_t) rows[i].y - (int64_t) rows[i - 1].y;
    sum += step < 0 ? -step : step;
  }
  e.constant = twice_l == 0;
  if (!e.constant) {
    e.xi = 1 - (double) n * (double) sum / (double) twice_l;
    e.z = (double) (sqrtl((long double) n / v) * e.xi);
  }
  guard_free(r);
  return e;
}

/* ---- a job ---- */

typedef struct {
  mc_kendall_xi_request request;
  int64_t x_columns, y_columns;
  int draws;
} sample;

static mc_status draw(void *data, int64_t n, int32_t *rows) {
  sample *s = data;
  rng r = {(uint64_t) n};
  s->draws++;
  for (int64_t i = 0; i < n; i++) {
    const int64_t j = rng_below(&r, i + 1);
    if (j < i)
      rows[i] = rows[j];
    rows[j] = (int32_t) i;
  }
  return MC_OK;
}

typedef struct {
  double *xi, *z, *p;
  int32_t *n;
} matrices;

static matrices matrices_make(const sample *s) {
  const int64_t cells = s->x_columns * s->y_columns;
  return (matrices){GUARD_NEW(double, cells), GUARD_NEW(double, cells), GUARD_NEW(double, cells),
                    GUARD_NEW(int32_t, cells)};
}

static void matrices_free(matrices *m) {
  guard_free(m->xi);
  guard_free(m->z);
  guard_free(m->p);
  guard_free(m->n);
}

static bool is_na(double x) {
  const double na = oracle_na();
  return memcmp(&x, &na, sizeof x) == 0;
}

/* Compares the results of columns of `x` and `y` with the definition. */
static void compare(sample *s, const mc_matrix *x, const mc_matrix *y, const matrices *got,
                    int64_t constant_pairs) {
  const int64_t all = x->rows;
  const bool drops = s->request.use == MC_USE_COMPLETE || s->request.use == MC_USE_NA_OR_COMPLETE;
  bool *dropped = GUARD_NEW(bool, all), na;
  int64_t n = 0, constant = 0;
  for (int64_t i = 0; i < all; i++) {
    dropped[i] = false;
    for (int64_t j = 0; drops && j < x->columns; j++)
      dropped[i] |= (matrix_at(x, i, j, &na), na);
    for (int64_t j = 0; drops && j < y->columns; j++)
      dropped[i] |= (matrix_at(y, i, j, &na), na);
    n += !dropped[i];
  }
  int32_t *order = GUARD_NEW(int32_t, all);
  uint32_t *place = GUARD_NEW(uint32_t, all), *rx = GUARD_NEW(uint32_t, all),
           *ry = GUARD_NEW(uint32_t, all);
  row *rows = GUARD_NEW(row, all);
  for (int64_t i = 0; i < n; i++)
    order[i] = (int32_t) i;
  if (s->request.draw != NULL && n > 0)
    draw(s, n, order);
  for (int64_t i = 0; i < n; i++)
    place[order[i]] = (uint32_t) i;
  for (int64_t a = 0; a < x->columns; a++)
    for (int64_t b = 0; b < y->columns; b++) {
      int64_t count = 0, kept = 0, pairs;
      oracle_ranks(x, a, NULL, all, rx, &pairs);
      oracle_ranks(y, b, NULL, all, ry, &pairs);
      for (int64_t i = 0; i < all; i++) {
        if (dropped[i])
          continue;
        if (rx[i] != MC_RANK32_NA && ry[i] != MC_RANK32_NA)
          rows[count++] = (row){rx[i], place[kept], ry[i]};
        kept++;
      }
      const bool lacks = count < n && s->request.use != MC_USE_PAIRWISE;
      const expected e = define(rows, count);
      const int64_t at = a + b * x->columns;
      const double xi = got->xi[at];
      constant += e.constant && !lacks;
      if (lacks || e.constant || count < 2) {
        CHECK(is_na(xi) && is_na(got->z[at]) && is_na(got->p[at]));
      } else {
        CHECK(memcmp(&xi, &e.xi, sizeof xi) == 0);
        CHECK(fabs(got->z[at] - e.z) <= 1e-10 * (1 + fabs(e.z)));
        CHECK(fabs(got->p[at] - 0.5 * erfc(e.z / sqrt(2))) <= 1e-12);
      }
      CHECK_INT(got->n[at], count);
    }
  CHECK_INT(constant_pairs, constant);
  guard_free(dropped);
  guard_free(order);
  guard_free(place);
  guard_free(rx);
  guard_free(ry);
  guard_free(rows);
}

static mc_status solve(sample *s, const matrices *to, int threads, mc_kendall_xi_report *report) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_kendall_xi_results results = {to->xi, to->z, to->p, to->n};
  s->draws = 0;
  const mc_status status = mc_kendall_xi(&s->request, &results, report, &call);
  guard_arena_release(&arena);
  return status;
}

static sample sample_make(const mc_matrix *x, const mc_matrix *y, mc_pairs_use use, bool symmetric,
                          bool random) {
  sample s = {.request = {.x = mc_columns_of_matrix(*x),
                          .y = mc_columns_of_matrix(*y),
                          .symmetric = symmetric,
                          .use = use,
                          .na = oracle_na(),
                          .draw = random ? draw : NULL},
              .x_columns = x->columns,
              .y_columns = symmetric ? x->columns : y->columns};
  return s;
}

/* One job in all ways: with the definition once, then the same bits in other ways. */
static void all_ways(const mc_matrix *x, const mc_matrix *y, mc_pairs_use use, bool symmetric,
                     bool random) {
  sample s = sample_make(x, y, use, symmetric, random);
  s.request.data = &s;
  matrices first = matrices_make(&s), again = matrices_make(&s);
  mc_kendall_xi_report report;
  CHECK_INT(solve(&s, &first, 1, &report), MC_OK);
  const int draws = s.draws;
  CHECK(draws <= random);
  compare(&s, x, symmetric ? x : y, &first, report.constant_pairs);
  const int64_t cells = s.x_columns * s.y_columns;
  const int64_t scratch[] = {0, 1, 20000, 300000};
  for (int q = 0; q < 4; q++)
    for (int threads = 1; threads <= 4; threads++) {
      s.request.scratch = scratch[q];
      CHECK_INT(solve(&s, &again, threads, &report), MC_OK);
      CHECK_INT(s.draws, draws);
      CHECK(oracle_same(first.xi, again.xi, cells));
      CHECK(oracle_same(first.z, again.z, cells));
      CHECK(oracle_same(first.p, again.p, cells));
      CHECK(memcmp(first.n, again.n, (size_t) cells * sizeof *first.n) == 0);
    }
  /* xi alone; columns in pieces */
  pieces px = {.x = *x}, py = {.x = *y};
  s.request.x = pieces_of(&px, 3);
  s.request.y = pieces_of(&py, 5);
  const matrices alone = {.xi = again.xi};
  CHECK_INT(solve(&s, &alone, 2, &report), MC_OK);
  CHECK(oracle_same(first.xi, again.xi, cells));
  pieces_release(&px);
  pieces_release(&py);
  matrices_free(&first);
  matrices_free(&again);
}

static void test_definition(void) {
  rng r = {7};
  const int64_t rows[] = {1, 2, 3, 4, 17, 64, 181, 258, 365};
  const struct { int64_t x, y; } columns[] = {{1, 1}, {3, 2}, {5, 7}, {20, 3}, {3, 66}, {18, 64}};
  const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  int turn = 0;
  for (int k = 0; k < (check_fast() ? 6 : 9); k++)
    for (int c = 0; c < (check_fast() ? 4 : 6); c++)
      for (int missing = 0; missing < 2; missing++) {
        mc_matrix x =
          matrix_make(&r, turn % 2 ? MC_F64 : MC_I32, rows[k], columns[c].x, missing ? 0.2 : 0);
        mc_matrix y =
          matrix_make(&r, turn % 3 ? MC_F64 : MC_I32, rows[k], columns[c].y, missing ? 0.2 : 0);
        const mc_pairs_use use = uses[turn % 3];
        check_note("%d rows, %d x %d columns, use %d, missing %d", (int) rows[k],
                   (int) columns[c].x, (int) columns[c].y, (int) use, missing);
        all_ways(&x, &y, use, false, turn % 2 == 0);
        all_ways(&x, &y, use, true, turn % 2 == 1);
        turn++;
        matrix_free(&x);
        matrix_free(&y);
      }
}

/* y rises and falls as far as it can along x: the largest sums. */
static void test_large_sums(void) {
  const int64_t rows[] = {256, 257, 362, 363, 1000, 32768, 65534, 65535, 65536, 70000};
  for (int k = 0; k < (check_fast() ? 5 : 10); k++) {
    const int64_t n = rows[k];
    int32_t *x = GUARD_NEW(int32_t, n), *y = GUARD_NEW(int32_t, 5 * n);
    for (int64_t i = 0; i < n; i++) {
      x[i] = (int32_t) i;
      y[i] = (int32_t) (i % 2 ? n - 1 - i / 2 : i / 2);
      y[n + i] = (int32_t) (i % 2); /* two values */
      y[2 * n + i] = (int32_t) i;
      y[3 * n + i] = i == 5;
      y[4 * n + i] = (int32_t) (n - i);
    }
    const mc_matrix mx = {x, MC_I32, n, 1}, my = {y, MC_I32, n, 5};
    check_note("%d rows", (int) n);
    all_ways(&mx, &my, MC_USE_PAIRWISE, false, false);
    guard_free(x);
    guard_free(y);
  }
}

/* Nothing is drawn for columns of x without ties, whatever y has. */
static void test_draws(void) {
  rng r = {3};
  double v[60];
  for (int i = 0; i < 60; i++)
    v[i] = i < 30 ? (double) (i * 7 % 30) : (double) rng_below(&r, 3);
  const mc_matrix untied = {v, MC_F64, 30, 1}, tied = {v + 30, MC_F64, 30, 1};
  mc_kendall_xi_report report;
  for (int turn = 0; turn < 2; turn++) {
    sample s = turn == 0 ? sample_make(&untied, &tied, MC_USE_EVERYTHING, false, true)
                         : sample_make(&tied, &untied, MC_USE_EVERYTHING, false, true);
    s.request.data = &s;
    matrices m = matrices_make(&s);
    CHECK_INT(solve(&s, &m, 1, &report), MC_OK);
    CHECK_INT(s.draws, turn);
    matrices_free(&m);
  }
}

/* xi of a column with itself, without ties, is (n - 2) / (n + 1). */
static void test_itself(void) {
  for (int64_t n = 2; n < 200; n++) {
    double *v = GUARD_NEW(double, 4 * n);
    for (int64_t i = 0; i < 4 * n; i++)
      v[i] = (double) (i % n) * (i / n % 2 ? -1 : 1);
    const mc_matrix x = {v, MC_F64, n, 4};
    sample s = sample_make(&x, &x, MC_USE_EVERYTHING, true, false);
    matrices m = matrices_make(&s);
    mc_kendall_xi_report report;
    CHECK_INT(solve(&s, &m, 2, &report), MC_OK);
    for (int k = 0; k < 16; k++)
      CHECK(fabs(m.xi[k] - (double) (n - 2) / (double) (n + 1)) < 1e-15);
    matrices_free(&m);
    guard_free(v);
  }
}

/* ---- interrupts, memory, sizes ---- */

typedef struct {
  sample s;
  matrices to;
} stoppable;

static mc_status solve_stopped(void *context, const mc_call *call) {
  stoppable *t = context;
  const mc_kendall_xi_results results = {t->to.xi, t->to.z, t->to.p, t->to.n};
  mc_kendall_xi_report report;
  return mc_kendall_xi(&t->s.request, &results, &report, call);
}

static void test_interrupts(void) {
  rng r = {5};
  mc_matrix x = matrix_make(&r, MC_F64, 90, 40, 0.1), y = matrix_make(&r, MC_I32, 90, 70, 0.1);
  for (int symmetric = 0; symmetric < 2; symmetric++)
    for (int64_t scratch = 0; scratch <= 60000; scratch += 30000) {
      stoppable t = {.s = sample_make(&x, &y, MC_USE_PAIRWISE, symmetric, true)};
      t.s.request.data = &t.s;
      t.s.request.scratch = scratch;
      t.to = matrices_make(&t.s);
      check_note("symmetric %d, scratch %d", symmetric, (int) scratch);
      check_interrupts((interruptible){solve_stopped, &t, 2, 1e-9, 1 + scratch % 3});
      matrices_free(&t.to);
      for (int k = 1, done = 0; !done && k < 100; k++) { /* each allocation fails once */
        t.to = matrices_make(&t.s);
        guard_arena arena = guard_arena_make();
        arena.refuse = k;
        const mc_call call = mc_call_make(&arena.arena, NULL, 2);
        const mc_status status = solve_stopped(&t, &call);
        CHECK_INT(status, arena.calls < k ? MC_OK : MC_ERR_MEMORY);
        done = status == MC_OK;
        guard_arena_release(&arena);
        matrices_free(&t.to);
      }
    }
  matrix_free(&x);
  matrix_free(&y);
}

static void test_sizes(void) {
  double v[4] = {1, NAN, NAN, 2}, xi[4];
  mc_matrix x = {v, MC_F64, 2, 2};
  sample s = sample_make(&x, &x, MC_USE_COMPLETE, true, false);
  const matrices to = {.xi = xi};
  mc_kendall_xi_report report;
  CHECK_INT(solve(&s, &to, 1, &report), MC_ERR_NO_COMPLETE);
  s.request.use = MC_USE_ALL_OBS;
  CHECK_INT(solve(&s, &to, 1, &report), MC_ERR_MISSING);
  s.request.use = MC_USE_NA_OR_COMPLETE;
  CHECK_INT(solve(&s, &to, 1, &report), MC_OK);
  CHECK(is_na(xi[0]) && is_na(xi[3]));
  s.request.use = MC_USE_PAIRWISE;
  CHECK_INT(solve(&s, &to, 1, &report), MC_OK);
  CHECK(is_na(xi[0]) && is_na(xi[3]));
  s.request.x.rows = MC_RANKS_MAX_ROWS + 1;
  CHECK_INT(solve(&s, &to, 1, &report), MC_ERR_SIZE);
}

static const check_test tests[] = {{"the definition", test_definition},
                                   {"the largest sums", test_large_sums},
                                   {"random order of ties", test_draws},
                                   {"a column with itself", test_itself},
                                   {"interrupts and memory", test_interrupts},
                                   {"sizes", test_sizes},
                                   {0}};
const check_suite suite_xi = {"xi", tests, true, NULL};
