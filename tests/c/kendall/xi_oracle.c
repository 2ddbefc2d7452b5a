#include "kendall/xi_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
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

static mc_status draw(void *data, int64_t n, int32_t *rows) {
  xi_job *s = data;
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

xi_matrices xi_matrices_make(const xi_job *s) {
  const int64_t cells = s->x_columns * s->y_columns;
  return (xi_matrices){GUARD_NEW(double, cells), GUARD_NEW(double, cells), GUARD_NEW(double, cells),
                       GUARD_NEW(int32_t, cells)};
}

void xi_matrices_free(xi_matrices *m) {
  guard_free(m->xi);
  guard_free(m->z);
  guard_free(m->p);
  guard_free(m->n);
}

bool xi_is_na(double x) {
  const double na = oracle_na();
  return memcmp(&x, &na, sizeof x) == 0;
}

/* Compares the results of columns of `x` and `y` with the definition. */
static void compare(xi_job *s, const mc_matrix *x, const mc_matrix *y, const xi_matrices *got,
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
        CHECK(xi_is_na(xi) && xi_is_na(got->z[at]) && xi_is_na(got->p[at]));
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

mc_status xi_solve(xi_job *s, const xi_matrices *to, int threads, mc_kendall_xi_report *report) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_kendall_xi_results results = {to->xi, to->z, to->p, to->n};
  s->draws = 0;
  const mc_status status = mc_kendall_xi(&s->request, &results, report, &call);
  guard_arena_release(&arena);
  return status;
}

xi_job xi_job_make(const mc_matrix *x, const mc_matrix *y, mc_pairs_use use, bool symmetric,
                   bool random) {
  xi_job s = {.request = {.x = mc_columns_of_matrix(*x),
                          .y = mc_columns_of_matrix(*y),
                          .symmetric = symmetric,
                          .use = use,
                          .na = oracle_na(),
                          .draw = random ? draw : NULL},
              .x_columns = x->columns,
              .y_columns = symmetric ? x->columns : y->columns};
  return s;
}

void xi_check(const mc_matrix *x, const mc_matrix *y, mc_pairs_use use, bool symmetric,
              bool random) {
  xi_job s = xi_job_make(x, y, use, symmetric, random);
  s.request.data = &s;
  xi_matrices first = xi_matrices_make(&s), again = xi_matrices_make(&s);
  mc_kendall_xi_report report;
  CHECK_INT(xi_solve(&s, &first, 1, &report), MC_OK);
  const int draws = s.draws;
  CHECK(draws <= random);
  compare(&s, x, symmetric ? x : y, &first, report.constant_pairs);
  const int64_t cells = s.x_columns * s.y_columns;
  const int64_t scratch[] = {0, 1, 20000, 300000};
  for (int q = 0; q < 4; q++)
    for (int threads = 1; threads <= 4; threads++) {
      s.request.scratch = scratch[q];
      CHECK_INT(xi_solve(&s, &again, threads, &report), MC_OK);
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
  const xi_matrices alone = {.xi = again.xi};
  CHECK_INT(xi_solve(&s, &alone, 2, &report), MC_OK);
  CHECK(oracle_same(first.xi, again.xi, cells));
  pieces_release(&px);
  pieces_release(&py);
  xi_matrices_free(&first);
  xi_matrices_free(&again);
}
