/* Sorting numbers and rows, against qsort() of C. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "interrupts.h"
#include "sort/copy.h"
#include "sort/order.h"
#include "sort/sort.h"
#include "sort/sort_oracle.h"

/* ---- numbers: by a type's name ---- */

enum { TYPES = 6 };
static const char *const type_names[TYPES] = {"i32", "u32", "i64", "u64", "f32", "f64"};

/* A shape, carried over to numbers of some scale; `nan` for NaN, too. */
static void fill(rng *r, mc_sort_type type, shape s, int64_t n, bool nan, void *to) {
  uint32_t *v = GUARD_NEW(uint32_t, n);
  const int scale = (int) rng_below(r, 4);
  shape_fill(r, s, n, v);
  for (int64_t i = 0; i < n; i++) {
    double d = scale == 0   ? v[i]
               : scale == 1 ? nasty_doubles[v[i] % NASTY]
                            : (double) v[i] - (double) (n / 2);
    if (scale == 3)
      d = exp(d / (double) (n + 1) * 80);
    if (nan && rng_chance(r, 0.1))
      d = NAN;
    uint64_t u = scale == 0   ? v[i]
                 : scale == 1 ? (uint64_t) v[i] << 40
                              : v[i] * UINT64_C(0x9e3779b97f4a7c15);
    if (scale == 3)
      u = v[i] % 2 ? UINT64_MAX - v[i] : (UINT64_C(1) << 63) + v[i];
    if (scale == 2 && v[i] % 3 == 0) { /* the greatest, which fills up the rows of networks */
      u = type == MC_SORT_I32 || type == MC_SORT_I64 ? INT64_MAX : UINT64_MAX;
      d = INFINITY;
    }
    switch (type) {
    case MC_SORT_I32:
    case MC_SORT_U32: ((uint32_t *) to)[i] = (uint32_t) (u >> (scale == 0 ? 0 : 32)); break;
    case MC_SORT_I64:
    case MC_SORT_U64: ((uint64_t *) to)[i] = u; break;
    case MC_SORT_F32: ((float *) to)[i] = (float) d; break;
    default: ((double *) to)[i] = d;
    }
  }
  guard_free(v);
}

static const mc_sort_method methods[] = {
#define MC_SORT_METHOD(NAME, name) MC_SORT_##NAME,
#include "sort/methods.def"
#undef MC_SORT_METHOD
};

static void try(rng *r, mc_sort_type type, shape s, int64_t n, mc_sort_method method, int threads) {
  const size_t size = (size_t) mc_sort_size(type), bytes = (size_t) n * size;
  const bool decreasing = rng_chance(r, 0.3), nan = rng_chance(r, 0.5);
  check_note("%s, %s, n %d, method %d, %d threads, decreasing %d", type_names[type], shape_names[s],
             (int) n, method, threads, decreasing);
  void *a = guard_alloc(bytes), *want = guard_alloc(bytes);
  fill(r, type, s, n, nan, a);
  memcpy(want, a, bytes);
  sort_plainly(type, decreasing, want, n);
  const mc_sort_job job = {.type = type,
                           .method = method,
                           .decreasing = decreasing,
                           .cutoff = rng_chance(r, 0.5) ? 1024 : 0};
  const mc_call call = mc_call_make(NULL, NULL, threads);
  mc_sort_report report;
  CHECK_INT(mc_sort(&job, a, n, &report, &call), MC_OK);
  CHECK(sort_same(type, a, want, n));
  CHECK(report.threads >= 1 && report.threads <= threads && report.cutoff >= 1024);
  CHECK(method == MC_SORT_AUTO ? report.method != MC_SORT_AUTO : report.method == method);
  guard_free(a);
  guard_free(want);
}

static void test_small(void) {
  rng r = {1};
  for (int64_t n = 0; n <= (check_fast() ? 70 : 300); n++)
    for (int type = 0; type < TYPES; type++)
      for (int k = 0; k < 3; k++)
        try(&r, (mc_sort_type) type, (shape) rng_below(&r, SHAPES), n, MC_SORT_SIMD, 1);
  /* rows of networks, and up to four blocks of 256 numbers, which are sorted without a partition */
  for (int64_t n = 32; n <= 1088; n += n < 256 || !check_fast() ? 16 : 64)
    for (int type = 0; type < TYPES; type++)
      for (int more = -1; more <= 1; more++)
        try(&r, (mc_sort_type) type, (shape) rng_below(&r, SHAPES), n + more, MC_SORT_SIMD, 1);
}

static void test_sizes(void) {
  rng r = {2};
  for (int round = 0; round < (check_fast() ? 60 : 600); round++)
    try(&r, (mc_sort_type) (round % TYPES), (shape) (round / TYPES % SHAPES), rng_below(&r, 10000),
        methods[rng_below(&r, 5)], 1 + (int) rng_below(&r, 4));
}

/* Every shape, and by every number of threads the types that meet it; both methods. */
static void test_large(void) {
  rng r = {3};
  if (check_fast())
    return;
  for (int round = 0; round < 12; round++)
    try(&r, (mc_sort_type) (round % TYPES), (shape) (round % SHAPES), 200000 + rng_below(&r, 50000),
        round % 5 ? MC_SORT_SIMD : MC_SORT_PPMQ, 1 + round % 4);
}

/* ---- the kernels ---- */

typedef int64_t (*partition_kernel)(void *a, int64_t n, const void *pivot, bool equal);
typedef void (*sequential_kernel)(void *a, int64_t n, bool leftmost, int depth);

typedef struct {
  mc_sort_type type;
  partition_kernel partition;
  sequential_kernel sequential;
} kernels_of;

static int kernels(kernels_of *to) {
  const mc_kernels *k = mc_kernels_active();
  to[0] = (kernels_of){MC_SORT_I32, k->sort_partition_i32, k->sort_sequential_i32};
  to[1] = (kernels_of){MC_SORT_I64, k->sort_partition_i64, k->sort_sequential_i64};
  to[2] = (kernels_of){MC_SORT_F64, k->sort_partition_f64, k->sort_sequential_f64};
  return 3;
}

static void try_partition(rng *r, const kernels_of *k, shape s, int64_t n, bool equal) {
  const size_t size = (size_t) mc_sort_size(k->type), bytes = (size_t) n * size;
  check_note("%s, %s, n %d, equal %d", type_names[k->type], shape_names[s], (int) n, equal);
  char *a = guard_alloc(bytes), *sorted = guard_alloc(bytes), *want = guard_alloc(bytes);
  char pivot[8] __attribute__((aligned(8)));
  fill(r, k->type, s, n, false, a);
  memcpy(pivot, a + (size_t) rng_below(r, n) * size, size);
  memcpy(want, a, bytes);
  const int64_t count = k->partition(a, n, pivot, equal);
  /* zeros of both signs are equal, which sort_compare() does not know */
  const bool zero = k->type == MC_SORT_F64 && *(const double *) (void *) pivot == 0;
  for (int64_t i = 0; i < n; i++) {
    const char *x = a + (size_t) i * size;
    const int order =
      zero && *(const double *) (const void *) x == 0 ? 0 : sort_compare(k->type, x, pivot);
    CHECK((equal ? order <= 0 : order < 0) == (i < count));
  }
  memcpy(sorted, a, bytes); /* nothing is lost */
  sort_plainly(k->type, false, sorted, n);
  sort_plainly(k->type, false, want, n);
  CHECK(memcmp(sorted, want, bytes) == 0);
  guard_free(a);
  guard_free(sorted);
  guard_free(want);
}

static void test_partition(void) {
  rng r = {4};
  kernels_of k[3];
  const int count = kernels(k);
  for (int64_t n = 1; n <= (check_fast() ? 100 : 900); n += n < 70 ? 1 : 13)
    for (int i = 0; i < count; i++)
      for (int equal = 0; equal < 2; equal++)
        try_partition(&r, &k[i], (shape) rng_below(&r, SHAPES), n, equal);
  for (int i = 0; i < count; i++)
    for (int s = 0; s < SHAPES; s++)
      try_partition(&r, &k[i], (shape) s, 5000, s % 2);
}

/* Without any depth left, and behind an element that is no greater. */
static void test_sequential(void) {
  rng r = {5};
  kernels_of k[3];
  const int count = kernels(k);
  for (int round = 0; round < 200; round++) {
    const kernels_of *of = &k[round % count];
    const int64_t n = 2 + rng_below(&r, 3000);
    const size_t size = (size_t) mc_sort_size(of->type), bytes = (size_t) n * size;
    char *a = guard_alloc(bytes), *want = guard_alloc(bytes);
    fill(&r, of->type, (shape) (round / 3 % SHAPES), n, false, a);
    /* the least to the front */
    for (int64_t i = 1; i < n; i++)
      if (sort_compare(of->type, a + (size_t) i * size, a) < 0) {
        char kept[8];
        memcpy(kept, a, size);
        memcpy(a, a + (size_t) i * size, size);
        memcpy(a + (size_t) i * size, kept, size);
      }
    memcpy(want, a, bytes);
    sort_plainly(of->type, false, want, n);
    const int depth = round % 4 == 0 ? 0 : round % 4 == 1 ? 2 : 60;
    of->sequential(a + size, n - 1, false, depth);
    for (int64_t i = 1; i < n; i++) { /* zeros of both signs are equal */
      const char *x = a + (size_t) i * size, *y = want + (size_t) i * size;
      if (of->type == MC_SORT_F64)
        CHECK(*(const double *) (const void *) x == *(const double *) (const void *) y);
      else
        CHECK(memcmp(x, y, size) == 0);
    }
    guard_free(a);
    guard_free(want);
  }
}

typedef struct {
  mc_sort_job job;
  int64_t n;
  const char *from, *want;
  char *a;
} stopped;

/* Whether it is stopped or not, the numbers stay the same. */
static mc_status sort_stopped(void *context, const mc_call *call) {
  const stopped *s = context;
  const size_t size = (size_t) mc_sort_size(s->job.type);
  memcpy(s->a, s->from, (size_t) s->n * size);
  mc_sort_report report;
  const mc_status status = mc_sort(&s->job, s->a, s->n, &report, call);
  if (status == MC_INTERRUPTED)
    sort_plainly(s->job.type, s->job.decreasing, s->a, s->n);
  CHECK(sort_same(s->job.type, s->a, s->want, s->n));
  return status;
}

static void test_interrupts(void) {
  rng r = {9};
  const int64_t n = 20000;
  for (int type = 0; type < TYPES; type++) {
    const size_t size = (size_t) mc_sort_size((mc_sort_type) type), bytes = (size_t) n * size;
    char *from = guard_alloc(bytes), *want = guard_alloc(bytes);
    fill(&r, (mc_sort_type) type, SHAPE_PERMUTATION, n, true, from);
    for (int64_t i = 0; i < n && type == MC_SORT_F64; i++)
      if (rng_chance(&r, 0.2))
        ((double *) (void *) from)[i] = rng_chance(&r, 0.5) ? -0.0 : 0;
    const bool decreasing = type % 2;
    memcpy(want, from, bytes);
    sort_plainly((mc_sort_type) type, decreasing, want, n);
    stopped s = {.job = {.type = (mc_sort_type) type,
                         .decreasing = decreasing,
                         .cutoff = 1024,
                         .between = 3000},
                 .n = n,
                 .from = from,
                 .want = want,
                 .a = guard_alloc(bytes)};
    check_note("%s", type_names[type]);
    const check_polls end = check_interrupts((interruptible){sort_stopped, &s, 1 + type % 3, 0, 0});
    CHECK(end.polls > 3);
    guard_free(from);
    guard_free(want);
    guard_free(s.a);
  }
}

/* ---- vectors with missing values ---- */

static void try_vector(rng *r, mc_sort_type type, int64_t n, mc_sort_missing missing) {
  const size_t size = (size_t) mc_sort_size(type);
  const bool decreasing = rng_chance(r, 0.5);
  check_note("%s, n %d, missing %d, decreasing %d", type_names[type], (int) n, missing, decreasing);
  char *from = guard_alloc((size_t) n * size), *before = guard_alloc((size_t) n * size);
  fill(r, type, (shape) rng_below(r, SHAPES), n, true, from);
  for (int64_t i = 0; i < n; i++) {
    if (type == MC_SORT_I32 && rng_chance(r, 0.1))
      ((int32_t *) (void *) from)[i] = INT32_MIN;
    if (type == MC_SORT_I64 && rng_chance(r, 0.1))
      ((int64_t *) (void *) from)[i] = INT64_MIN;
    if (type == MC_SORT_F64 && rng_chance(r, 0.1)) { /* NaN that can be told apart */
      const uint64_t bits = UINT64_C(0x7ff8000000000000) + (uint64_t) i;
      memcpy(from + (size_t) i * size, &bits, size);
    }
  }
  memcpy(before, from, (size_t) n * size);
  int64_t *place = GUARD_NEW(int64_t, n);
  const int64_t count = sort_places(type, from, n, decreasing, missing, place);
  const mc_sort_counts counts = mc_sort_count(type, from, n, 2);
  char *to = guard_alloc((size_t) count * size);
  const mc_sort_job job = {.type = type, .decreasing = decreasing};
  const mc_call call = mc_call_make(NULL, NULL, 1 + (int) rng_below(r, 4));
  mc_sort_report report;
  CHECK_INT(missing == MC_SORT_MISSING_DROP ? n - counts.missing : n, count);
  CHECK_INT(mc_sort_vector(&job, from, n, &counts, missing, to, &report, &call), MC_OK);
  for (int64_t i = 0; i < count; i++)
    CHECK(memcmp(to + (size_t) i * size, from + (size_t) place[i] * size, size) == 0);
  CHECK(memcmp(from, before, (size_t) n * size) == 0);
  guard_free(from);
  guard_free(before);
  guard_free(place);
  guard_free(to);
}

static void test_vectors(void) {
  rng r = {6};
  const mc_sort_type types[] = {MC_SORT_I32, MC_SORT_I64, MC_SORT_F64};
  for (int round = 0; round < (check_fast() ? 60 : 300); round++)
    try_vector(&r, types[round % 3], rng_below(&r, round < 200 ? 100 : 2000),
               (mc_sort_missing) (round / 3 % 3));
}

/* ---- orders ---- */

/* Doubles that defeat the linear image: an outlier, neighbours, a few far apart. */
static void fill_key(rng *r, mc_sort_key_type type, int64_t n, void *to) {
  const mc_sort_type types[] = {MC_SORT_I32, MC_SORT_I64, MC_SORT_F64};
  fill(r, types[type], (shape) rng_below(r, SHAPES), n, true, to);
  if (type == MC_SORT_KEY_F64 && n > 0 && rng_chance(r, 0.5)) {
    double *d = to;
    const int kind = (int) rng_below(r, 3);
    for (int64_t i = 0; i < n; i++)
      d[i] = kind == 0   ? 1 + (double) rng_below(r, n) * 0x1p-52
             : kind == 1 ? (double) rng_below(r, n) * 1e-8
                         : (double) rng_below(r, 5);
    d[rng_below(r, n)] = kind == 2 ? 1e300 : 1e18;
    d[rng_below(r, n)] = NAN;
    d[rng_below(r, n)] = -0.0;
  }
}

static void try_order(rng *r, int64_t n, int count, int threads) {
  mc_sort_key keys[3];
  for (int k = 0; k < count; k++) {
    const mc_sort_key_type type = (mc_sort_key_type) rng_below(r, 3);
    void *data = guard_alloc((size_t) n * (type == MC_SORT_KEY_I32 ? 4 : 8));
    fill_key(r, type, n, data);
    keys[k] = (mc_sort_key){data, type, rng_chance(r, 0.4)};
  }
  const bool wide = rng_chance(r, 0.3);
  const mc_sort_order_job job = {keys, count, n, (mc_sort_missing) rng_below(r, 3)};
  check_note("n %d, %d keys of types %d %d, missing %d, %d threads, wide %d", (int) n, count,
             keys[0].type, keys[count - 1].type, job.missing, threads, wide);
  sort_check_order(&job, wide, threads);
  for (int k = 0; k < count; k++)
    guard_free((void *) (uintptr_t) keys[k].data);
}

static void test_orders(void) {
  rng r = {7};
  for (int round = 0; round < (check_fast() ? 60 : 400); round++)
    try_order(&r, rng_below(&r, round % 10 == 0 ? 40000 : 300), 1 + round % 3,
              1 + (int) rng_below(&r, 4));
}

/* A few long runs of neighbours, behind an outlier: equal in each run, or but for one key. */
static void test_long_runs(void) {
  rng r = {10};
  const int64_t n = check_fast() ? 70000 : 200000;
  double *a = GUARD_NEW(double, n);
  int32_t *order = GUARD_NEW(int32_t, n);
  int64_t *want = GUARD_NEW(int64_t, n);
  for (int round = 0; round < 6; round++) {
    const int64_t groups = round < 4 ? 4 : 5000;
    for (int64_t i = 0; i < n; i++)
      a[i] = (double) rng_below(&r, groups) * 1e250;
    a[n / 2] = 1e300;
    if (round % 2)
      a[n - 1] = nextafter(a[n - 1], INFINITY);
    const mc_sort_key key = {a, MC_SORT_KEY_F64, round >= 2};
    const mc_sort_order_job job = {&key, 1, n, MC_SORT_MISSING_LAST};
    CHECK_INT(sort_rows(&job, want), n);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + round % 4);
    mc_sort_order_report report;
    check_note("round %d", round);
    CHECK_INT(mc_sort_order(&job, order, false, &report, &call), MC_OK);
    for (int64_t i = 0; i < n; i++)
      CHECK_INT(order[i], want[i] + 1);
    guard_arena_release(&arena);
  }
  guard_free(a);
  guard_free(order);
  guard_free(want);
}

static void test_order_memory(void) {
  rng r = {8};
  const int64_t n = 3000;
  double *a = GUARD_NEW(double, n);
  int32_t *order = GUARD_NEW(int32_t, n);
  for (int64_t i = 0; i < n; i++)
    a[i] = i == 0 ? 1e300 : i == 1 ? NAN : (double) rng_below(&r, 1000) * 1e-9;
  const mc_sort_key keys[] = {{a, MC_SORT_KEY_F64, false}, {a, MC_SORT_KEY_F64, true}};
  const mc_sort_order_job job = {keys, 2, n, MC_SORT_MISSING_DROP};
  mc_status status = MC_ERR_MEMORY;
  int64_t refuse = 1, calls = 0;
  for (; status == MC_ERR_MEMORY && refuse < 30; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_sort_order_report report;
    status = mc_sort_order(&job, order, false, &report, &call);
    calls = arena.calls;
    guard_arena_release(&arena);
  }
  CHECK_INT(status, MC_OK);
  CHECK_INT(refuse, calls + 2);
  mc_sort_order_job large = job;
  large.n = INT64_C(1) << 31;
  mc_sort_order_report report;
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 2);
  CHECK_INT(mc_sort_order(&large, order, false, &report, &call), MC_ERR_SIZE);
  large.n = INT64_C(1) << 40;
  CHECK_INT(mc_sort_order(&large, order, true, &report, &call), MC_ERR_SIZE);
  mc_arena_release(&arena);
  guard_free(a);
  guard_free(order);
}

/* More numbers than an int counts: 9 GB, if HARNESS_HUGE is in the environment. */
static void test_huge(void) {
  if (sizeof(size_t) < sizeof(int64_t) || getenv("HARNESS_HUGE") == NULL)
    return;
  const int64_t n = (INT64_C(1) << 31) + 10;
  uint32_t *a = malloc((size_t) n * sizeof *a);
  CHECK(a != NULL);
  if (a == NULL)
    return;
  uint64_t sum = 0, bits = 0, sum_after = 0, bits_after = 0;
  for (int64_t i = 0; i < n; i++) {
    a[i] = (uint32_t) ((uint64_t) i * UINT64_C(0x9e3779b97f4a7c15) >> 27);
    sum += a[i];
    bits ^= a[i] * UINT64_C(0x9e3779b97f4a7c15);
  }
  const mc_sort_job job = {.type = MC_SORT_U32};
  const mc_call call = mc_call_make(NULL, NULL, 2);
  mc_sort_report report;
  CHECK_INT(mc_sort(&job, a, n, &report, &call), MC_OK);
  int64_t wrong = 0;
  for (int64_t i = 0; i < n; i++) {
    wrong += i > 0 && a[i - 1] > a[i];
    sum_after += a[i];
    bits_after ^= a[i] * UINT64_C(0x9e3779b97f4a7c15);
  }
  CHECK_INT(wrong, 0);
  CHECK(sum == sum_after && bits == bits_after);
  free(a);
}

static const check_test tests[] = {{"few numbers", test_small},
                                   {"methods, threads, types", test_sizes},
                                   {"many numbers", test_large},
                                   {"partitions", test_partition},
                                   {"one thread's share", test_sequential},
                                   {"interrupts", test_interrupts},
                                   {"vectors with missing values", test_vectors},
                                   {"orders", test_orders},
                                   {"long runs of neighbours", test_long_runs},
                                   {"memory for orders", test_order_memory},
                                   {"more than 2^31 numbers", test_huge},
                                   {0}};
const check_suite suite_sort = {"sort", tests, true, "sort_ column_ "};
