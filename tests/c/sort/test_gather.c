/* Elements in the order of places, one by one. */

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "sort/gather.h"

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

static void test_elements(void) {
  rng r = {21};
  for (int round = 0; round < (check_fast() ? 20 : 120); round++) {
    const int64_t length = 1 + rng_below(&r, round % 10 == 0 ? 300000 : 200);
    const int64_t count = rng_below(&r, round % 10 == 0 ? 300000 : 200);
    const int threads = 1 + round % 4;
    const mc_sort_gather_job job = make(&r, length, count);
    unsigned char *to = guard_alloc((size_t) (count * job.size));
    check_note("round %d: %d of %d, size %d, threads %d", round, (int) count, (int) length,
               job.size, threads);
    CHECK_INT(gather(&job, to, threads), MC_OK);
    check_gathered(&job, to);
    guard_free(to);
    discard(&job);
  }
}

/* Nothing outside of the elements is read. */
static void test_wrong_places(void) {
  rng r = {22};
  const double wrong[] = {0, -1, 11, 0.5, NAN, INFINITY, -INFINITY, 1e300};
  const int32_t wrong_integers[] = {0, -1, 11, INT32_MIN, INT32_MAX};
  double to[5];
  for (int k = 0; k < (int) (sizeof wrong / sizeof *wrong); k++) {
    double places[] = {1, 10, 3, 4, 5};
    places[rng_below(&r, 5)] = wrong[k];
    double *from = GUARD_NEW(double, 10);
    const mc_sort_gather_job job = {from, 10, 8, places, 5, true};
    check_note("place %g", wrong[k]);
    CHECK_INT(gather(&job, to, 1 + k % 3), MC_ERR_ARGUMENT);
    guard_free(from);
  }
  for (int k = 0; k < (int) (sizeof wrong_integers / sizeof *wrong_integers); k++) {
    int32_t places[] = {1, 10, 3, 4, 5};
    places[rng_below(&r, 5)] = wrong_integers[k];
    int32_t *from = GUARD_NEW(int32_t, 10);
    const mc_sort_gather_job job = {from, 10, 4, places, 5, false};
    check_note("place %d", wrong_integers[k]);
    CHECK_INT(gather(&job, to, 1 + k % 3), MC_ERR_ARGUMENT);
    guard_free(from);
  }
}

typedef struct {
  mc_sort_gather_job job;
  unsigned char *to;
} stopped;

static mc_status gather_stopped(void *context, const mc_call *call) {
  const stopped *s = context;
  const mc_status status = mc_sort_gather(&s->job, s->to, call);
  if (status == MC_OK)
    check_gathered(&s->job, s->to);
  return status;
}

static void test_interrupts(void) {
  rng r = {23};
  for (int threads = 1; threads <= 3; threads++) {
    stopped s = {.job = make(&r, 1000, 500000)};
    s.to = guard_alloc((size_t) (s.job.count * s.job.size));
    check_note("threads %d", threads);
    const check_polls end = check_interrupts((interruptible){gather_stopped, &s, threads, 1e-9, 0});
    CHECK(end.polls >= 3);
    guard_free(s.to);
    discard(&s.job);
  }
}

static const check_test tests[] = {{"elements", test_elements},
                                   {"wrong places", test_wrong_places},
                                   {"interrupts", test_interrupts},
                                   {0}};
const check_suite suite_gather = {"gather", tests, false, ""};
