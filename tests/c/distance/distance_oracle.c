#include "distance/distance_oracle.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"

static long double squared(const mc_matrix *x, int64_t i, const mc_matrix *y, int64_t j) {
  long double sum = 0;
  int64_t count = 0;
  for (int64_t k = 0; k < x->columns; k++) {
    long double difference = (long double) ((const double *) x->data)[k * x->rows + i] -
                             ((const double *) y->data)[k * y->rows + j];
    if (!isnan(difference)) {
      sum += difference * difference;
      count++;
    }
  }
  return count == 0 ? (long double) NAN : sum / ((long double) count / (long double) x->columns);
}

static void products(const double *b, int64_t m, const double *a, int64_t n, int64_t k,
                     int64_t lead, double *c, int64_t c_lead) {
  for (int64_t j = 0; j < n; j++)
    for (int64_t i = 0; i < m; i++) {
      double sum = 0;
      for (int64_t l = 0; l < k; l++)
        sum += a[j * lead + l] * b[i * lead + l];
      c[i + j * c_lead] = sum;
    }
}

static void squares(const double *b, int64_t m, int64_t k, int64_t lead, double *c,
                    int64_t c_lead) {
  for (int64_t j = 0; j < m; j++)
    products(b + j * lead, m - j, b + j * lead, 1, k, lead, c + j + j * c_lead, c_lead);
}

const mc_distance_blas distance_blas = {products, squares};

const distance_method distance_methods[DISTANCE_METHODS] = {
  {MC_DISTANCE_AUTO, MC_DISTANCE_LAYOUT_AUTO, 0},
  {MC_DISTANCE_STRAIGHTFORWARD, MC_DISTANCE_LAYOUT_AOS, 0},
  {MC_DISTANCE_STRAIGHTFORWARD, MC_DISTANCE_LAYOUT_SOA, 0},
  {MC_DISTANCE_BLOCKWISE, MC_DISTANCE_LAYOUT_AOS, 64},
  {MC_DISTANCE_BLOCKWISE, MC_DISTANCE_LAYOUT_SOA, 48},
  {MC_DISTANCE_BLOCKWISE, MC_DISTANCE_LAYOUT_ASA, 16},
  {MC_DISTANCE_BLOCKWISE, MC_DISTANCE_LAYOUT_ASA, 0},
  {MC_DISTANCE_TILE, MC_DISTANCE_LAYOUT_ASA, 32},
  {MC_DISTANCE_GEMM, MC_DISTANCE_LAYOUT_AOS, 0}};

bool distance_in_place(const distance_method *how) {
  return how->algorithm == MC_DISTANCE_STRAIGHTFORWARD && how->layout == MC_DISTANCE_LAYOUT_SOA;
}

double *distance_run(const mc_distance_job *job, int threads, mc_distance_report *report) {
  double *out = GUARD_NEW(double, mc_distance_size(job->x.rows, job->y.rows, job->symmetric));
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  CHECK_INT(mc_distance(job, out, report, &call), MC_OK);
  guard_arena_release(&arena);
  return out;
}

/* Squared distance_run, as in a result. */
long double *distance_squares(const mc_matrix *x, const mc_matrix *y, bool symmetric) {
  long double *want = GUARD_NEW(long double, mc_distance_size(x->rows, y->rows, symmetric));
  int64_t at = 0;
  for (int64_t j = 0; j < y->rows; j++)
    for (int64_t i = symmetric ? j + 1 : 0; i < x->rows; i++)
      want[at++] = squared(x, i, y, j);
  return want;
}

/* The bounds of the help page: a rounding for the difference, which counts twice, one
   for each sum and unfused square, two for scaling, and one for the root, twice. */
void distance_check(const mc_distance_job *job, const long double *want, const double *out) {
  const double unit = job->single ? 0x1p-24 : 0x1p-53;
  const double factor = job->algorithm == MC_DISTANCE_GEMM ? 16 : 1;
  const double bound = factor * (double) (job->x.columns + 7) * unit;
  const int64_t size = mc_distance_size(job->x.rows, job->y.rows, job->symmetric);
  for (int64_t i = 0; i < size; i++) {
    if (isnan(want[i])) {
      CHECK(out[i] == -1);
      continue;
    }
    const long double got = job->squared ? out[i] : (long double) out[i] * out[i];
    CHECK(fabsl(got - want[i]) <= bound * want[i]);
  }
}

double *distance_exact(const mc_distance_job *job, const mc_matrix *x, const mc_matrix *y) {
  double *out = GUARD_NEW(double, mc_distance_size(x->rows, y->rows, job->symmetric));
  int64_t at = 0;
  for (int64_t j = 0; j < y->rows; j++)
    for (int64_t i = job->symmetric ? j + 1 : 0; i < x->rows; i++) {
      double sum = 0, count = 0;
      for (int64_t k = 0; k < x->columns; k++) {
        bool no_x, no_y;
        const double difference = matrix_at(x, i, k, &no_x) - matrix_at(y, j, k, &no_y);
        if (no_x || no_y || isnan(difference))
          continue;
        sum += difference * difference;
        count++;
      }
      if (count < (double) x->columns)
        sum /= count / (double) x->columns;
      out[at++] = count == 0 ? job->na : job->squared ? sum : sqrt(sum);
    }
  return out;
}
