#include "data.h"

#include <float.h>
#include <math.h>

#include "guard.h"

uint64_t rng_next(rng *r) {
  uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

int64_t rng_below(rng *r, int64_t limit) {
  return (int64_t) (rng_next(r) % (uint64_t) limit);
}

bool rng_chance(rng *r, double probability) {
  return (double) (rng_next(r) >> 11) * 0x1p-53 < probability;
}

const char *const shape_names[SHAPES] = {"sorted",        "reversed", "permutation", "organ pipe",
                                         "nearly sorted", "sawtooth", "ties",        "few",
                                         "equal",         "outlier"};

static void swap(uint32_t *a, uint32_t *b) {
  uint32_t t = *a;
  *a = *b;
  *b = t;
}

static uint32_t shape_at(rng *r, shape s, int64_t i, int64_t n) {
  switch (s) {
  case SHAPE_REVERSED: return (uint32_t) (n - 1 - i);
  case SHAPE_ORGAN_PIPE: return (uint32_t) (i < n / 2 ? i : n - 1 - i);
  case SHAPE_SAWTOOTH: return (uint32_t) (i % (n / 5 + 1));
  case SHAPE_TIES: return (uint32_t) rng_below(r, n / 2 + 1);
  case SHAPE_FEW: return (uint32_t) rng_below(r, n < 3 ? n : 3);
  case SHAPE_EQUAL: return (uint32_t) (n / 2);
  case SHAPE_OUTLIER: return (uint32_t) (n / 2);
  default: return (uint32_t) i;
  }
}

void shape_fill(rng *r, shape s, int64_t n, uint32_t *value) {
  for (int64_t i = 0; i < n; i++)
    value[i] = shape_at(r, s, i, n);
  if (s == SHAPE_PERMUTATION)
    for (int64_t i = n - 1; i > 0; i--)
      swap(&value[i], &value[rng_below(r, i + 1)]);
  if (s == SHAPE_NEARLY_SORTED)
    for (int64_t k = 0; k < n / 8; k++)
      swap(&value[rng_below(r, n)], &value[rng_below(r, n)]);
  if (s == SHAPE_OUTLIER && n > 0)
    value[rng_below(r, n)] = 0;
}

const double nasty_doubles[NASTY] = {-INFINITY,
                                     -DBL_MAX,
                                     -1 - DBL_EPSILON,
                                     -1,
                                     -DBL_MIN,
                                     -0x1p-1073,
                                     -0x1p-1074,
                                     -0.0,
                                     0.0,
                                     0x1p-1074,
                                     0x1p-1073,
                                     DBL_MIN,
                                     1 - DBL_EPSILON / 2,
                                     1,
                                     1 + DBL_EPSILON,
                                     2,
                                     1e300,
                                     DBL_MAX,
                                     INFINITY,
                                     INFINITY};

/* One column of doubles: a shape, mapped to values of some scale. */
static void fill_doubles(rng *r, int64_t n, const uint32_t *value, double *to) {
  int scale = (int) rng_below(r, 5);
  for (int64_t i = 0; i < n; i++)
    switch (scale) {
    case 0: to[i] = value[i]; break;
    case 1: to[i] = 1 + value[i] * DBL_EPSILON; break;
    case 2: to[i] = ((double) value[i] - (double) n / 2) * 0x1p-1074; break;
    case 3: to[i] = nasty_doubles[value[i] % NASTY]; break;
    default: to[i] = -exp((double) value[i] / (double) (n + 1) * 700);
    }
}

static void fill_ints(rng *r, int64_t n, const uint32_t *value, int32_t *to) {
  int scale = (int) rng_below(r, 3);
  for (int64_t i = 0; i < n; i++)
    switch (scale) {
    case 0: to[i] = (int32_t) value[i]; break;
    case 1: to[i] = INT32_MIN + 1 + (int32_t) value[i]; break;
    default: to[i] = (int32_t) (value[i] * UINT32_C(2654435761) >> 1) - (1 << 30);
    }
}

mc_matrix matrix_make(rng *r, mc_type type, int64_t rows, int64_t columns, double missing) {
  int64_t cells = rows * columns;
  uint32_t *value = GUARD_NEW(uint32_t, rows);
  double *d = type == MC_F64 ? GUARD_NEW(double, cells) : NULL;
  int32_t *k = type == MC_I32 ? GUARD_NEW(int32_t, cells) : NULL;
  for (int64_t j = 0; j < columns; j++) {
    shape_fill(r, (shape) rng_below(r, SHAPES), rows, value);
    if (type == MC_F64)
      fill_doubles(r, rows, value, d + j * rows);
    else
      fill_ints(r, rows, value, k + j * rows);
    double share = rng_chance(r, 0.1) ? 1 : missing;
    if (!rng_chance(r, missing))
      continue;
    for (int64_t i = 0; i < rows; i++)
      if (!rng_chance(r, share))
        continue;
      else if (type == MC_F64)
        d[j * rows + i] = rng_chance(r, 0.5) ? NAN : -NAN;
      else
        k[j * rows + i] = INT32_MIN;
  }
  guard_free(value);
  return (mc_matrix){type == MC_F64 ? (void *) d : (void *) k, type, rows, columns};
}

mc_matrix matrix_mixed(rng *r, int64_t rows, int64_t columns, double missing) {
  double *x = GUARD_NEW(double, rows *columns);
  for (int64_t j = 0; j < columns; j++)
    for (int64_t i = 0; i < rows; i++) {
      double value = (double) rng_below(r, 1000000);
      if (j % 2 == 0 && !rng_chance(r, 0.05))
        value = 0;
      if (j % 6 == 3)
        value = (double) rng_below(r, 4);
      if (j % 4 == 0 && rng_chance(r, missing))
        value = NAN;
      x[j * rows + i] = value;
    }
  return (mc_matrix){x, MC_F64, rows, columns};
}

void matrix_free(mc_matrix *x) {
  guard_free(guard_owned(x->data));
  x->data = NULL;
}

double matrix_at(const mc_matrix *x, int64_t row, int64_t column, bool *na) {
  int64_t at = column * x->rows + row;
  if (x->type == MC_F64) {
    double v = ((const double *) x->data)[at];
    *na = isnan(v);
    return v;
  }
  int32_t v = ((const int32_t *) x->data)[at];
  *na = v == INT32_MIN;
  return v;
}

bool column_misses(const mc_matrix *x, int64_t column) {
  bool any = false, na;
  for (int64_t i = 0; i < x->rows; i++) {
    matrix_at(x, i, column, &na);
    any |= na;
  }
  return any;
}
