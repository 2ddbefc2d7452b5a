/* Permutation tests: the source of permuted columns, rounds of a run, p-values against the
   definition. Run on each target. */
#include "kendall/permutation.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/kendall.h"
#include "kendall/permuted.h"
#include "oracle.h"

/* ---- random permutations, the same for all who begin with the same state ---- */

typedef struct {
  rng random;
  int64_t drawn, most, refuse; /* permutations, of which so many may be; the call that fails */
} deck;

static void shuffle(rng *r, int64_t n, int32_t *rows) {
  for (int64_t i = 0; i < n; i++) {
    const int64_t j = rng_below(r, i + 1);
    if (j < i)
      rows[i] = rows[j];
    rows[j] = (int32_t) i;
  }
}

static mc_status draw(void *data, int64_t n, int64_t count, int32_t *rows) {
  deck *d = data;
  CHECK(count > 0);
  if (--d->refuse == 0)
    return MC_ERR_SIZE;
  for (int64_t r = 0; r < count; r++)
    shuffle(&d->random, n, rows + r * n);
  d->drawn += count;
  return MC_OK;
}

/* ---- the source ---- */

static int64_t row_at(const mc_kendall_ranks *ranks, int64_t column, int64_t place) {
  const int64_t at = column * ranks->stride + place;
  if (ranks->width == 2)
    return ((const uint16_t *) ranks->order)[at];
  return ((const uint32_t *) ranks->order)[at];
}

static void compare_source(const mc_matrix *y, int64_t permutations, int threads) {
  const int64_t n = y->rows, m = y->columns;
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_columns columns = mc_columns_of_matrix(*y);
  mc_kendall_ranks ranks;
  mc_kendall_rank_scratch scratch;
  const mc_kendall_rank_job job = {&ranks, &columns, 0, m};
  CHECK_INT(
    mc_kendall_ranks_make(&ranks, n, m, (mc_kendall_ranks_extras){.order = true}, &arena.arena),
    MC_OK);
  CHECK_INT(mc_kendall_rank_scratch_make(&scratch, n, 1, &arena.arena), MC_OK);
  CHECK_INT(mc_kendall_ranks_fill(&job, 1, NULL, 1, &scratch, 1, &call), MC_OK);

  rng r = {5};
  int32_t *rows = GUARD_NEW(int32_t, permutations * n);
  for (int64_t k = 0; k < permutations; k++)
    shuffle(&r, n, rows + k * n);
  mc_kendall_permuted permuted = {
    .ranks = &ranks, .permutations = permutations, .rows = rows, .threads = threads};
  const mc_columns source = mc_kendall_permuted_columns(&permuted);
  CHECK(source.dense && source.at_once >= 1);
  CHECK_INT(source.rows, n);
  CHECK_INT(source.columns, m * permutations);

  /* what the source says, and what ranking makes of it, extras too */
  mc_kendall_ranks again;
  const mc_kendall_ranks_extras all = {.order = true, .present = true, .triples = true};
  CHECK_INT(mc_kendall_ranks_make(&again, n, source.columns, all, &arena.arena), MC_OK);
  const mc_kendall_rank_job fill = {&again, &source, 0, source.columns};
  CHECK_INT(mc_kendall_ranks_fill(&fill, 1, NULL, 1, &scratch, 1, &call), MC_OK);
  for (int64_t k = 0; k < source.columns; k++) {
    const int32_t *to = rows + k / m * n;
    mc_matrix view;
    CHECK_INT(source.read(&source, k, k + 1, &arena.arena, &view), MC_OK);
    CHECK(view.type == MC_I32 && view.rows == n && view.columns == 1);
    const mc_kendall_ranked *was = &ranks.column[k % m], *is = &again.column[k];
    CHECK(is->present == n && is->pairs == was->pairs && is->distinct == was->distinct &&
          is->tied == was->tied && !is->missing);
    double triples = 0, group = 0;
    for (int64_t i = 0; i < n; i++) {
      CHECK_INT(((const int32_t *) view.data)[i], mc_kendall_rank_at(&ranks, k % m, to[i]));
      CHECK_INT(mc_kendall_rank_at(&again, k, i), mc_kendall_rank_at(&ranks, k % m, to[i]));
      CHECK(mc_kendall_ranks_present(&again, k)[i / 64] >> i % 64 & 1);
      const int64_t at = row_at(&again, k, i), before = i == 0 ? -1 : row_at(&again, k, i - 1);
      const uint32_t rank = mc_kendall_rank_at(&again, k, at);
      const bool tied = i > 0 && rank == mc_kendall_rank_at(&again, k, before);
      CHECK(i == 0 || (tied ? before < at : mc_kendall_rank_at(&again, k, before) < rank));
      group = tied ? group + 1 : 0;
      triples += 3 * group * (group - 1);
    }
    CHECK(is->triples == (double) (n * (n - 1) * (n - 2)) - triples);
  }
  guard_free(rows);
  guard_arena_release(&arena);
}

static void test_source(void) {
  rng r = {1};
  const int64_t rows[] = {1, 2, 31, 64, 130, 66000};
  for (int k = 0; k < (check_fast() ? 5 : 6); k++)
    for (int threads = 1; threads <= 3; threads++) {
      mc_matrix y = matrix_make(&r, k % 2 ? MC_F64 : MC_I32, rows[k], k == 5 ? 2 : 7, 0);
      check_note("%d rows, %d threads", (int) rows[k], threads);
      compare_source(&y, k == 5 ? 2 : 5, threads);
      matrix_free(&y);
    }
}

/* ---- p-values by the definition ---- */

static int64_t score(const uint32_t *x, const uint32_t *y, const int32_t *rows, int64_t n) {
  int64_t s = 0;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < i; j++) {
      const uint32_t yi = y[rows[i]], yj = y[rows[j]];
      s += ((x[i] > x[j]) - (x[i] < x[j])) * ((yi > yj) - (yi < yj));
    }
  return s;
}

/* Pairs of rows that are not tied, and triples that are not all tied. */
static void sums_of(const uint32_t *rank, int64_t n, int64_t *pairs, double *triples) {
  *pairs = mc_kendall_pairs_among(n);
  *triples = (double) (n * (n - 1) * (n - 2));
  for (int64_t i = 0; i < n; i++) {
    int64_t group = 0;
    for (int64_t j = 0; j < n; j++)
      group += rank[j] == rank[i];
    for (int64_t j = 0; j < i; j++)
      *pairs -= rank[j] == rank[i];
    *triples -= ((double) group - 1) * ((double) group - 2);
  }
}

typedef struct {
  const mc_kendall_permutation_request *job;
  uint32_t *x, *y;           /* ranks */
  double *far, *sd;          /* [pair] */
  double *first, *p, *p_max; /* [pair] */
} reference;

static double far_of(mc_kendall_alternative alternative, int64_t s) {
  return (double) (alternative == MC_LESS ? -s : alternative == MC_GREATER ? s : s < 0 ? -s : s);
}

static void fill_far(const reference *f, const int32_t *rows) {
  const int64_t n = f->job->x.rows, mx = f->job->x.columns, my = f->job->y.columns;
  for (int64_t a = 0; a < mx; a++)
    for (int64_t b = 0; b < my; b++)
      f->far[a + b * mx] = far_of(f->job->alternative, score(f->x + a * n, f->y + b * n, rows, n));
}

/* Is hypothesis k the next after `last`, among those behind it? */
static bool is_before(const double *z, int64_t k, int64_t l) {
  return z[k] > z[l] || (z[k] == z[l] && k < l);
}

/* Counts by the definition: the maxima over all that are not before. O(pairs^2). */
static void count(const reference *f, const double *z0) {
  const int64_t pairs = f->job->x.columns * f->job->y.columns;
  for (int64_t k = 0; k < pairs; k++) {
    f->p[k] += f->far[k] >= f->first[k];
    if (f->sd[k] == 0)
      continue;
    double most = -INFINITY;
    for (int64_t l = 0; l < pairs; l++)
      if (f->sd[l] > 0 && !is_before(z0, l, k) && f->far[l] / f->sd[l] > most)
        most = f->far[l] / f->sd[l];
    f->p_max[k] += most >= z0[k] - fabs(z0[k]) * MC_Z_ROUNDING;
  }
}

static reference reference_make(const mc_kendall_permutation_request *job) {
  const int64_t n = job->x.rows, mx = job->x.columns, my = job->y.columns, pairs = mx * my;
  reference f = {.job = job,
                 .x = GUARD_NEW(uint32_t, n * mx),
                 .y = GUARD_NEW(uint32_t, n * my),
                 .far = GUARD_NEW(double, pairs),
                 .sd = GUARD_NEW(double, pairs),
                 .first = GUARD_NEW(double, pairs),
                 .p = GUARD_NEW(double, pairs),
                 .p_max = GUARD_NEW(double, pairs)};
  double *z0 = GUARD_NEW(double, pairs), *most = GUARD_NEW(double, pairs);
  int32_t *rows = GUARD_NEW(int32_t, n);
  deck d = *(const deck *) job->data;
  int64_t unused;
  for (int64_t a = 0; a < mx; a++)
    oracle_ranks(&job->x, a, NULL, n, f.x + a * n, &unused);
  for (int64_t b = 0; b < my; b++)
    oracle_ranks(&job->y, b, NULL, n, f.y + b * n, &unused);
  for (int64_t i = 0; i < n; i++)
    rows[i] = (int32_t) i;
  fill_far(&f, rows);
  for (int64_t k = 0; k < pairs; k++) {
    int64_t x_pairs, y_pairs;
    double x_triples, y_triples;
    sums_of(f.x + k % mx * n, n, &x_pairs, &x_triples);
    sums_of(f.y + k / mx * n, n, &y_pairs, &y_triples);
    f.sd[k] = x_pairs == 0 || y_pairs == 0
                ? 0
                : sqrt(mc_kendall_variance(n, x_pairs, x_triples, y_pairs, y_triples));
    f.first[k] = f.far[k];
    z0[k] = f.far[k] / f.sd[k];
    f.p[k] = f.p_max[k] = 0;
  }
  for (int64_t r = 0; r <= job->permutations; r++) {
    if (r > 0) {
      shuffle(&d.random, n, rows);
      fill_far(&f, rows);
    }
    count(&f, z0);
  }
  for (int64_t k = 0; k < pairs; k++) {
    f.p[k] = f.sd[k] > 0 ? f.p[k] / (double) (job->permutations + 1) : job->na;
    most[k] = f.p_max[k] / (double) (job->permutations + 1);
  }
  for (int64_t k = 0; k < pairs; k++) {
    f.p_max[k] = f.sd[k] > 0 ? most[k] : job->na;
    for (int64_t l = 0; l < pairs && f.sd[k] > 0; l++)
      if (f.sd[l] > 0 && is_before(z0, l, k) && most[l] > f.p_max[k])
        f.p_max[k] = most[l];
  }
  guard_free(z0);
  guard_free(most);
  guard_free(rows);
  return f;
}

static void reference_free(reference *f) {
  void *all[] = {f->x, f->y, f->far, f->sd, f->first, f->p, f->p_max};
  for (int k = 0; k < 7; k++)
    guard_free(all[k]);
}

static mc_status run(const mc_kendall_permutation_request *job, double *p, double *p_max,
                     int threads) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_report report;
  const mc_status status = mc_kendall_permutations(job, p, p_max, &report, &call);
  guard_arena_release(&arena);
  return status;
}

static void compare(mc_kendall_permutation_request job, const reference *f, int threads) {
  const int64_t pairs = job.x.columns * job.y.columns;
  double *p = GUARD_NEW(double, pairs), *p_max = GUARD_NEW(double, pairs);
  deck d = *(const deck *) job.data;
  job.data = &d;
  CHECK_INT(run(&job, p, p_max, threads), MC_OK);
  CHECK(oracle_same(p, f->p, pairs));
  CHECK(oracle_same(p_max, f->p_max, pairs));
  CHECK_INT(d.drawn, job.permutations);
  d = *(const deck *) f->job->data;
  CHECK_INT(run(&job, p, NULL, threads), MC_OK);
  CHECK(oracle_same(p, f->p, pairs));
  guard_free(p);
  guard_free(p_max);
}

/* Batches of one permutation, of some and of all; one panel of columns and several. */
static void test_p_values(void) {
  rng r = {2};
  const int64_t rows[] = {2, 3, 9, 40, 70};
  for (int k = 0; k < (check_fast() ? 4 : 5); k++)
    for (int alternative = MC_TWO_SIDED; alternative <= MC_GREATER; alternative++) {
      deck d = {{(uint64_t) (100 * k)}, 0, 0, 0};
      mc_kendall_permutation_request job = {
        .x = matrix_make(&r, k % 2 ? MC_F64 : MC_I32, rows[k], 9 + k, 0),
        .y = matrix_make(&r, MC_F64, rows[k], 7 - k, 0),
        .alternative = (mc_kendall_alternative) alternative,
        .permutations = 1 + 5 * k,
        .draw = draw,
        .data = &d,
        .na = oracle_na()};
      reference f = reference_make(&job);
      for (int algorithm = 0; algorithm < MC_KENDALL_ALGORITHMS; algorithm++)
        for (int round = 0; round < 4; round++) {
          const int64_t buffers[] = {0, 1, 8 * 3 * job.x.columns * job.y.columns, 0};
          check_note("%d rows, alternative %d, algorithm %d, round %d", (int) rows[k], alternative,
                     algorithm, round);
          job.algorithm = (mc_kendall_algorithm) algorithm;
          job.buffer = buffers[round];
          job.scratch = round < 2 ? 0 : 20000; /* several panels */
          compare(job, &f, 1 + round);
        }
      reference_free(&f);
      matrix_free(&job.x);
      matrix_free(&job.y);
    }
}

/* ---- ends ---- */

static mc_kendall_permutation_request small_job(rng *r, deck *d, double missing) {
  return (mc_kendall_permutation_request){.x = matrix_make(r, MC_F64, 20, 5, missing),
                                          .y = matrix_make(r, MC_F64, 20, 4, 0),
                                          .permutations = 10,
                                          .draw = draw,
                                          .data = d,
                                          .na = oracle_na(),
                                          .buffer = 8 * 20 * 3};
}

static mc_status permute_stopped(void *context, const mc_call *call) {
  const mc_kendall_permutation_request *job = context;
  double p[20], p_max[20];
  mc_kendall_report report;
  return mc_kendall_permutations(job, p, p_max, &report, call);
}

static void test_ends(void) {
  rng r = {3};
  deck d = {{1}, 0, 0, 0};
  double p[20], p_max[20];
  mc_kendall_permutation_request job = small_job(&r, &d, 0);
  for (int64_t call = 1; call < 4; call++) { /* what draw() says ends the call */
    d.refuse = call;
    CHECK_INT(run(&job, p, p_max, 2), MC_ERR_SIZE);
  }
  d.refuse = 0;
  for (int64_t refuse = 1;; refuse++) { /* memory is short */
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_kendall_report report;
    const mc_status status = mc_kendall_permutations(&job, p, p_max, &report, &call);
    guard_arena_release(&arena);
    CHECK(status == MC_OK || status == MC_ERR_MEMORY);
    if (status == MC_OK) {
      CHECK(refuse > 10);
      break;
    }
  }
  CHECK(check_interrupts((interruptible){permute_stopped, &job, 2, 1e-9, 0}).polls > 3);
  job.permutations = 0;
  CHECK_INT(run(&job, p, p_max, 1), MC_ERR_ARGUMENT);
  job.permutations = 1;
  job.y.rows--;
  CHECK_INT(run(&job, p, p_max, 1), MC_ERR_ARGUMENT);
  job.y.rows++;
  matrix_free(&job.x);
  job.x = matrix_make(&r, MC_F64, 20, 5, 1);
  CHECK_INT(run(&job, p, p_max, 1), MC_ERR_MISSING);
  const mc_matrix x = job.x;
  job.x = job.y;
  job.y = x;
  CHECK_INT(run(&job, p, p_max, 1), MC_ERR_MISSING);
  matrix_free(&job.x);
  matrix_free(&job.y);
}

/* Grows, and comes to 1 in the last poll, not before. */
typedef struct {
  double last;
  int64_t full;
} shares;

static bool poll_shares(void *data, double done) {
  shares *s = data;
  CHECK(done >= s->last);
  s->last = done;
  s->full += done > 1 - 1e-9;
  return false;
}

static void test_progress(void) {
  rng r = {4};
  deck d = {{1}, 0, 0, 0};
  double p[20], p_max[20];
  mc_kendall_permutation_request job = small_job(&r, &d, 0);
  shares log = {0, 0};
  mc_monitor monitor = {.poll = poll_shares, .data = &log, .pass = 1e-9};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, &monitor, 2);
  mc_kendall_report report;
  CHECK_INT(mc_kendall_permutations(&job, p, p_max, &report, &call), MC_OK);
  CHECK(fabs(log.last - 1) < 1e-9);
  CHECK_INT(log.full, 1);
  guard_arena_release(&arena);
  matrix_free(&job.x);
  matrix_free(&job.y);
}

static void test_small(void) {
  deck d = {{1}, 0, 0, 0};
  double p[6], p_max[6];
  for (int64_t n = 0; n < 2; n++) {
    rng r = {6};
    mc_kendall_permutation_request job = {.x = matrix_make(&r, MC_F64, n, 3, 0),
                                          .y = matrix_make(&r, MC_F64, n, 2, 0),
                                          .permutations = 3,
                                          .draw = draw,
                                          .data = &d,
                                          .na = oracle_na()};
    CHECK_INT(run(&job, p, p_max, 1), MC_OK);
    for (int k = 0; k < 6; k++)
      CHECK(oracle_same(&p[k], &job.na, 1) && oracle_same(&p_max[k], &job.na, 1));
    job.x.columns = 0;
    CHECK_INT(run(&job, p, p_max, 1), MC_OK);
    job.x.columns = 3;
    matrix_free(&job.x);
    matrix_free(&job.y);
  }
  CHECK_INT(d.drawn, 0);
}

static const check_test tests[] = {
  {"permuted columns", test_source}, {"p-values", test_p_values}, {"ends", test_ends},
  {"progress", test_progress},       {"small", test_small},       {0}};
const check_suite suite_permutation = {"permutation", tests, true, NULL};
