/* The vector vocabulary, in plain C.

   This file is also the vocabulary's contract: every target implements the names
   below with the same meaning, and each kernel is written once on them.

   1. Bits: MC_BITS_BYTES bytes of comparisons in a vector. A mc_count sums up
      the popcounts of at most MC_COUNT_RUN vectors before it is flushed to
      integers (its counters are bytes where vectors have no popcount).
   2. Ranks: 32 lanes of 16 or 32 bits, compared into a mask word, bit l for
      lane l.
   3. Splitting a vector of ranks of 8, 16 or 32 bits by one of their bits, stably,
      into those with 0 and those with 1, with the lanes of the former summed
      up; narrowing ranks; and 64 bytes compared at once.
   4. Doubles: MC_F64_LANES of them, a divisor of 8, any alignment.
   5. Lanes for sorting: 16 lanes of int32 and 8 of int64, with what a bitonic
      merge network needs. Aligned loads and stores where it says so. */
#ifndef MC_VEC_PORTABLE_H
#define MC_VEC_PORTABLE_H

#include "simd/portable/lanes.h"
#include "simd/portable/split.h"
#include "simd/portable/rows.h"

/* ---- 1. bits ---- */

enum { MC_BITS_BYTES = 64, MC_COUNT_RUN = 31 };

/* Rows of a register tile in each form (columns: MC_BITS_PANEL). */
enum { MC_ROWS_ONE_COUNT = 1, MC_ROWS_TWO_COUNTS = 1, MC_ROWS_FOUR_COUNTS = 1 };
#define MC_KENDALL_COSTS {169, 15.3, 80e3, 0, 750, -1500}

typedef struct { uint64_t word[8]; } mc_bits;
typedef struct { uint64_t word[8]; } mc_count; /* 64 counters of a byte */

/* 64-byte aligned */
MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  mc_bits v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  for (int i = 0; i < 8; i++)
    a.word[i] &= b.word[i];
  return a;
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  for (int i = 0; i < 8; i++)
    a.word[i] ^= b.word[i];
  return a;
}

/* (a ^ b) & mask */
MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return mc_bits_and(mc_bits_xor(a, b), mask);
}

MC_INLINE mc_count mc_count_zero(void) {
  return (mc_count){{0}};
}

/* Adds the number of ones in each byte to that byte's counter. */
MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  for (int i = 0; i < 8; i++) {
    uint64_t w = v.word[i];
    w -= w >> 1 & UINT64_C(0x5555555555555555);
    w = (w & UINT64_C(0x3333333333333333)) + (w >> 2 & UINT64_C(0x3333333333333333));
    w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    count.word[i] += w;
  }
  return count;
}

MC_INLINE int64_t mc_count_total(mc_count count) {
  uint64_t total = 0;
  for (int i = 0; i < 8; i++) /* 16-bit fields: at most 8 * 2 * 248 */
    total += (count.word[i] & UINT64_C(0x00ff00ff00ff00ff)) +
             (count.word[i] >> 8 & UINT64_C(0x00ff00ff00ff00ff));
  total = (total & UINT64_C(0x0000ffff0000ffff)) +
          (total >> 16 & UINT64_C(0x0000ffff0000ffff));
  return (int64_t) ((total & UINT64_C(0xffffffff)) + (total >> 32));
}

/* sum[j] += the total of count j */
MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1,
                               mc_count c2, mc_count c3) {
  sum[0] += mc_count_total(c0);
  sum[1] += mc_count_total(c1);
  sum[2] += mc_count_total(c2);
  sum[3] += mc_count_total(c3);
}

/* ---- 2. ranks ---- */

typedef struct { uint16_t lane[32]; } mc_ranks16;
typedef struct { uint32_t lane[32]; } mc_ranks32;

/* any alignment */
MC_INLINE mc_ranks16 mc_ranks16_load(const uint16_t *p) {
  mc_ranks16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_load(const uint32_t *p) {
  mc_ranks32 v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_ranks16 mc_ranks16_set(uint16_t x) {
  mc_ranks16 v;
  for (int l = 0; l < 32; l++)
    v.lane[l] = x;
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  mc_ranks32 v;
  for (int l = 0; l < 32; l++)
    v.lane[l] = x;
  return v;
}

/* 32 bytes of 0 or 1 to 32 bits: the product moves the lowest bit of byte i to
   bit 56 + i. */
MC_INLINE uint32_t mc_gather_bits(const uint8_t *flag) {
  uint32_t mask = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t part = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t eight;
    memcpy(&eight, flag + 8 * i, 8);
    part = (uint32_t) (eight * UINT64_C(0x0102040810204080) >> 56);
#else
    for (int j = 0; j < 8; j++)
      part |= (uint32_t) flag[8 * i + j] << j;
#endif
    mask |= part << 8 * i;
  }
  return mask;
}

/* bit l: a > b in lane l, unsigned */
MC_INLINE uint32_t mc_ranks16_gt(mc_ranks16 a, mc_ranks16 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] > b.lane[l];
  return mc_gather_bits(flag);
}

MC_INLINE uint32_t mc_ranks32_gt(mc_ranks32 a, mc_ranks32 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] > b.lane[l];
  return mc_gather_bits(flag);
}

/* bit l: a != b in lane l */
MC_INLINE uint32_t mc_ranks16_ne(mc_ranks16 a, mc_ranks16 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] != b.lane[l];
  return mc_gather_bits(flag);
}

MC_INLINE uint32_t mc_ranks32_ne(mc_ranks32 a, mc_ranks32 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] != b.lane[l];
  return mc_gather_bits(flag);
}

/* out[k]: rows[k] against each lane of the block, k < count <= 16 */
MC_RANKS_ROWS(mc_ranks16, uint16_t)
MC_RANKS_ROWS(mc_ranks32, uint32_t)

MC_INLINE int mc_popcount32(uint32_t v) {
  v -= v >> 1 & UINT32_C(0x55555555);
  v = (v & UINT32_C(0x33333333)) + (v >> 2 & UINT32_C(0x33333333));
  v = (v + (v >> 4)) & UINT32_C(0x0f0f0f0f);
  return (int) (v * UINT32_C(0x01010101) >> 24);
}

/* ---- 3. splitting by a bit, and comparing a few ---- */

enum {
  MC_SPLIT8_LANES = 64, MC_SPLIT16_LANES = 32, MC_SPLIT32_LANES = 16,
  MC_SPLIT_RUN = 2048
};
MC_PORTABLE_SPLIT
MC_PORTABLE_FEW

/* ---- 4. doubles ---- */

enum { MC_F64_LANES = 1 };
typedef double mc_f64;

MC_INLINE mc_f64 mc_f64_load(const double *p) {
  return *p;
}

MC_INLINE void mc_f64_store(double *p, mc_f64 v) {
  *p = v;
}

/* the same, as floats have it */
MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_set(double x) {
  return x;
}

/* integers, rounded */
MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return (double) *p;
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return a + b;
}

/* For kernels of more sums than products: a + b as a one + b, one = mc_f64_one(), where a target
   has multipliers that add; some processors have them beside the adders. A product with one
   is exact, so the bits are those of mc_f64_add(). */
MC_INLINE mc_f64 mc_f64_one(void) {
  return 1;
}

MC_INLINE mc_f64 mc_f64_add_beside(mc_f64 a, mc_f64 one, mc_f64 b) {
  (void) one;
  return a + b;
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return a - b;
}

/* a b + c, rounded once where that is fast, or twice */
MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
#ifdef FP_FAST_FMA
  return fma(a, b, c);
#else
  return a * b + c;
#endif
}

/* yes where v is not NaN, else no */
MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return v == v ? yes : no;
}

/* the lesser and the greater; b where a is NaN */
MC_INLINE mc_f64 mc_f64_min(mc_f64 a, mc_f64 b) {
  return a < b ? a : b;
}

MC_INLINE mc_f64 mc_f64_max(mc_f64 a, mc_f64 b) {
  return a > b ? a : b;
}

/* lanes that are not NaN */
MC_INLINE int mc_f64_numbers(mc_f64 v) {
  return v == v;
}

/* are all lanes above 0? */
MC_INLINE bool mc_f64_positive(mc_f64 v) {
  return v > 0;
}

/* yes where v is above 0, else (and where it is NaN) no */
MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return v > 0 ? yes : no;
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return a * b;
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return a / b;
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return sqrt(v);
}

/* to [-1, 1] */
MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  return v > 1 ? 1 : v < -1 ? -1 : v;
}

/* the sum of the lanes, in any order */
MC_INLINE double mc_f64_total(mc_f64 v) {
  return v;
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  return *p;
}

/* Vectors of a row of a tile (distances, shortest paths), and of a block's points. */
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };

/* floats, likewise */
enum { MC_F32_LANES = 1 };
typedef float mc_f32;

MC_INLINE mc_f32 mc_f32_load(const float *p) {
  return *p;
}

MC_INLINE void mc_f32_store(float *p, mc_f32 v) {
  *p = v;
}

/* as doubles */
MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  *p = v;
}

MC_INLINE mc_f32 mc_f32_set(float x) {
  return x;
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return a + b;
}

MC_INLINE mc_f32 mc_f32_one(void) {
  return 1;
}

MC_INLINE mc_f32 mc_f32_add_beside(mc_f32 a, mc_f32 one, mc_f32 b) {
  (void) one;
  return a + b;
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return a - b;
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
#ifdef FP_FAST_FMAF
  return fmaf(a, b, c);
#else
  return a * b + c;
#endif
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return v == v ? yes : no;
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return sqrtf(v);
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  return v;
}

MC_INLINE mc_f32 mc_f32_min(mc_f32 a, mc_f32 b) {
  return a < b ? a : b;
}

MC_INLINE mc_f32 mc_f32_max(mc_f32 a, mc_f32 b) {
  return a > b ? a : b;
}

/* Where t is below c, or above it: c = t and via = mark, in memory. */
#define MC_PORTABLE_PUT(vec, type)                                             \
  MC_INLINE void mc_##vec##_put_min(type *c, int32_t *via, mc_##vec t, int32_t mark) { \
    if (t < *c) {                                                              \
      *c = t;                                                                  \
      *via = mark;                                                             \
    }                                                                          \
  }                                                                            \
  MC_INLINE void mc_##vec##_put_max(type *c, int32_t *via, mc_##vec t, int32_t mark) { \
    if (t > *c) {                                                              \
      *c = t;                                                                  \
      *via = mark;                                                             \
    }                                                                          \
  }
MC_PORTABLE_PUT(f64, double)
MC_PORTABLE_PUT(f32, float)

/* which of 16 integers are above x, as bits */
MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  uint32_t bits = 0;
  for (int l = 0; l < 16; l++)
    bits |= (uint32_t) (p[l] > x) << l;
  return bits;
}

/* ---- 5. lanes for sorting ---- */

#ifndef MC_VEC_HAS_I32X16 /* the KNC target brings its own */
MC_PORTABLE_LANES(mc_i32x16, int32_t, 16)
#endif
MC_PORTABLE_LANES(mc_i64x8, int64_t, 8)

#include "simd/portable/sort.h"

#endif
