/* Tests of levels, strata and differences: against runs of single levels and the definitions. Run
   on each target. */
#include "kendall/groups.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/kendall.h"
#include "oracle.h"

enum { LEVELS = 4, MATRICES = 5 };
static const double QUANTILE = 1.96;

/* ---- results ---- */

typedef struct {
  double *of[LEVELS][MATRICES];
  int32_t *n[LEVELS];
  double *sum[6]; /* stratified, difference */
  int32_t *rows;  /* over all levels */
  int64_t cells;
} results;

static results make_results(int64_t cells) {
  results r = {.cells = cells};
  for (int g = 0; g < LEVELS; g++) {
    for (int k = 0; k < MATRICES; k++)
      r.of[g][k] = GUARD_NEW(double, cells);
    r.n[g] = GUARD_NEW(int32_t, cells);
  }
  for (int k = 0; k < 6; k++)
    r.sum[k] = GUARD_NEW(double, cells);
  r.rows = GUARD_NEW(int32_t, cells);
  return r;
}

static void free_results(results *r) {
  for (int g = 0; g < LEVELS; g++) {
    for (int k = 0; k < MATRICES; k++)
      guard_free(r->of[g][k]);
    guard_free(r->n[g]);
  }
  for (int k = 0; k < 6; k++)
    guard_free(r->sum[k]);
  guard_free(r->rows);
}

static mc_kendall_test_matrices matrices_of(const results *r, int g) {
  return (mc_kendall_test_matrices){r->of[g][0], r->of[g][1], r->of[g][2],
                                    r->of[g][3], r->of[g][4], r->n[g]};
}

/* ---- the job ---- */

typedef struct {
  mc_kendall_request level[LEVELS];
  mc_matrix x[LEVELS], y[LEVELS];
  const mc_pairs_given *pairs;
  mc_kendall_test_options options;
  int64_t a, b; /* a < 0: no difference */
} work;

static mc_status run(const work *w, results *r, mc_kendall_groups_report *report,
                     const mc_call *call) {
  mc_kendall_test_matrices to[LEVELS];
  for (int g = 0; g < LEVELS; g++)
    to[g] = matrices_of(r, g);
  mc_kendall_groups_job job = {.level = w->level,
                               .levels = LEVELS,
                               .pairs = w->pairs,
                               .options = w->options,
                               .quantile = QUANTILE,
                               .na = oracle_na(),
                               .to = to,
                               .tau = r->sum[0],
                               .z = r->sum[1],
                               .p = r->sum[2],
                               .n = r->rows};
  if (w->a >= 0) {
    job.a = w->a;
    job.b = w->b;
    job.difference = r->sum[3];
    job.difference_z = r->sum[4];
    job.difference_p = r->sum[5];
  }
  return mc_kendall_groups(&job, report, call);
}

/* Each level by a call of its own. */
static void check_levels(const work *w, const results *r, const mc_kendall_groups_report *report) {
  results alone = make_results(r->cells);
  int64_t constant = 0, tied = 0, too_long = 0;
  for (int g = 0; g < LEVELS; g++) {
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    mc_pairs_list list;
    if (w->pairs != NULL)
      CHECK_INT(mc_pairs_list_make(&list, w->pairs, call.arena), MC_OK);
    mc_kendall_test_sink sink = mc_kendall_test_sink_make(
      matrices_of(&alone, g), w->pairs != NULL ? &list : NULL, w->options, QUANTILE, oracle_na());
    mc_kendall_report of_level;
    CHECK_INT(mc_kendall_run(&w->level[g], &sink.tester.sink, &of_level, &call), MC_OK);
    CHECK_INT(mc_kendall_test_one_row(&w->level[g], w->pairs, alone.n[g], &call), MC_OK);
    constant += atomic_load(&sink.tester.taus.constant_pairs);
    tied += atomic_load(&sink.tester.inference.tied_pairs);
    too_long += atomic_load(&sink.tester.inference.long_pairs);
    for (int k = 0; k < MATRICES; k++)
      CHECK(oracle_same(r->of[g][k], alone.of[g][k], r->cells));
    for (int64_t k = 0; k < r->cells; k++)
      CHECK_INT(r->n[g][k], alone.n[g][k]);
    guard_arena_release(&arena);
  }
  for (int64_t k = 0; k < r->cells; k++) {
    int64_t rows = 0;
    for (int g = 0; g < LEVELS; g++)
      rows += r->n[g][k];
    CHECK_INT(r->rows[k], rows);
  }
  CHECK_INT(report->constant_pairs, constant);
  CHECK_INT(report->tied_pairs, tied);
  CHECK_INT(report->long_pairs, too_long);
  free_results(&alone);
}

/* ---- definitions ---- */

/* The ordered triples of equal values, and the sum of t (t - 1) (2 t + 5) over groups of t. */
static double ties_of(const uint32_t *v, int64_t n, int power) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    double t = 0;
    for (int64_t k = 0; k < n; k++)
      t += v[k] == v[i];
    sum += power == 2 ? t - 1 : power == 3 ? (t - 1) * (t - 2) : (t - 1) * (2 * t + 5);
  }
  return sum;
}

typedef struct {
  double s, scale, variance, tau;
  int64_t n;
} sums;

static sums sums_of(const work *w, int g, int64_t a, int64_t b, double tau) {
  const mc_kendall_request *level = &w->level[g];
  const mc_matrix *x = &w->x[g], *y = level->symmetric ? x : &w->y[g];
  uint32_t *rx = GUARD_NEW(uint32_t, x->rows + 1), *ry = GUARD_NEW(uint32_t, x->rows + 1);
  const int64_t n = oracle_common_rows(x, a, y, b, NULL, rx, ry);
  const mc_kendall_pair_counts c = oracle_counts(rx, ry, n);
  const bool missing =
    level->use != MC_USE_PAIRWISE && (column_misses(x, a) || column_misses(y, b));
  sums s = {.n = n, .tau = tau};
  if (!missing && c.x_pairs > 0 && c.y_pairs > 0) {
    const double m = (double) n;
    s.s = (double) c.s;
    s.scale = sqrt((double) c.x_pairs * (double) c.y_pairs);
    s.variance = (m * (m - 1) * (2 * m + 5) - ties_of(rx, n, 0) - ties_of(ry, n, 0)) / 18 +
                 ties_of(rx, n, 2) * ties_of(ry, n, 2) / (2 * m * (m - 1));
    if (n > 2)
      s.variance += ties_of(rx, n, 3) * ties_of(ry, n, 3) / (9 * m * (m - 1) * (m - 2));
  }
  guard_free(rx);
  guard_free(ry);
  return s;
}

static double p_of(mc_kendall_alternative alternative, double z) {
  return alternative == MC_LESS      ? erfc(-z / sqrt(2)) / 2
         : alternative == MC_GREATER ? erfc(z / sqrt(2)) / 2
                                     : erfc(fabs(z) / sqrt(2));
}

static bool near(double value, double expected, double relative) {
  return isnan(expected) ? isnan(value)
                         : fabs(value - expected) <= relative * (fabs(expected) + 1e-3);
}

static double transform(const sums *s, double *variance) {
  if (s->scale <= 0 || s->n <= 4)
    return NAN;
  const double m = (double) s->n, most = 1 - 2 / (m * (m - 1));
  const double spread = sqrt(s->variance) / s->scale / sqrt((4 * m + 10) / (9 * m * (m - 1)));
  *variance += 0.437 * spread * spread / (m - 4);
  return atanh(fmax(-most, fmin(most, s->tau)));
}

static void check_pair(const work *w, const results *r, int64_t a, int64_t b, int64_t at) {
  sums of[LEVELS], all = {0};
  for (int g = 0; g < LEVELS; g++) {
    of[g] = sums_of(w, g, a, b, r->of[g][0][at]);
    all.s += of[g].s;
    all.scale += of[g].scale;
    all.variance += of[g].variance;
  }
  const double size = fabs(all.s) - (w->options.continuity && all.s != 0);
  const double z = all.scale > 0 ? copysign(size, all.s) / sqrt(all.variance) : NAN;
  check_note("columns %d and %d: z %g %g", (int) a, (int) b, r->sum[1][at], z);
  CHECK(near(r->sum[0][at], all.scale > 0 ? all.s / all.scale : NAN, 1e-13));
  CHECK(near(r->sum[1][at], z, 1e-12));
  CHECK(near(r->sum[2][at], p_of(w->options.alternative, z), 1e-11));
  if (w->a < 0)
    return;
  double variance = 0;
  const double u = transform(&of[w->a], &variance), v = transform(&of[w->b], &variance);
  const double difference = (u - v) / sqrt(variance);
  check_note("columns %d and %d: difference %g %g", (int) a, (int) b, r->sum[4][at], difference);
  CHECK(near(r->sum[3][at], of[w->a].tau - of[w->b].tau, 1e-15));
  CHECK(near(r->sum[4][at], difference, 1e-11));
  CHECK(near(r->sum[5][at], p_of(w->options.alternative, difference), 1e-9));
}

/* ---- tests ---- */

static work make_work(rng *r, const int64_t *rows, bool symmetric, bool pairwise, int turn) {
  work w = {.options = {.alternative = (mc_kendall_alternative) rng_below(r, 3),
                        .exact = (int) rng_below(r, 3) - 1,
                        .continuity = rng_chance(r, 0.5)},
            .a = rng_chance(r, 0.8) ? rng_below(r, LEVELS) : -1};
  const int64_t mx = 1 + rng_below(r, 13), my = 1 + rng_below(r, 7);
  w.b = (w.a + 1 + rng_below(r, LEVELS - 1)) % LEVELS;
  for (int g = 0; g < LEVELS; g++) {
    w.x[g] = matrix_make(r, MC_F64, rows[g], mx, turn % 3 == 0 ? 0 : 0.3);
    w.y[g] = matrix_make(r, MC_I32, rows[g], my, turn % 3 == 0 ? 0 : 0.3);
    w.level[g] =
      (mc_kendall_request){.x = mc_columns_of_matrix(w.x[g]),
                           .y = mc_columns_of_matrix(w.y[g]),
                           .symmetric = symmetric,
                           .use = pairwise ? MC_USE_PAIRWISE : MC_USE_EVERYTHING,
                           .algorithm = (mc_kendall_algorithm) (turn % MC_KENDALL_ALGORITHMS),
                           .na = oracle_na()};
  }
  return w;
}

static void free_work(work *w) {
  for (int g = 0; g < LEVELS; g++) {
    matrix_free(&w->x[g]);
    matrix_free(&w->y[g]);
  }
}

static void compare(work *w, int threads) {
  const mc_kendall_request *one = &w->level[0];
  const int64_t mx = one->x.columns, my = one->symmetric ? mx : one->y.columns;
  results r = make_results(w->pairs != NULL ? w->pairs->count : mx * my);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_groups_report report;
  CHECK_INT(run(w, &r, &report, &call), MC_OK);
  check_levels(w, &r, &report);
  for (int64_t k = 0; k < r.cells; k++)
    if (w->pairs != NULL)
      check_pair(w, &r, w->pairs->i[k] - 1, w->pairs->j[k] - 1, k);
    else
      check_pair(w, &r, k % mx, k / mx, k);
  guard_arena_release(&arena);
  free_results(&r);
}

static void test_levels(void) {
  static const int64_t rows[] = {0, 1, 2, 4, 5, 6, 9, 33, 50, 70};
  rng r = {1};
  for (int turn = 0; turn < 64; turn++) {
    int64_t of[LEVELS];
    for (int g = 0; g < LEVELS; g++)
      of[g] = turn % 16 == 5 ? rng_below(&r, 2) : rows[rng_below(&r, 10)];
    work w = make_work(&r, of, turn % 2 == 0, turn % 4 < 3, turn);
    int32_t i[30], j[30];
    const int64_t mx = w.x[0].columns, my = turn % 2 == 0 ? mx : w.y[0].columns;
    for (int k = 0; k < 30; k++) {
      i[k] = 1 + (int32_t) rng_below(&r, mx);
      j[k] = 1 + (int32_t) rng_below(&r, my);
    }
    const mc_pairs_given pairs = {i, j, 30, mx, my, turn % 2 == 0};
    compare(&w, 1 + turn % 4);
    w.pairs = &pairs;
    compare(&w, 1 + turn % 4);
    free_work(&w);
  }
}

/* Columns without ties: p-values of levels come from a table. */
static void test_untied(void) {
  static const int64_t of[LEVELS] = {20, 60, 9, 33};
  enum { COLUMNS = 40 };
  rng r = {2};
  work w = {.options = {.exact = -1}, .a = 1, .b = 0};
  for (int g = 0; g < LEVELS; g++) {
    int32_t *v = GUARD_NEW(int32_t, of[g] * COLUMNS);
    for (int64_t j = 0; j < COLUMNS; j++)
      shape_fill(&r, j % 3 == 0 ? SHAPE_NEARLY_SORTED : SHAPE_PERMUTATION, of[g],
                 (uint32_t *) v + j * of[g]);
    w.x[g] = (mc_matrix){v, MC_I32, of[g], COLUMNS};
    w.level[g] = (mc_kendall_request){.x = mc_columns_of_matrix(w.x[g]),
                                      .symmetric = true,
                                      .use = MC_USE_PAIRWISE,
                                      .na = oracle_na()};
  }
  for (int threads = 1; threads <= 4; threads++)
    compare(&w, threads);
  for (int g = 0; g < LEVELS; g++)
    guard_free(guard_owned(w.x[g].data));
}

/* Two levels that count, with tables for the difference; each level has ties in other columns. */
static void test_some_ties(void) {
  static const int64_t of[LEVELS] = {24, 1, 20, 0};
  enum { COLUMNS = 44 };
  rng r = {5};
  for (int turn = 0; turn < 4; turn++) {
    work w = {.options = {.exact = -1}, .a = turn % 2 == 0 ? 0 : 2, .b = turn % 2 == 0 ? 2 : 0};
    for (int g = 0; g < LEVELS; g++) {
      int32_t *v = GUARD_NEW(int32_t, of[g] * COLUMNS);
      for (int64_t j = 0; j < COLUMNS; j++) {
        shape_fill(&r, SHAPE_PERMUTATION, of[g], (uint32_t *) v + j * of[g]);
        if (of[g] > 1 && rng_chance(&r, 0.1))
          v[j * of[g]] = v[j * of[g] + 1];
      }
      w.x[g] = w.y[g] = (mc_matrix){v, MC_I32, of[g], COLUMNS};
      w.level[g] = (mc_kendall_request){.x = mc_columns_of_matrix(w.x[g]),
                                        .y = mc_columns_of_matrix(w.x[g]),
                                        .symmetric = turn < 2,
                                        .use = MC_USE_PAIRWISE,
                                        .na = oracle_na()};
    }
    compare(&w, 1 + turn);
    for (int g = 0; g < LEVELS; g++)
      guard_free(guard_owned(w.x[g].data));
  }
}

typedef struct {
  work work;
  results to;
} stopped;

static mc_status solve_stopped(void *context, const mc_call *call) {
  stopped *s = context;
  mc_kendall_groups_report report;
  return run(&s->work, &s->to, &report, call);
}

static void test_interrupts(void) {
  static const int64_t of[LEVELS] = {20, 0, 9, 33};
  rng r = {3};
  stopped s = {.work = make_work(&r, of, true, true, 1)};
  s.to = make_results(s.work.x[0].columns * s.work.x[0].columns);
  CHECK(check_interrupts((interruptible){solve_stopped, &s, 2, 1e-9, 0}).polls > 3);
  free_results(&s.to);
  free_work(&s.work);
}

/* Every request for memory may fail. */
static void test_memory(void) {
  static const int64_t of[LEVELS] = {20, 5, 9, 33};
  rng r = {4};
  work w = make_work(&r, of, true, true, 1);
  results to = make_results(w.x[0].columns * w.x[0].columns);
  for (int64_t refuse = 1;; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_kendall_groups_report report;
    const mc_status status = run(&w, &to, &report, &call);
    const bool refused = arena.calls >= refuse;
    guard_arena_release(&arena);
    CHECK_INT(status, refused ? MC_ERR_MEMORY : MC_OK);
    if (!refused)
      break;
  }
  free_results(&to);
  free_work(&w);
}

static const check_test tests[] = {{"levels, strata, differences", test_levels},
                                   {"columns without ties", test_untied},
                                   {"some columns with ties", test_some_ties},
                                   {"interrupts", test_interrupts},
                                   {"memory", test_memory},
                                   {0}};
const check_suite suite_kendall_groups = {"kendall_groups", tests, true, NULL};
