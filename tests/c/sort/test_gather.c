/* Elements in the order of places, one by one. */

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "sort/gather.h"

enum { CHUNK = MC_SORT_GATHER_CHUNK };

/* A job with elements and places at random, in guarded memory. Places repeat and leave out. */
static mc_sort_gather_job make(rng *r, int64_t length, int64_t count) {
  const bool wide = rng_chance(r, 0.5);
  const int size = rng_chance(r, 0.5) ? 4 : 8;
  unsigned char *from = guard_alloc((size_t) (length * size));
  void *places = guard_alloc((size_t) count * (wide ? 8 : 4));
  for (int64_t i = 0; i < length * size; i++)
    from[i] = (unsigned char) rng_below(r, 256);
  for (int64_t i = 0; i < count; i++) {
    const int64_t place = 1 + rng_below(r, length);
    if (wide)
      ((double *) places)[i] = (double) place;
    else
      ((int32_t *) places)[i] = (int32_t) place;
  }
  return (mc_sort_gather_job){from, length, size, places, count, wide};
}

static void discard(const mc_sort_gather_job *job) {
  guard_free(guard_owned(job->from));
  guard_free(guard_owned(job->places));
}

static int64_t place_at(const mc_sort_gather_job *job, int64_t i) {
  return job->wide ? (int64_t) ((const double *) job->places)[i]
                   : (int64_t) ((const int32_t *) job->places)[i];
}

static void check_gathered(const mc_sort_gather_job *job, const unsigned char *to) {
  const size_t size = (size_t) job->size;
  for (int64_t i = 0; i < job->count; i++) {
    const size_t at = (size_t) (place_at(job, i) - 1);
    if (memcmp(to + (size_t) i * size, (const unsigned char *) job->from + at * size, size) != 0) {
      CHECK(false);
      return;
    }
  }
  CHECK(true);
}

static mc_status gather(const mc_sort_gather_job *job, void *to, int threads) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_status status = mc_sort_gather(job, to, &call);
  guard_arena_release(&arena);
  return status;
}

static void try_one(rng *r, int64_t length, int64_t count, int threads) {
  const mc_sort_gather_job job = make(r, length, count);
  unsigned char *to = guard_alloc((size_t) (count * job.size));
  check_note("%d of %d, size %d, threads %d", (int) count, (int) length, job.size, threads);
  CHECK_INT(gather(&job, to, threads), MC_OK);
  check_gathered(&job, to);
  guard_free(to);
  discard(&job);
}

static void test_elements(void) {
  rng r = {21};
  for (int round = 0; round < (check_fast() ? 20 : 200); round++)
    try_one(&r, 1 + rng_below(&r, 200), rng_below(&r, 200), 1 + (int) rng_below(&r, 4));
  const int64_t counts[] = {CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 1};
  for (int k = 0; k < 4; k++)
    for (int threads = 1; threads <= 4; threads++)
      try_one(&r, 1 + rng_below(&r, 300000), counts[k], threads);
}

/* One wrong place in one of three chunks: nothing outside of the elements is read. */
static void test_wrong_places(void) {
  rng r = {22};
  const double wrong[] = {0, -1, 11, 0.5, 1.5, 9.5, NAN, INFINITY, -INFINITY, 1e300};
  const int32_t wrong_integers[] = {0, -1, 11, INT32_MIN, INT32_MAX};
  enum { COUNT = 3 * CHUNK, LENGTH = 10, DOUBLES = 10, ALL = 15 };
  double *from = GUARD_NEW(double, LENGTH), *to = GUARD_NEW(double, COUNT);
  double *places = GUARD_NEW(double, COUNT);
  int32_t *integers = GUARD_NEW(int32_t, COUNT);
  for (int64_t i = 0; i < LENGTH; i++)
    from[i] = (double) i;
  for (int k = 0; k < ALL; k++) {
    for (int64_t i = 0; i < COUNT; i++)
      places[i] = (double) (integers[i] = 1 + (int32_t) rng_below(&r, LENGTH));
    const bool wide = k < DOUBLES;
    const mc_sort_gather_job job = {from,  LENGTH, 8, wide ? (void *) places : integers,
                                    COUNT, wide};
    CHECK_INT(gather(&job, to, 1 + k % 3), MC_OK);
    const int64_t at = k % 3 * CHUNK + rng_below(&r, CHUNK);
    if (wide)
      places[at] = wrong[k];
    else
      integers[at] = wrong_integers[k - DOUBLES];
    check_note("case %d, at %d", k, (int) at);
    CHECK_INT(gather(&job, to, 1 + k % 3), MC_ERR_ARGUMENT);
  }
  guard_free(from);
  guard_free(to);
  guard_free(places);
  guard_free(integers);
}

typedef struct {
  mc_sort_gather_job job;
  unsigned char *to;
  double done; /* the least progress, but none, at which a call was stopped */
} stopped;

static mc_status gather_stopped(void *context, const mc_call *call) {
  stopped *s = context;
  const mc_status status = mc_sort_gather(&s->job, s->to, call);
  const double done = call->monitor->done / call->monitor->total;
  if (status == MC_OK)
    check_gathered(&s->job, s->to);
  else if (done > 0 && (s->done == 0 || done < s->done))
    s->done = done;
  return status;
}

/* mc_first_touch() leaves so small a result alone: all polls are those of the gather. */
static void test_interrupts(void) {
  rng r = {23};
  for (int threads = 1; threads <= 3; threads++) {
    stopped s = {.job = make(&r, 1000, 30000)};
    s.to = guard_alloc((size_t) (s.job.count * s.job.size));
    check_note("threads %d", threads);
    const check_polls end = check_interrupts((interruptible){gather_stopped, &s, threads, 1e-9, 0});
    CHECK(end.polls >= 2);
    CHECK(s.done > 0 && s.done < 0.9); /* a call was stopped while it collected elements */
    guard_free(s.to);
    discard(&s.job);
  }
}

static const check_test tests[] = {{"elements", test_elements},
                                   {"wrong places", test_wrong_places},
                                   {"interrupts", test_interrupts},
                                   {0}};
const check_suite suite_gather = {"gather", tests, false, ""};
