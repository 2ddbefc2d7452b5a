/* Sorts of all types of numbers by all methods, sorted copies with missing values, orders by
   several keys, and ranks are compared with qsort() of C, with a sort by insertion and with
   counting, on all targets, with one to four threads. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/dispatch.h"
#include "fuzz.h"
#include "guard.h"
#include "oracle.h"
#include "sort/copy.h"
#include "sort/order.h"
#include "sort/sort_oracle.h"

const char fuzz_topic[] = "sort";

enum { TYPES = MC_SORT_F64 + 1, MOST = 2000 };

/* Where a vector's numbers come from: few values, a shape of data.h, or any. */
typedef struct {
  int form;
  fuzz_kind kind;
  int shift; /* of integers */
} recipe;

/* Fills numbers of a type from integers and doubles. */
static void put(mc_sort_type type, void *to, int64_t i, uint64_t integer, double real) {
  switch (type) {
  case MC_SORT_I32:
  case MC_SORT_U32: ((uint32_t *) to)[i] = (uint32_t) integer; break;
  case MC_SORT_I64:
  case MC_SORT_U64: ((uint64_t *) to)[i] = integer; break;
  case MC_SORT_F32: {
    const uint32_t bits = (uint32_t) integer;
    if (isnan(real))
      memcpy((float *) to + i, &bits, sizeof bits); /* any bits */
    else
      ((float *) to)[i] = fabs(real) > 3e38 && isfinite(real) ? 0 : (float) real;
    break;
  }
  default: ((double *) to)[i] = real;
  }
}

static void *numbers(fuzz_source *s, mc_sort_type type, int64_t n) {
  const recipe r = {(int) fuzz_pick(s, 3), (fuzz_kind) fuzz_pick(s, FUZZ_KINDS),
                    (int) fuzz_pick(s, 3) * 16};
  void *to = guard_alloc((size_t) (n * mc_sort_size(type)));
  uint32_t *value = GUARD_NEW(uint32_t, n);
  rng random = {(uint64_t) fuzz_pick(s, 65536)};
  shape_fill(&random, (shape) fuzz_pick(s, SHAPES), n, value);
  const int64_t missing = fuzz_chance(s, 2) ? 10 : 1000000;
  for (int64_t i = 0; i < n; i++) {
    uint64_t integer = value[i];
    double real = value[i] * 0.5 - (double) (n / 4);
    if (r.form == 0) {
      integer = (uint64_t) fuzz_pick(s, 8) - 2;
      real = fuzz_number(s, r.kind);
    } else if (r.form == 1) {
      integer = fuzz_bits(s);
      real = fuzz_number(s, FUZZ_ANY);
    }
    integer <<= r.shift;
    if (rng_below(&random, missing) == 0) {
      real = NAN;
      integer = type == MC_SORT_I64 ? (uint64_t) INT64_MIN : (uint32_t) INT32_MIN;
    }
    put(type, to, i, integer, real);
  }
  guard_free(value);
  return to;
}

static int64_t length(fuzz_source *s) {
  return fuzz_chance(s, 4) ? fuzz_pick(s, MOST + 1) : fuzz_size(s, 200);
}

/* ---- numbers in place ---- */

static void in_place(fuzz_source *s) {
  const mc_sort_type type = (mc_sort_type) fuzz_pick(s, TYPES);
  const int64_t n = length(s);
  const size_t bytes = (size_t) (n * mc_sort_size(type));
  void *from = numbers(s, type, n), *want = guard_alloc(bytes), *a = guard_alloc(bytes);
  mc_sort_job job = {.type = type,
                     .decreasing = fuzz_chance(s, 2),
                     .cutoff = fuzz_chance(s, 2) ? 1024 : 0,
                     .between = fuzz_chance(s, 2) ? 500 : 0};
  memcpy(want, from, bytes);
  sort_plainly(type, job.decreasing, want, n);
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    for (int method = 0; method < MC_SORT_METHODS; method++) {
      job.method = (mc_sort_method) method;
      const int threads = 1 + (turn + t + method) % 4;
      check_note("%s, type %d, n %d, method %d, decreasing %d, %d threads", mc_target_active(),
                 type, (int) n, method, job.decreasing, threads);
      memcpy(a, from, bytes);
      const mc_call call = mc_call_make(NULL, NULL, threads);
      mc_sort_report report;
      CHECK_INT(mc_sort(&job, a, n, &report, &call), MC_OK);
      CHECK(sort_same(type, a, want, n));
    }
  guard_free(from);
  guard_free(want);
  guard_free(a);
}

/* ---- copies with missing values ---- */

static void copied(fuzz_source *s) {
  const mc_sort_type types[] = {MC_SORT_I32, MC_SORT_I64, MC_SORT_F64};
  const mc_sort_type type = types[fuzz_pick(s, 3)];
  const int64_t n = fuzz_size(s, 300), size = mc_sort_size(type);
  const mc_sort_missing missing = (mc_sort_missing) fuzz_pick(s, 3);
  char *from = numbers(s, type, n);
  int64_t *place = GUARD_NEW(int64_t, n);
  const mc_sort_job job = {.type = type, .decreasing = fuzz_chance(s, 2)};
  const int64_t count = sort_places(type, from, n, job.decreasing, missing, place);
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    const int threads = 1 + (turn + t) % 4;
    check_note("%s, copy of type %d, n %d, missing %d, decreasing %d, %d threads",
               mc_target_active(), type, (int) n, missing, job.decreasing, threads);
    const mc_sort_counts counts = mc_sort_count(type, from, n, threads);
    CHECK_INT(missing == MC_SORT_MISSING_DROP ? n - counts.missing : n, count);
    char *to = guard_alloc((size_t) (count * size));
    const mc_call call = mc_call_make(NULL, NULL, threads);
    mc_sort_report report;
    CHECK_INT(mc_sort_vector(&job, from, n, &counts, missing, to, &report, &call), MC_OK);
    for (int64_t i = 0; i < count; i++)
      CHECK(memcmp(to + i * size, from + place[i] * size, (size_t) size) == 0);
    guard_free(to);
  }
  guard_free(from);
  guard_free(place);
}

/* ---- orders and ranks ---- */

static mc_sort_key key(fuzz_source *s, int64_t n) {
  const mc_sort_type types[] = {MC_SORT_I32, MC_SORT_I64, MC_SORT_F64};
  const mc_sort_key_type type = (mc_sort_key_type) fuzz_pick(s, 3);
  return (mc_sort_key){numbers(s, types[type], n), type, false};
}

static void ordered(fuzz_source *s) {
  const int64_t n = length(s);
  mc_sort_key keys[3];
  const int count = 1 + (int) fuzz_pick(s, 3);
  for (int k = 0; k < count; k++) {
    keys[k] = key(s, n);
    keys[k].decreasing = fuzz_chance(s, 2);
  }
  const mc_sort_order_job job = {keys, count, n, (mc_sort_missing) fuzz_pick(s, 3)};
  const bool wide = fuzz_chance(s, 3);
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    const int threads = 1 + (turn + t) % 4;
    check_note("%s, order of n %d, %d keys, missing %d, wide %d, %d threads", mc_target_active(),
               (int) n, count, job.missing, wide, threads);
    sort_check_order(&job, wide, threads);
  }
  for (int k = 0; k < count; k++)
    guard_free(guard_owned(keys[k].data));
}

static void ranked(fuzz_source *s) {
  const int64_t n = fuzz_size(s, 300);
  const mc_sort_ties ties = (mc_sort_ties) fuzz_pick(s, MC_SORT_TIES_LAST + 1);
  const int policy = (int) fuzz_pick(s, 4);
  const bool wide = ties == MC_SORT_TIES_AVERAGE || fuzz_chance(s, 3);
  const mc_sort_rank_job job = {.key = key(s, n),
                                .n = n,
                                .ties = ties,
                                .na = oracle_na(),
                                .missing =
                                  policy == 3 ? MC_SORT_MISSING_LAST : (mc_sort_missing) policy,
                                .keep = policy == 3};
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    const int threads = 1 + (turn + t) % 4;
    check_note("%s, ranks of n %d, type %d, ties %d, policy %d, wide %d, %d threads",
               mc_target_active(), (int) n, job.key.type, ties, policy, wide, threads);
    sort_check_ranks(&job, threads, wide);
  }
  guard_free(guard_owned(job.key.data));
}

void fuzz_job(fuzz_source *s) {
  switch (fuzz_pick(s, 4)) {
  case 0: copied(s); break;
  case 1: ordered(s); break;
  case 2: ranked(s); break;
  default: in_place(s); break;
  }
}
