#include "kendall/permutation_oracle.h"

#include <math.h>

#include "check.h"
#include "guard.h"
#include "oracle.h"

/* ---- random permutations ---- */

void permutation_shuffle(rng *r, int64_t n, int32_t *rows) {
  for (int64_t i = 0; i < n; i++) {
    const int64_t j = rng_below(r, i + 1);
    if (j < i)
      rows[i] = rows[j];
    rows[j] = (int32_t) i;
  }
}

mc_status permutation_draw(void *data, int64_t n, int64_t count, int32_t *rows) {
  permutation_deck *d = data;
  CHECK(count > 0);
  if (--d->refuse == 0)
    return MC_ERR_SIZE;
  for (int64_t r = 0; r < count; r++)
    permutation_shuffle(&d->random, n, rows + r * n);
  d->drawn += count;
  return MC_OK;
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

static double far_of(mc_kendall_alternative alternative, int64_t s) {
  return (double) (alternative == MC_LESS ? -s : alternative == MC_GREATER ? s : s < 0 ? -s : s);
}

static void fill_far(const permutation_reference *f, const int32_t *rows) {
  const int64_t n = f->job->x.rows, mx = f->job->x.columns, my = f->job->y.columns;
  for (int64_t a = 0; a < mx; a++)
    for (int64_t b = 0; b < my; b++)
      f->far[a + b * mx] = far_of(f->job->alternative, score(f->x + a * n, f->y + b * n, rows, n));
}

/* Does hypothesis k come before l: by the larger z, then by the lower number? */
static bool is_before(const double *z, int64_t k, int64_t l) {
  return z[k] > z[l] || (z[k] == z[l] && k < l);
}

/* Counts by the definition: the maxima over all that are not before. O(pairs^2). */
static void count(const permutation_reference *f, const double *z0) {
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

permutation_reference permutation_reference_make(const mc_kendall_permutation_request *job) {
  const int64_t n = job->x.rows, mx = job->x.columns, my = job->y.columns, pairs = mx * my;
  permutation_reference f = {.job = job,
                             .x = GUARD_NEW(uint32_t, n * mx),
                             .y = GUARD_NEW(uint32_t, n * my),
                             .far = GUARD_NEW(double, pairs),
                             .sd = GUARD_NEW(double, pairs),
                             .first = GUARD_NEW(double, pairs),
                             .p = GUARD_NEW(double, pairs),
                             .p_max = GUARD_NEW(double, pairs)};
  double *z0 = GUARD_NEW(double, pairs), *most = GUARD_NEW(double, pairs);
  int32_t *rows = GUARD_NEW(int32_t, n);
  permutation_deck d = *(const permutation_deck *) job->data;
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
      permutation_shuffle(&d.random, n, rows);
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

void permutation_reference_free(permutation_reference *f) {
  void *all[] = {f->x, f->y, f->far, f->sd, f->first, f->p, f->p_max};
  for (int k = 0; k < 7; k++)
    guard_free(all[k]);
}

mc_status permutation_run(const mc_kendall_permutation_request *job, double *p, double *p_max,
                          int threads) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_report report;
  const mc_status status = mc_kendall_permutations(job, p, p_max, &report, &call);
  guard_arena_release(&arena);
  return status;
}

void permutation_compare(mc_kendall_permutation_request job, const permutation_reference *f,
                         int threads) {
  const int64_t pairs = job.x.columns * job.y.columns;
  double *p = GUARD_NEW(double, pairs), *p_max = GUARD_NEW(double, pairs);
  permutation_deck d = *(const permutation_deck *) job.data;
  job.data = &d;
  CHECK_INT(permutation_run(&job, p, p_max, threads), MC_OK);
  CHECK(oracle_same(p, f->p, pairs));
  CHECK(oracle_same(p_max, f->p_max, pairs));
  CHECK_INT(d.drawn, job.permutations);
  d = *(const permutation_deck *) f->job->data;
  CHECK_INT(permutation_run(&job, p, NULL, threads), MC_OK);
  CHECK(oracle_same(p, f->p, pairs));
  guard_free(p);
  guard_free(p_max);
}
