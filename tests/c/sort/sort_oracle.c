#include "sort/sort_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guard.h"
#include "sort/order.h"

int sort_compare(mc_sort_type type, const void *x, const void *y) {
  switch (type) {
#define COMPARE(name, type)   \
  case name: {                \
    type a, b;                \
    memcpy(&a, x, sizeof a);  \
    memcpy(&b, y, sizeof b);  \
    return (a > b) - (a < b); \
  }
    COMPARE(MC_SORT_I32, int32_t)
    COMPARE(MC_SORT_U32, uint32_t)
    COMPARE(MC_SORT_I64, int64_t)
    COMPARE(MC_SORT_U64, uint64_t)
#undef COMPARE
  default: {
    double a, b;
    if (type == MC_SORT_F32) {
      float c, d;
      memcpy(&c, x, sizeof c);
      memcpy(&d, y, sizeof d);
      a = c;
      b = d;
    } else {
      memcpy(&a, x, sizeof a);
      memcpy(&b, y, sizeof b);
    }
    if (isnan(a) || isnan(b))
      return !!isnan(a) - !!isnan(b); /* of a NaN some systems answer -1 */
    return a != b ? (a > b) - (a < b) : !!signbit(b) - !!signbit(a);
  }
  }
}

static mc_sort_type type_now;
static bool decreasing_now;

static int compare_now(const void *x, const void *y) {
  const int order = sort_compare(type_now, x, y);
  bool nan = false;
  if (type_now == MC_SORT_F64)
    nan = isnan(*(const double *) x) || isnan(*(const double *) y);
  else if (type_now == MC_SORT_F32)
    nan = isnan(*(const float *) x) || isnan(*(const float *) y);
  return decreasing_now && !nan ? -order : order;
}

bool sort_same(mc_sort_type type, const void *x, const void *y, int64_t n) {
  const int64_t size = mc_sort_size(type);
  const char *a = x, *b = y;
  for (int64_t i = 0; i < n; i++, a += size, b += size)
    if (sort_compare(type, a, b) != 0)
      return false;
  return true;
}

void sort_plainly(mc_sort_type type, bool decreasing, void *a, int64_t n) {
  type_now = type;
  decreasing_now = decreasing;
  qsort(a, (size_t) n, (size_t) mc_sort_size(type), compare_now);
}

int64_t sort_places(mc_sort_type type, const void *from_, int64_t n, bool decreasing,
                    mc_sort_missing missing, int64_t *place) {
  const char *from = from_;
  const size_t size = (size_t) mc_sort_size(type);
  int64_t count = 0;
  for (int turn = 0; turn < 2; turn++)
    for (int64_t i = 0; i < n; i++) {
      const char *x = from + (size_t) i * size;
      bool na = false;
      if (type == MC_SORT_I32)
        na = *(const int32_t *) (const void *) x == INT32_MIN;
      else if (type == MC_SORT_I64)
        na = *(const int64_t *) (const void *) x == INT64_MIN;
      else
        na = isnan(*(const double *) (const void *) x);
      const bool missing_turn = (missing == MC_SORT_MISSING_FIRST) == (turn == 0);
      if (na != missing_turn || (na && missing == MC_SORT_MISSING_DROP))
        continue;
      int64_t j = count++;
      for (; !na && j > 0; j--) {
        const char *y = from + (size_t) place[j - 1] * size;
        int order = sort_compare(type, x, y);
        if (type == MC_SORT_F64) {
          const double u = *(const double *) (const void *) x;
          const double v = *(const double *) (const void *) y;
          order = isnan(v) ? 0 : (u > v) - (u < v);
        } else if ((type == MC_SORT_I32 && *(const int32_t *) (const void *) y == INT32_MIN) ||
                   (type == MC_SORT_I64 && *(const int64_t *) (const void *) y == INT64_MIN)) {
          order = 0;
        }
        if (decreasing ? order <= 0 : order >= 0)
          break;
        place[j] = place[j - 1];
      }
      place[j] = i;
    }
  return count;
}

/* ---- rows ---- */

static const mc_sort_key *keys_now;
static int count_now;
static mc_sort_missing missing_now;

bool sort_is_missing_at(const mc_sort_key *k, int64_t i) {
  switch (k->type) {
  case MC_SORT_KEY_I32: return ((const int32_t *) k->data)[i] == INT32_MIN;
  case MC_SORT_KEY_I64: return ((const int64_t *) k->data)[i] == INT64_MIN;
  default: return isnan(((const double *) k->data)[i]);
  }
}

static int compare_at(const mc_sort_key *key, int64_t i, int64_t j) {
  if (key->type == MC_SORT_KEY_I32) {
    const int32_t x = ((const int32_t *) key->data)[i], y = ((const int32_t *) key->data)[j];
    return (x > y) - (x < y);
  }
  if (key->type == MC_SORT_KEY_I64) {
    const int64_t x = ((const int64_t *) key->data)[i], y = ((const int64_t *) key->data)[j];
    return (x > y) - (x < y);
  }
  const double x = ((const double *) key->data)[i], y = ((const double *) key->data)[j];
  return (x > y) - (x < y);
}

static int compare_rows(const void *x_, const void *y_) {
  const int64_t x = *(const int64_t *) x_, y = *(const int64_t *) y_;
  for (int k = 0; k < count_now; k++) {
    const mc_sort_key *key = &keys_now[k];
    const bool u = sort_is_missing_at(key, x), v = sort_is_missing_at(key, y);
    if (u != v)
      return (missing_now == MC_SORT_MISSING_FIRST) == u ? -1 : 1;
    if (u)
      continue;
    const int order = compare_at(key, x, y);
    if (order != 0)
      return key->decreasing ? -order : order;
  }
  return (x > y) - (x < y);
}

int64_t sort_rows(const mc_sort_order_job *job, int64_t *rows) {
  int64_t count = 0;
  for (int64_t i = 0; i < job->n; i++) {
    bool dropped = false;
    for (int k = 0; k < job->count; k++)
      dropped =
        dropped || (job->missing == MC_SORT_MISSING_DROP && sort_is_missing_at(&job->keys[k], i));
    if (!dropped)
      rows[count++] = i;
  }
  keys_now = job->keys;
  count_now = job->count;
  missing_now = job->missing;
  qsort(rows, (size_t) count, sizeof *rows, compare_rows);
  return count;
}

void sort_check_order(const mc_sort_order_job *job, bool wide, int threads) {
  int64_t *want = GUARD_NEW(int64_t, job->n);
  const int64_t rows = sort_rows(job, want);
  void *order = guard_alloc((size_t) job->n * (wide ? 8 : 4));
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_sort_order_report report;
  CHECK_INT(mc_sort_order(job, order, wide, &report, &call), MC_OK);
  CHECK_INT(report.rows, rows);
  for (int64_t i = 0; i < rows; i++)
    CHECK_INT(wide ? (int64_t) ((double *) order)[i] : ((int32_t *) order)[i], want[i] + 1);
  guard_arena_release(&arena);
  guard_free(order);
  guard_free(want);
}

/* Twice the rank that element i should have; -1 for `na`. O(n). */
static int64_t rank_of(const mc_sort_rank_job *job, int64_t i) {
  const mc_sort_key *key = &job->key;
  int64_t less = 0, before = 0, equal = 0, lost = 0, lost_before = 0;
  const bool missing = sort_is_missing_at(key, i);
  for (int64_t j = 0; j < job->n; j++) {
    if (sort_is_missing_at(key, j)) {
      lost++;
      lost_before += j < i;
    } else if (!missing) {
      const int c = compare_at(key, j, i);
      less += c < 0;
      equal += c == 0;
      before += c == 0 && j < i;
    }
  }
  const bool first = job->missing == MC_SORT_MISSING_FIRST && !job->keep;
  if (missing)
    return job->keep ? -1 : 2 * (lost_before + 1 + (first ? 0 : job->n - lost));
  less += first ? lost : 0;
  switch (job->ties) {
  case MC_SORT_TIES_AVERAGE: return 2 * less + equal + 1;
  case MC_SORT_TIES_MIN: return 2 * (less + 1);
  case MC_SORT_TIES_MAX: return 2 * (less + equal);
  case MC_SORT_TIES_FIRST: return 2 * (less + before + 1);
  default: return 2 * (less + equal - before);
  }
}

void sort_check_ranks(const mc_sort_rank_job *job, int threads, bool wide) {
  void *rank = guard_alloc((size_t) job->n * (wide ? 8 : 4));
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_sort_order_report report;
  CHECK_INT(mc_sort_rank(job, rank, wide, &report, &call), MC_OK);
  int64_t at = 0;
  for (int64_t i = 0; i < job->n; i++) {
    if (job->missing == MC_SORT_MISSING_DROP && !job->keep && sort_is_missing_at(&job->key, i))
      continue;
    const int64_t want = rank_of(job, i);
    if (wide && want < 0)
      CHECK(isnan(((double *) rank)[at]));
    else if (wide)
      CHECK_INT(2 * ((double *) rank)[at], want);
    else
      CHECK_INT(((int32_t *) rank)[at], want < 0 ? INT32_MIN : want / 2);
    at++;
  }
  CHECK_INT(report.rows, at);
  guard_arena_release(&arena);
  guard_free(rank);
}
