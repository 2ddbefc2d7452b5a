/* Each sort of a column (kendall/column_sort.h) against qsort(), on every target, whichever sort
   the target prefers. */
#include "kendall/column_sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/column_buckets.h"

enum { MOST_KEYS = 8192 }; /* rows that are sorted by keys */

static int64_t none(void) {
  return 0;
}

static int64_t few(void) {
  return MOST_KEYS;
}

static int64_t many(void) {
  return INT64_C(1) << MC_BUCKETS_MOST_BITS;
}

typedef struct {
  double value;
  int64_t row;
} item;

static int by_value(const void *a_, const void *b_) {
  const item *a = a_, *b = b_;
  if (a->value != b->value)
    return a->value < b->value ? -1 : 1;
  return a->row < b->row ? -1 : 1;
}

/* The sorted rows and marks must be those of the items. */
static void compare_to(const item *expected, int64_t present, mc_kendall_sorted sorted) {
  bool tied = false;
  CHECK_INT(sorted.present, present);
  for (int64_t i = 0; i < present && check_failures() == 0; i++) {
    const bool equal = i > 0 && expected[i].value == expected[i - 1].value;
    CHECK_INT(mc_kendall_sorted_row_number(sorted.row[i]), expected[i].row);
    CHECK_INT(mc_kendall_sorted_row_tied(sorted.row[i]), equal);
    tied |= equal;
  }
  CHECK_INT(sorted.tied, tied);
}

/* Sorts `value` by keys, by buckets and by digits. */
static void compare(const double *value, int64_t n) {
  item *items = GUARD_NEW(item, n);
  int64_t present = 0;
  for (int64_t i = 0; i < n; i++)
    if (value[i] == value[i])
      items[present++] = (item){value[i], i};
  if (present > 0)
    qsort(items, (size_t) present, sizeof *items, by_value);
  unsigned char *scratch = GUARD_NEW(unsigned char, mc_kendall_column_sort_bytes(n));
  const mc_kernels *own = mc_kernels_active();
  mc_kernels keys = *own, buckets = *own, digits = *own;
  keys.column_keys_rows = few;
  keys.column_bucket_rows = none;
  buckets.column_keys_rows = none;
  buckets.column_bucket_rows = many;
  digits.column_keys_rows = digits.column_bucket_rows = none;
  const mc_kernels *kernels[] = {own, &keys, &buckets, &digits};
  for (int k = 0; k < 4; k++)
    compare_to(items, present, mc_kendall_column_sort(kernels[k], value, n, NULL, scratch));
  guard_free(scratch);
  guard_free(items);
}

/* A number between 0 and 1, without both. */
static double uniform(rng *r) {
  return ((double) rng_below(r, INT64_C(1) << 52) + 0.5) * 0x1p-52;
}

static double normal(rng *r) {
  return sqrt(-2 * log(uniform(r))) * cos(6.283185307179586 * uniform(r));
}

/* Kinds of columns that keep the buckets even, or not. */
typedef enum {
  NORMAL,
  OUTLIER,       /* one value far away */
  OUTLIERS,      /* on both sides */
  LOGNORMAL,     /* a long tail */
  CAUCHY,        /* two long tails */
  MANY_ZEROS,    /* nine of ten values are 0; others come close to 0 */
  SOME_INFINITE, /* of both signs */
  MOST_INFINITE, /* no sample has two finite values */
  TINY_RANGE,    /* the range has no finite reciprocal */
  WHOLE_RANGE,   /* differences overflow */
  ONE_VALUE,
  TWO_STEPS, /* many rows of one bucket: greater values first */
  POWER,     /* dense at one end */
  P_VALUES,  /* from 1e-30 to 1 */
  CLUSTERS,  /* three, far from each other: no map tells their rows apart */
  KINDS
} kind;

static double value_of(rng *r, kind k, int64_t i) {
  const double z = normal(r);
  switch (k) {
  case OUTLIER: return i == 3 ? 1e12 : z;
  case OUTLIERS: return i % 100 == 3 ? z * 1e200 : z;
  case LOGNORMAL: return exp(4 * z);
  case CAUCHY: return tan(3.141592653589793 * (uniform(r) - 0.5));
  case MANY_ZEROS: return rng_chance(r, 0.9) ? (i % 2 ? 0.0 : -0.0) : z * z;
  case SOME_INFINITE: return rng_chance(r, 0.1) ? z * INFINITY : z;
  case MOST_INFINITE: return i % 1000 == 1 ? z : INFINITY;
  case TINY_RANGE: return (double) rng_below(r, 1000) * 0x1p-1074;
  case WHOLE_RANGE: return z * 1e307;
  case ONE_VALUE: return 7;
  case TWO_STEPS: return i == 0 ? 32 : i < 1500 ? 0.8 : 0;
  case POWER: return pow(uniform(r), 8);
  case P_VALUES: return pow(10, -30 * uniform(r));
  case CLUSTERS: return z + 1e12 * (double) (i % 3);
  default: return z;
  }
}

static const int64_t sizes[] = {1,    2,    63,   64,   65,   127,   128,   129,   1000, 1025,
                                3000, 4096, 8191, 8192, 8193, 16384, 16385, 40000, 70000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_kinds(void) {
  rng r = {21};
  for (int s = 0; s < SIZES; s++)
    for (int k = 0; k < KINDS; k++)
      for (int missing = 0; missing < 2; missing++) {
        const int64_t n = sizes[s];
        if (check_fast() && n > 20000)
          continue;
        check_note("n = %d, kind %d%s", (int) n, k, missing ? ", NaN" : "");
        double *value = GUARD_NEW(double, n);
        for (int64_t i = 0; i < n; i++)
          value[i] = missing && rng_chance(&r, 0.2) ? NAN : value_of(&r, (kind) k, i);
        compare(value, n);
        guard_free(value);
      }
}

/* Shapes of few values, and all bits. */
static void test_shapes(void) {
  rng r = {22};
  for (int s = 0; s < SIZES; s++)
    for (int k = 0; k <= SHAPES; k++) {
      const int64_t n = sizes[s];
      if (check_fast() && n > 20000)
        continue;
      check_note("n = %d, shape %d", (int) n, k);
      double *value = GUARD_NEW(double, n);
      uint32_t *small = GUARD_NEW(uint32_t, n);
      if (k < SHAPES)
        shape_fill(&r, (shape) k, n, small);
      for (int64_t i = 0; i < n; i++)
        if (k < SHAPES) {
          value[i] = small[i];
        } else {
          const uint64_t bits = rng_next(&r);
          memcpy(&value[i], &bits, sizeof bits);
        }
      compare(value, n);
      guard_free(small);
      guard_free(value);
    }
}

/* Which kinds each sort by buckets sorts, of many rows. The sort for all data would give the same
   rows, but takes several times as long. */
static const struct {
  bool buckets, tails;
} sorts[KINDS] = {
  [NORMAL] = {true, true},         [OUTLIER] = {false, true},       [OUTLIERS] = {false, true},
  [LOGNORMAL] = {false, true},     [CAUCHY] = {false, true},        [MANY_ZEROS] = {false, true},
  [SOME_INFINITE] = {false, true}, [MOST_INFINITE] = {false, true}, [TINY_RANGE] = {false, true},
  [WHOLE_RANGE] = {true, true},    [ONE_VALUE] = {false, true},     [TWO_STEPS] = {false, true},
  [POWER] = {false, true},         [P_VALUES] = {false, true},      [CLUSTERS] = {false, false}};

static void test_gives_up(void) {
  rng r = {23};
  enum { ROWS = 20000 };
  double *value = GUARD_NEW(double, ROWS);
  uint32_t *row = GUARD_NEW(uint32_t, ROWS), *count = GUARD_NEW(uint32_t, MC_BUCKETS_MOST);
  uint64_t *equal = GUARD_NEW(uint64_t, mc_kendall_equal_words(ROWS));
  const mc_kendall_sort_room room = {row, count, equal};
  const mc_kernels *kernels = mc_kernels_active();
  for (int k = 0; k < KINDS; k++) {
    for (int64_t i = 0; i < ROWS; i++)
      value[i] = value_of(&r, (kind) k, i);
    const mc_column_range range = kernels->column_range(value, ROWS);
    bool tied;
    check_note("kind %d", k);
    CHECK_INT(mc_kendall_sort_by_buckets(kernels, value, ROWS, range, room, &tied),
              sorts[k].buckets);
    CHECK_INT(mc_kendall_sort_by_tails(kernels, value, ROWS, range, room, &tied), sorts[k].tails);
  }
  guard_free(equal);
  guard_free(count);
  guard_free(row);
  guard_free(value);
}

/* The most rows that buckets hold, and one more. */
static void test_most(void) {
  if (check_fast() || guard_poisons())
    return;
  rng r = {24};
  for (int64_t n = many(); n <= many() + 1; n++) {
    double *value = GUARD_NEW(double, n);
    for (int k = 0; k < 3; k++) { /* by buckets; by tails, with NaN; with many ties */
      for (int64_t i = 0; i < n; i++)
        value[i] = k == 0 ? normal(&r) : k == 1 ? value_of(&r, CAUCHY, i) : floor(999 * normal(&r));
      if (k == 1)
        value[n / 2] = NAN;
      check_note("n = %d, kind %d", (int) n, k);
      compare(value, n);
    }
    guard_free(value);
  }
}

static const check_test tests[] = {{"kinds of values", test_kinds},
                                   {"shapes, and any bits", test_shapes},
                                   {"who gives up", test_gives_up},
                                   {"the most rows", test_most},
                                   {0}};
const check_suite suite_column_sort = {"column_sort", tests, true, "column_ sort_ "};
