/* The joint between who counts and what becomes of it: a sink that puts counts into plain
   arrays, against the definition. Run on each target. */
#include "kendall/tile.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"

/* Of each pair s, x_pairs, y_pairs, common rows and total, and how often it came. */
typedef struct {
  mc_pairs_sink sink;
  int64_t x_columns, y_columns;
  int64_t *of[5];
  _Atomic int *times;
  mc_pairs_shape shape;
  int64_t begun, panels, flushed, finished; /* calls */
  _Atomic int64_t pairs;                    /* since the last flush() */
  _Atomic bool wrong;                       /* something that CHECK may not say on a thread */
  mc_status say[4];                         /* what begin(), panel(), flush(), finish() return */
} counter;

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  counter *c = (counter *) sink;
  CHECK(call->kernels != NULL && c->panels == 0);
  c->shape = *shape;
  c->begun++;
  return c->say[0];
}

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *of) {
  counter *c = (counter *) sink;
  const mc_kendall_panel *panel = mc_kendall_panel_of(of);
  CHECK(of->a_columns == panel->a->columns && of->b_columns == panel->b->columns);
  CHECK(panel->a->columns <= c->shape.a_columns);
  CHECK(panel->b->columns <= (of->triangle ? c->shape.a_columns : c->shape.b_columns));
  CHECK_INT(panel->a->n, c->shape.n);
  c->panels++;
  return c->say[1];
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *t, int thread) {
  counter *c = (counter *) sink;
  mc_kendall_counts counts;
  mc_kendall_finish(mc_kendall_tile_of(t), &counts);
  if (thread < 0 || thread >= c->shape.threads || t->rows < 1 || t->columns < 1 ||
      t->rows > MC_PAIRS_TILE || t->columns > MC_PAIRS_TILE)
    c->wrong = true;
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int64_t row = t->row + i, column = t->column + j;
      if (row >= c->x_columns || column >= c->y_columns) {
        c->wrong = true;
        continue;
      }
      const int64_t to = row + column * c->x_columns, from = counts.stride * i + j;
      c->of[0][to] = counts.s[from];
      c->of[1][to] = counts.x_pairs[from];
      c->of[2][to] = counts.y_pairs[from];
      c->of[3][to] = mc_kendall_common_rows(mc_kendall_tile_of(t), i, j);
      c->of[4][to] = counts.total[from];
      atomic_fetch_add(&c->times[to], 1);
      atomic_fetch_add(&c->pairs, 1);
    }
}

static mc_status flush(mc_pairs_sink *sink, const mc_call *call) {
  counter *c = (counter *) sink;
  CHECK(call->kernels != NULL && c->finished == 0);
  CHECK(c->pairs <= MC_PAIRS_FLUSH);
  c->pairs = 0;
  c->flushed++;
  return c->say[2];
}

static mc_status finish(mc_pairs_sink *sink, const mc_call *call) {
  counter *c = (counter *) sink;
  CHECK(call->kernels != NULL && c->begun == 1 && c->pairs == 0);
  c->finished++;
  return c->say[3];
}

static counter counter_make(const mc_kendall_request *job) {
  counter c = {.sink = {.begin = begin,
                        .panel = panel,
                        .put = put,
                        .flush = flush,
                        .finish = finish,
                        .wants = MC_KENDALL_TOTAL},
               .x_columns = job->x.columns,
               .y_columns = job->symmetric ? job->x.columns : job->y.columns};
  const int64_t cells = c.x_columns * c.y_columns;
  for (int q = 0; q < 5; q++)
    c.of[q] = GUARD_NEW(int64_t, cells);
  c.times = (_Atomic int *) guard_alloc((size_t) cells * sizeof *c.times);
  for (int64_t k = 0; k < cells; k++)
    atomic_init(&c.times[k], 0);
  return c;
}

static void counter_free(counter *c) {
  for (int q = 0; q < 5; q++)
    guard_free(c->of[q]);
  guard_free(c->times);
}

static mc_status run(const mc_kendall_request *job, counter *c, int threads) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_report report;
  const mc_status status = mc_kendall_run(job, &c->sink, &report, &call);
  guard_arena_release(&arena);
  return status;
}

/* ---- against the definition ---- */

/* Counts of columns a and b over the rows of `rows` that both have; how many. */
static int64_t define(const mc_matrix *x, int64_t a, const mc_matrix *y, int64_t b,
                      const bool *dropped, mc_kendall_pair_counts *counts) {
  uint32_t *rx = GUARD_NEW(uint32_t, x->rows), *ry = GUARD_NEW(uint32_t, x->rows);
  const int64_t common = oracle_common_rows(x, a, y, b, dropped, rx, ry);
  *counts = oracle_counts(rx, ry, common);
  guard_free(rx);
  guard_free(ry);
  return common;
}

/* What the job should hand over: NULL rows where counts mean nothing. */
typedef struct {
  mc_kendall_pair_counts counts;
  int64_t common;
  bool any; /* counts mean something */
} answer;

static answer *answers_of(const mc_kendall_request *job) {
  const mc_matrix *x = &job->x.matrix, *y = job->symmetric ? x : &job->y.matrix;
  answer *expected = GUARD_NEW(answer, x->columns * y->columns);
  bool *dropped = GUARD_NEW(bool, x->rows), na;
  for (int64_t i = 0; i < x->rows; i++) {
    dropped[i] = false;
    for (int64_t j = 0; job->use == MC_USE_NA_OR_COMPLETE && j < x->columns; j++)
      matrix_at(x, i, j, &na), dropped[i] |= na;
    for (int64_t j = 0; job->use == MC_USE_NA_OR_COMPLETE && j < y->columns; j++)
      matrix_at(y, i, j, &na), dropped[i] |= na;
  }
  for (int64_t a = 0; a < x->columns; a++)
    for (int64_t b = 0; b < y->columns; b++) {
      answer *e = &expected[a + b * x->columns];
      e->common = define(x, a, y, b, dropped, &e->counts);
      e->any = job->use != MC_USE_EVERYTHING || (!column_misses(x, a) && !column_misses(y, b));
    }
  guard_free(dropped);
  return expected;
}

static void compare(const mc_kendall_request *job, const counter *c, const answer *expected) {
  CHECK(!c->wrong);
  CHECK(c->begun == 1 && c->finished == 1);
  for (int64_t a = 0; a < c->x_columns; a++)
    for (int64_t b = 0; b < c->y_columns; b++) {
      const int64_t at = a + b * c->x_columns;
      const answer *e = &expected[at];
      CHECK_INT(c->times[at], c->shape.n > 1 && (!job->symmetric || a <= b));
      if (c->times[at] == 0 || !e->any)
        continue;
      CHECK_INT(c->of[0][at], e->counts.s);
      CHECK_INT(c->of[1][at], e->counts.x_pairs);
      CHECK_INT(c->of[2][at], e->counts.y_pairs);
      CHECK_INT(c->of[3][at], e->common);
      CHECK_INT(c->of[4][at], e->counts.total);
    }
}

static void try_all(mc_kendall_request *job, int most_threads) {
  answer *expected = answers_of(job);
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++)
    for (int threads = 1; threads <= most_threads; threads++)
      for (int round = 0; round < 3; round++) {
        check_note("algorithm %d, %d threads, %d x %d and %d, use %d, round %d", k, threads,
                   (int) job->x.rows, (int) job->x.columns,
                   job->symmetric ? -1 : (int) job->y.columns, (int) job->use, round);
        job->algorithm = (mc_kendall_algorithm) k;
        job->scratch = round < 2 ? 0 : 30000; /* several panels */
        counter c = counter_make(job);
        c.sink.wants |= round > 0 ? MC_KENDALL_COMMON_ROWS : 0;
        if (round == 1) { /* nobody has to flush */
          c.sink.flush = NULL;
          c.sink.finish = NULL;
          c.finished = 1;
        }
        CHECK_INT(run(job, &c, threads), MC_OK);
        compare(job, &c, expected);
        counter_free(&c);
      }
  guard_free(expected);
}

/* Columns with and without ties and NA meet, for each `use` that lets NA in. */
static void test_counts(void) {
  rng r = {1};
  const int64_t rows[] = {0, 1, 2, 5, 33, 70, 130};
  const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  for (int k = 0; k < (check_fast() ? 4 : 7); k++)
    for (int u = 0; u < 3; u++)
      for (int symmetric = 0; symmetric < 2; symmetric++)
        for (int holes = 0; holes < 3; holes++) {
          const double missing[] = {0, 0.02, 0.5};
          mc_kendall_request job = {
            .x = mc_columns_of_matrix(
              matrix_make(&r, k % 2 ? MC_F64 : MC_I32, rows[k], 11 + k, missing[holes])),
            .y = mc_columns_of_matrix(matrix_make(&r, MC_F64, rows[k], 7 + k, missing[holes])),
            .symmetric = symmetric,
            .use = uses[u]};
          try_all(&job, 1 + k % 2);
          matrix_free(&job.x.matrix);
          matrix_free(&job.y.matrix);
        }
}

/* Each form of the tile kernel: groups of four columns with and without ties and NA meet. */
static void test_forms(void) {
  rng r = {6};
  enum { ROWS = 70, COLUMNS = 18 };
  for (int use = MC_USE_PAIRWISE; use <= MC_USE_EVERYTHING; use++) {
    double *v = GUARD_NEW(double, ROWS *COLUMNS);
    uint32_t value[ROWS];
    for (int j = 0; j < COLUMNS; j++) {
      const int kind = j / 4 % 4;
      shape_fill(&r, kind & 1 ? SHAPE_TIES : SHAPE_PERMUTATION, ROWS, value);
      for (int i = 0; i < ROWS; i++)
        v[j * ROWS + i] = kind & 2 && rng_chance(&r, 0.2) ? NAN : (double) value[i];
    }
    mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_F64, ROWS, COLUMNS}),
                              .y = mc_columns_of_matrix((mc_matrix){v, MC_F64, ROWS, COLUMNS}),
                              .symmetric = true,
                              .use = (mc_pairs_use) use};
    try_all(&job, 2);
    job.symmetric = false;
    try_all(&job, 2);
    guard_free(v);
  }
}

/* Bits of more than one block, on several threads. */
static void test_blocks(void) {
  rng r = {2};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 300, 18, 0.1)),
                            .symmetric = true,
                            .use = MC_USE_PAIRWISE};
  if (!check_fast())
    try_all(&job, 3);
  matrix_free(&job.x.matrix);
}

/* flush() comes often enough: bits of so few rows would make one super-tile of all columns. */
static void test_flush(void) {
  if (check_fast())
    return;
  rng r = {3};
  const mc_kendall_algorithm algorithms[] = {MC_KENDALL_BITSET, MC_KENDALL_NAIVE, MC_KENDALL_TABLE};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_I32, 5, 1600, 0)),
                            .symmetric = true,
                            .use = MC_USE_ALL_OBS};
  for (int k = 0; k < 3; k++) {
    job.algorithm = algorithms[k];
    counter c = counter_make(&job);
    CHECK_INT(run(&job, &c, 2), MC_OK);
    CHECK(c.flushed >= 2 && !c.wrong);
    for (int64_t a = 0; a < 1600; a++)
      for (int64_t b = 0; b < 1600; b++)
        CHECK_INT(c.times[a + b * 1600], a <= b);
    counter_free(&c);
  }
  matrix_free(&job.x.matrix);
}

/* Also where a panel is one pair of long columns, which two threads share. */
static void test_flush_shared(void) {
  enum { ROWS = 66000, COLUMNS = 3 };
  if (check_fast())
    return;
  rng r = {7};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_I32, ROWS, COLUMNS, 0)),
                            .symmetric = true,
                            .algorithm = MC_KENDALL_RADIX,
                            .scratch = 1, /* a column at a time */
                            .use = MC_USE_ALL_OBS};
  counter c = counter_make(&job);
  CHECK_INT(run(&job, &c, 2), MC_OK);
  CHECK_INT(c.panels, COLUMNS * (COLUMNS + 1) / 2);
  CHECK_INT(c.flushed, c.panels);
  counter_free(&c);
  matrix_free(&job.x.matrix);
}

/* ---- ends ---- */

/* What the sink says ends the call, and nothing of it is called any more. */
static void test_says(void) {
  rng r = {4};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 20, 9, 0)),
                            .symmetric = true,
                            .use = MC_USE_ALL_OBS};
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++)
    for (int where = 0; where < 4; where++) {
      check_note("algorithm %d, from call %d", k, where);
      job.algorithm = (mc_kendall_algorithm) k;
      counter c = counter_make(&job);
      c.say[where] = MC_ERR_SIZE;
      CHECK_INT(run(&job, &c, 2), MC_ERR_SIZE);
      CHECK_INT(c.begun, 1);
      CHECK_INT(c.panels, where > 0);
      CHECK_INT(c.flushed, where > 1);
      CHECK_INT(c.finished, where > 2);
      counter_free(&c);
    }
  matrix_free(&job.x.matrix);
}

/* A sink that is nothing but put(). */
static void test_least(void) {
  rng r = {5};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 20, 9, 0)),
                            .symmetric = true,
                            .use = MC_USE_ALL_OBS};
  counter c = counter_make(&job);
  c.sink = (mc_pairs_sink){.put = put};
  c.shape.threads = 1;
  CHECK_INT(run(&job, &c, 1), MC_OK);
  CHECK_INT(c.pairs, 45);
  counter_free(&c);
  matrix_free(&job.x.matrix);
}

static const check_test tests[] = {{"counts", test_counts},
                                   {"forms of the tile kernel", test_forms},
                                   {"blocks of bits", test_blocks},
                                   {"flush", test_flush},
                                   {"flush after pairs that are shared", test_flush_shared},
                                   {"what the sink says", test_says},
                                   {"a sink of put() alone", test_least},
                                   {0}};
const check_suite suite_sink = {"sink", tests, true, NULL};
