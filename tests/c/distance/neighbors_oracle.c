#include "distance/neighbors_oracle.h"

#include <math.h>

#include "check.h"
#include "distance/closest.h"
#include "distance/distance.h"
#include "distance/nearest.h"
#include "distance/within.h"
#include "guard.h"

void neighbors_free(neighbors_keys v) {
  guard_free(v.key);
  guard_free(v.number);
}

double *neighbors_all(const mc_distance_neighbors_job *job, int64_t queries) {
  double *out = GUARD_NEW(double, job->x.rows *queries);
  mc_distance_job all = {.x = mc_columns_of_matrix(job->x),
                         .y = mc_columns_of_matrix(job->self ? job->x : job->y),
                         .fused = job->fused,
                         .algorithm = MC_DISTANCE_TILE,
                         .na = -1};
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 1);
  mc_distance_report report;
  CHECK_INT(mc_distance(&all, out, &report, &call), MC_OK);
  mc_arena_release(&arena);
  return out;
}

/* Those of a query that are there, in order. */
static neighbors_keys neighbors_of(const mc_distance_neighbors_job *job, const double *all,
                                   int64_t query, bool self) {
  neighbors_keys v = {GUARD_NEW(double, job->x.rows), GUARD_NEW(int32_t, job->x.rows), 0};
  for (int64_t i = 0; i < job->x.rows; i++) {
    const double distance = all[i + job->x.rows * query];
    if (distance >= 0 && (self || !job->self || i != query)) {
      v.key[v.n] = distance;
      v.number[v.n++] = (int32_t) i;
    }
  }
  mc_distance_closest_sort(v.key, v.number, v.n); /* which has a test of its own */
  return v;
}

void neighbors_check_nearest(const mc_distance_neighbors_job *job, const double *all, int64_t k,
                             int threads) {
  const int64_t queries = job->self ? job->x.rows : job->y.rows;
  int32_t *number = GUARD_NEW(int32_t, queries * k);
  double *distance = GUARD_NEW(double, queries *k);
  guard_arena arena = guard_arena_make();
  check_polls log = {0};
  mc_monitor monitor = {.poll = check_poll, .data = &log, .pass = 1e-5};
  const mc_call call = mc_call_make(&arena.arena, &monitor, threads);
  mc_distance_neighbors n;
  CHECK_INT(mc_distance_neighbors_begin(&n, job, &call), MC_OK);
  CHECK_INT(mc_distance_nearest(&n, k, number, distance, &call), MC_OK);
  guard_arena_release(&arena);
  for (int64_t q = 0; q < queries; q++) {
    const neighbors_keys want = neighbors_of(job, all, q, false);
    for (int64_t j = 0; j < k; j++) {
      CHECK_INT(number[q + j * queries], j < want.n ? want.number[j] + job->first : -7);
      CHECK(distance[q + j * queries] == (j < want.n ? want.key[j] : -3));
    }
    neighbors_free(want);
  }
  guard_free(number);
  guard_free(distance);
}

void neighbors_check_within(const mc_distance_neighbors_job *job, const double *all, rng *r,
                            int threads) {
  const int64_t queries = job->self ? job->x.rows : job->y.rows;
  double *radius = GUARD_NEW(double, queries);
  int64_t *count = GUARD_NEW(int64_t, queries);
  int32_t **number = GUARD_NEW(int32_t *, queries);
  double **distance = GUARD_NEW(double *, queries);
  const double one = (double) rng_below(r, 3), odd[] = {0, INFINITY, 2.5};
  for (int64_t q = 0; q < queries; q++) {
    radius[q] = one;
    if (rng_chance(r, 0.3)) /* of one that is there: it counts */
      radius[q] = job->x.rows > 0 ? fmax(all[rng_below(r, job->x.rows) + job->x.rows * q], 0) : 1;
    else if (rng_chance(r, 0.1))
      radius[q] = odd[rng_below(r, 3)];
  }
  guard_arena arena = guard_arena_make();
  check_polls log = {0};
  mc_monitor monitor = {.poll = check_poll, .data = &log, .pass = 1e-5};
  const mc_call call = mc_call_make(&arena.arena, &monitor, threads);
  const mc_distance_within_job within = {radius, rng_chance(r, 0.5)};
  mc_distance_neighbors n;
  CHECK_INT(mc_distance_neighbors_begin(&n, job, &call), MC_OK);
  CHECK_INT(mc_distance_within_count(&n, &within, count, &call), MC_OK);
  for (int64_t q = 0; q < queries; q++) {
    number[q] = GUARD_NEW(int32_t, count[q]);
    distance[q] = GUARD_NEW(double, count[q]);
  }
  CHECK_INT(mc_distance_within_find(&n, &within, count, number, distance, &call), MC_OK);
  guard_arena_release(&arena);
  for (int64_t q = 0; q < queries; q++) {
    const neighbors_keys want = neighbors_of(job, all, q, within.loops);
    int64_t j = 0;
    for (; j < want.n && want.key[j] <= radius[q]; j++)
      CHECK(j < count[q] && number[q][j] == want.number[j] + job->first &&
            distance[q][j] == want.key[j]);
    CHECK_INT(count[q], j);
    neighbors_free(want);
    guard_free(number[q]);
    guard_free(distance[q]);
  }
  guard_free(radius);
  guard_free(count);
  guard_free(number);
  guard_free(distance);
}
