/* Chapters f64, f32, i32 and i64. */

/* The same bits, or both NaN. (The processor chooses which of two NaNs an operation returns.) */
static bool same_f64(double a, double b) {
  return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}
static bool same_f32(float a, float b) {
  return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}
static bool same_i32(int32_t a, int32_t b) {
  return a == b;
}
static bool same_i64(int64_t a, int64_t b) {
  return a == b;
}

static bool same_u16(uint16_t a, uint16_t b) {
  return a == b;
}

static bool is_number_f64(double x) {
  return !isnan(x);
}
static bool is_number_i32(int32_t x) {
  (void) x;
  return true;
}
static bool is_number_i64(int64_t x) {
  (void) x;
  return true;
}

/* Nasty numbers including NaN, small integers, and random bits. */
static double any_f64(rng *r) {
  double x;
  const uint64_t bits = rng_next(r);
  memcpy(&x, &bits, sizeof x);
  return rng_chance(r, 0.1)   ? (double) NAN
         : rng_chance(r, 0.4) ? nasty_doubles[rng_below(r, NASTY)]
         : rng_chance(r, 0.5) ? (double) (rng_below(r, 9) - 4) / 2
                              : x;
}
static float any_f32(rng *r) {
  float x;
  const uint32_t bits = (uint32_t) rng_next(r);
  memcpy(&x, &bits, sizeof x);
  return rng_chance(r, 0.5) ? x : (float) any_f64(r);
}
static int64_t any_i64(rng *r) {
  const int64_t few[] = {INT64_MIN,     INT64_MIN + 1, -1,        0,        1,
                         INT64_MAX - 1, INT64_MAX,     INT32_MIN, INT32_MAX};
  return rng_chance(r, 0.6) ? few[rng_below(r, 9)] : (int64_t) rng_next(r);
}
static int32_t any_i32(rng *r) {
  const int32_t few[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
  return rng_chance(r, 0.6) ? few[rng_below(r, 7)] : (int32_t) rng_next(r);
}

static uint16_t any_u16(rng *r) {
  const uint16_t few[] = {0, 1, 2, 0x7fff, 0x8000, 0xfffe, 0xffff};
  return rng_chance(r, 0.5) ? few[rng_below(r, 7)] : (uint16_t) rng_next(r);
}

#include "kernels/for_f64.h"
#include "simd/vocabulary/memory_body.h"
#include "kernels/for_f64.h"
#include "simd/vocabulary/arithmetic_body.h"
#include "kernels/for_f64.h"
#include "simd/vocabulary/order_body.h"

#include "kernels/for_f32.h"
#include "simd/vocabulary/memory_body.h"
#include "kernels/for_f32.h"
#include "simd/vocabulary/arithmetic_body.h"

#include "kernels/for_i32.h"
#include "simd/vocabulary/memory_body.h"
#include "kernels/for_i32.h"
#include "simd/vocabulary/order_body.h"

#include "kernels/for_i64.h"
#include "simd/vocabulary/memory_body.h"
#include "kernels/for_i64.h"
#include "simd/vocabulary/order_body.h"

#include "kernels/for_u16.h"
#include "simd/vocabulary/memory_body.h"

static void transpose_u16(rng *r) {
  enum { STRIDE = 11, APART = 9 };
  uint16_t x[7 * STRIDE + 8], to[7 * APART + 8] = {0}, back[7 * APART + 8] = {0};
  for (int k = 0; k < 7 * STRIDE + 8; k++)
    x[k] = any_u16(r);
  mc_u16_transpose8(x, STRIDE, to, APART);
  mc_u16_transpose8(x, STRIDE, back + 7 * APART, -APART);
  for (int row = 0; row < 8; row++)
    for (int column = 0; column < 8; column++) {
      CHECK_INT(to[column * APART + row], x[row * STRIDE + column]);
      CHECK_INT(back[(7 - column) * APART + row], x[row * STRIDE + column]);
    }
  for (int column = 0; column < 7; column++) /* nothing is written between the columns */
    CHECK(to[column * APART + 8] == 0 && back[column * APART + 8] == 0);
}

static void arithmetic_u16(void) {
  rng r = {17};
  transpose_u16(&r);
  enum { N = MC_U16_LANES };
  uint16_t a[N], b[N], e[N];
  for (int round = 0; round < 20 * ROUNDS; round++) {
    for (int l = 0; l < N; l++) {
      a[l] = any_u16(&r);
      b[l] = any_u16(&r);
    }
    const mc_u16 x = mc_u16_load(a), y = mc_u16_load(b);
    for (int l = 0; l < N; l++)
      e[l] = (uint16_t) (a[l] + b[l]);
    check_vector_u16(mc_u16_add(x, y), e);
    for (int l = 0; l < N; l++)
      e[l] = a[l] < b[l] ? a[l] : b[l];
    check_vector_u16(mc_u16_min(x, y), e);
    for (int l = 0; l < N; l++)
      e[l] = a[l] < b[l] ? b[l] : a[l];
    check_vector_u16(mc_u16_max(x, y), e);
    for (int l = 0; l < N; l++)
      e[l] = a[l] / 256;
    check_vector_u16(mc_u16_high(x), e);
    for (int l = 0; l < N; l++)
      e[l] = a[0];
    check_vector_u16(mc_u16_set_twice(a[0] * UINT32_C(0x10001)), e);
    for (int l = 0; l < N; l++) { /* 15 bits, often equal */
      a[l] = rng_chance(&r, 0.3) ? b[l] & 0x7fff : a[l] & 0x7fff;
      b[l] &= 0x7fff;
      e[l] = (uint16_t) ((a[l] > b[l]) - (a[l] < b[l]));
    }
    check_vector_u16(mc_u16_signs(mc_u16_load(a), mc_u16_load(b)), e);
  }
}

static void arithmetic_f64(void) {
  check_arithmetic_f64(fma);
}
static void arithmetic_f32(void) {
  check_arithmetic_f32(fmaf);
}

static void spread_f64(void) {
  rng r = {16};
  double a[MC_F64_LANES], e[MC_F64_LANES];
  for (int round = 0; round < ROUNDS; round++) {
    for (int l = 0; l < MC_F64_LANES; l++)
      a[l] = any_f64(&r);
    MC_UNROLL for (int lane = 0; lane < MC_F64_LANES; lane++) {
      for (int l = 0; l < MC_F64_LANES; l++)
        e[l] = a[lane];
      check_vector_f64(mc_f64_spread(mc_f64_load(a), lane), e);
    }
  }
}

static void more_f64(void) {
  rng r = {13};
  enum { N = MC_F64_LANES };
  double a[N], b[N], c[N], e[N];
  int64_t whole[N];
  float narrow[N];
  for (int round = 0; round < 20 * ROUNDS; round++) {
    int numbers = 0, positive = 0;
    for (int l = 0; l < N; l++) {
      a[l] = any_f64(&r);
      a[l] = round % 3 == 0 ? fabs(a[l]) : a[l];
      b[l] = any_f64(&r);
      c[l] = any_f64(&r);
      whole[l] = any_i64(&r);
      narrow[l] = any_f32(&r);
      numbers += a[l] == a[l];
      positive += a[l] > 0;
    }
    const mc_f64 x = mc_f64_load(a), y = mc_f64_load(b), z = mc_f64_load(c);
    CHECK_INT(mc_f64_numbers(x), numbers);
    CHECK_INT(mc_f64_positive(x), positive == N);
    for (int l = 0; l < N; l++)
      e[l] = a[l] * b[l];
    check_vector_f64(mc_f64_mul(x, y), e);
    for (int l = 0; l < N; l++)
      e[l] = a[l] / b[l];
    check_vector_f64(mc_f64_div(x, y), e);
    for (int l = 0; l < N; l++)
      e[l] = a[l] > 0 ? b[l] : c[l];
    check_vector_f64(mc_f64_where_positive(x, y, z), e);
    for (int l = 0; l < N; l++)
      e[l] = (double) whole[l];
    check_vector_f64(mc_f64_from_i64(whole), e);
    for (int l = 0; l < N; l++)
      e[l] = (double) narrow[l];
    check_vector_f64(mc_f64_from_f32(narrow), e);
    for (int l = 0; l < N; l++) {
      a[l] = a[l] != a[l] ? 0 : a[l];
      e[l] = a[l] > 1 ? 1 : a[l] < -1 ? -1 : a[l];
    }
    check_vector_f64(mc_f64_clamp1(mc_f64_load(a)), e);
  }
}

static void more_f32(void) {
  rng r = {14};
  enum { N = MC_F32_LANES };
  float a[N], b[N], e[N];
  for (int round = 0; round < ROUNDS; round++) {
    for (int l = 0; l < N; l++) {
      a[l] = any_f32(&r);
      b[l] = any_f32(&r);
    }
    for (int l = 0; l < N; l++)
      e[l] = a[l] < b[l] ? a[l] : b[l];
    check_vector_f32(mc_f32_min(mc_f32_load(a), mc_f32_load(b)), e);
    for (int l = 0; l < N; l++)
      e[l] = a[l] > b[l] ? a[l] : b[l];
    check_vector_f32(mc_f32_max(mc_f32_load(a), mc_f32_load(b)), e);
    uint32_t not_below = 0;
    for (int l = 0; l < N; l++) {
      b[l] = rng_chance(&r, 0.3) ? a[l] : b[l];
      not_below |= (uint32_t) !(a[l] < b[l]) << l;
    }
    CHECK_INT(mc_f32_not_below(mc_f32_load(a), mc_f32_load(b)), not_below);
  }
}

static void above16_words(void) {
  rng r = {15};
  int32_t *p = GUARD_NEW(int32_t, 17);
  for (int round = 0; round < ROUNDS; round++) {
    const int32_t x = any_i32(&r);
    uint32_t above = 0;
    for (int l = 0; l < 16; l++) {
      p[1 + l] = any_i32(&r);
      above |= (uint32_t) (p[1 + l] > x) << l;
    }
    CHECK_INT(mc_above16(p + 1, x), above);
  }
  guard_free(p);
}
