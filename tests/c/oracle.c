#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

static int sign(double a, double b) {
  return (a > b) - (a < b);
}

mc_kendall_pair_counts oracle_counts(const uint32_t *x, const uint32_t *y, int64_t n) {
  mc_kendall_pair_counts c = {0, 0, 0, 0};
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = i + 1; j < n; j++) {
      int dx = (x[i] > x[j]) - (x[i] < x[j]);
      int dy = (y[i] > y[j]) - (y[i] < y[j]);
      c.s += dx * dy;
      c.total += dx * dy != 0;
      c.x_pairs += dx != 0;
      c.y_pairs += dy != 0;
    }
  return c;
}

/* Sorts v[0, n); `spare` is room for n numbers. */
static int64_t merge_sort(uint32_t *v, int64_t n, uint32_t *spare) {
  if (n < 2)
    return 0;
  int64_t half = n / 2, i = 0, j = half;
  int64_t count = merge_sort(v, half, spare) + merge_sort(v + half, n - half, spare);
  for (int64_t k = 0; k < n; k++) {
    bool right = i == half || (j < n && v[j] < v[i]);
    count += right ? half - i : 0;
    spare[k] = right ? v[j++] : v[i++];
  }
  memcpy(v, spare, (size_t) n * sizeof *v);
  return count;
}

int64_t oracle_inversions(const uint32_t *v, int64_t n) {
  uint32_t *copy = GUARD_NEW(uint32_t, n), *spare = GUARD_NEW(uint32_t, n);
  memcpy(copy, v, (size_t) n * sizeof *v);
  int64_t count = merge_sort(copy, n, spare);
  guard_free(copy);
  guard_free(spare);
  return count;
}

/* ---- ranks ---- */

typedef struct {
  double value;
  int64_t row;
} cell;

static int by_value(const void *left, const void *right) {
  return sign(((const cell *) left)->value, ((const cell *) right)->value);
}

void oracle_ranks(const mc_matrix *x, int64_t column, const uint32_t *rows, int64_t n,
                  uint32_t *rank, int64_t *pairs) {
  cell *cells = GUARD_NEW(cell, n);
  int64_t present = 0;
  for (int64_t i = 0; i < n; i++) {
    bool na;
    double v = matrix_at(x, rows == NULL ? i : rows[i], column, &na);
    rank[i] = MC_RANK32_NA;
    if (!na)
      cells[present++] = (cell){v, i};
  }
  qsort(cells, (size_t) present, sizeof *cells, by_value);
  *pairs = 0;
  uint32_t current = 0;
  for (int64_t first = 0; first < present; current++) {
    int64_t last = first;
    for (; last < present && cells[last].value == cells[first].value; last++)
      rank[cells[last].row] = current;
    *pairs += (last - first) * first; /* pairs with all smaller values */
    first = last;
  }
  guard_free(cells);
}

void oracle_ranks_slow(const mc_matrix *x, int64_t column, const uint32_t *rows, int64_t n,
                       uint32_t *rank) {
  double *value = GUARD_NEW(double, n);
  bool *na = GUARD_NEW(bool, n), *first = GUARD_NEW(bool, n);
  for (int64_t i = 0; i < n; i++) {
    value[i] = matrix_at(x, rows == NULL ? i : rows[i], column, &na[i]);
    first[i] = !na[i];
    for (int64_t j = 0; j < i; j++)
      first[i] = first[i] && (na[j] || value[j] != value[i]);
  }
  for (int64_t i = 0; i < n; i++) {
    rank[i] = na[i] ? MC_RANK32_NA : 0;
    for (int64_t j = 0; j < n && !na[i]; j++)
      rank[i] += first[j] && value[j] < value[i];
  }
  guard_free(value);
  guard_free(na);
  guard_free(first);
}

/* ---- the whole result ---- */

static const mc_matrix *other(const mc_kendall_request *job) {
  return job->symmetric ? &job->x.matrix : &job->y.matrix;
}

static bool row_has_na(const mc_matrix *x, int64_t row) {
  bool any = false;
  for (int64_t j = 0; j < x->columns; j++) {
    bool na;
    matrix_at(x, row, j, &na);
    any = any || na;
  }
  return any;
}

/* tau of one pair of columns over the n rows that `rows` names; x and y are room for their
   ranks. */
static double tau_of(const mc_kendall_request *job, int64_t a, int64_t b, const int64_t *rows,
                     int64_t n, double *x, double *y, int64_t *constant_pairs) {
  int64_t common = 0;
  bool whole_y = true, constant_y = true;
  for (int64_t i = 0; i < n; i++) {
    bool no_x, no_y, no_first;
    x[common] = matrix_at(&job->x.matrix, rows[i], a, &no_x);
    y[common] = matrix_at(other(job), rows[i], b, &no_y);
    whole_y = whole_y && !no_y;
    constant_y = constant_y && y[common] == matrix_at(other(job), rows[0], b, &no_first);
    common += !no_x && !no_y;
  }
  int64_t s = 0, p = 0, q = 0;
  for (int64_t i = 0; i < common; i++)
    for (int64_t j = i + 1; j < common; j++) {
      int dx = sign(x[i], x[j]), dy = sign(y[i], y[j]);
      s += dx * dy;
      p += dx != 0;
      q += dy != 0;
    }

  bool pairwise = job->use == MC_USE_PAIRWISE;
  if (!pairwise && job->symmetric && a == b)
    return 1;
  if (common < n && !pairwise) {
    /* stats::cor looks for a constant later column before it looks for an NA in the earlier one */
    *constant_pairs += job->symmetric && whole_y && constant_y;
    return job->na;
  }
  if (p == 0 || q == 0) {
    *constant_pairs += common >= 2;
    return job->na;
  }
  /* as in stats::cor: counted over pairs of rows in both orders */
  const bool plain = job->symmetric && !pairwise;
  const double root_x = plain ? sqrt(2 * (double) p) : (double) sqrtl(2 * (long double) p);
  const double root_y = plain ? sqrt(2 * (double) q) : (double) sqrtl(2 * (long double) q);
  double tau = 2 * (double) s / (root_x * root_y);
  tau = tau > 1 ? 1 : tau < -1 ? -1 : tau;
  long double exact = s / sqrtl((long double) p * q);
  CHECK(fabsl(exact - tau) <= 4.5e-16L);
  return tau;
}

mc_status oracle_cor(const mc_kendall_request *job, double *tau, int64_t *constant_pairs) {
  const mc_matrix *x = &job->x.matrix, *y = other(job);
  int64_t *rows = GUARD_NEW(int64_t, x->rows), n = 0;
  bool complete = job->use == MC_USE_COMPLETE || job->use == MC_USE_NA_OR_COMPLETE;
  bool missing = false;
  for (int64_t i = 0; i < x->rows; i++) {
    bool na = row_has_na(x, i) || row_has_na(y, i);
    missing = missing || na;
    if (!na || !complete)
      rows[n++] = i;
  }
  mc_status status = MC_OK;
  if (job->use == MC_USE_ALL_OBS && missing)
    status = MC_ERR_MISSING;
  else if (job->use == MC_USE_COMPLETE && n == 0)
    status = MC_ERR_NO_COMPLETE;

  double *in_x = GUARD_NEW(double, n), *in_y = GUARD_NEW(double, n);
  *constant_pairs = 0;
  for (int64_t i = 0; i < x->columns && status == MC_OK; i++)
    for (int64_t j = job->symmetric ? i : 0; j < y->columns; j++) {
      double t = n <= 1 ? job->na : tau_of(job, i, j, rows, n, in_x, in_y, constant_pairs);
      tau[i + j * x->columns] = t;
      if (job->symmetric)
        tau[j + i * x->columns] = t;
    }
  guard_free(in_x);
  guard_free(in_y);
  guard_free(rows);
  return status;
}

int oracle_same(const double *a, const double *b, int64_t count) {
  return memcmp(a, b, (size_t) count * sizeof *a) == 0;
}

double oracle_na(void) {
  const uint64_t bits = UINT64_C(0x7ff00000000007a2);
  double na;
  memcpy(&na, &bits, sizeof na);
  return na;
}

int64_t oracle_common_rows(const mc_matrix *x, int64_t a, const mc_matrix *y, int64_t b,
                           const bool *dropped, uint32_t *rx, uint32_t *ry) {
  int64_t common = 0, pairs;
  oracle_ranks(x, a, NULL, x->rows, rx, &pairs);
  oracle_ranks(y, b, NULL, x->rows, ry, &pairs);
  for (int64_t i = 0; i < x->rows; i++)
    if ((dropped == NULL || !dropped[i]) && rx[i] != MC_RANK32_NA && ry[i] != MC_RANK32_NA) {
      rx[common] = rx[i];
      ry[common++] = ry[i];
    }
  return common;
}
