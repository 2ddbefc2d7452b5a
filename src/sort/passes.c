#include "sort/passes.h"

#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { GRAIN = 1 << 14 /* numbers that a thread takes at a time, at least */ };

/* Words of whatever type, and vectors of 16 bytes. */
typedef uint32_t __attribute__((may_alias)) word32;
typedef uint64_t __attribute__((may_alias)) word64;
typedef uint32_t __attribute__((vector_size(16))) words32;
typedef uint64_t __attribute__((vector_size(16))) words64;
typedef int32_t __attribute__((vector_size(16))) integers32;
typedef int64_t __attribute__((vector_size(16))) integers64;
typedef float __attribute__((vector_size(16))) floats;
typedef double __attribute__((vector_size(16))) doubles;

/* ---- turns ---- */

/* A range body: each word x becomes `turned`, an expression for one word or a vector of words. */
#define MC_TURN(name, word, words, turned)                       \
  static void name(void *context, int64_t first, int64_t last) { \
    enum { LANES = sizeof(words) / sizeof(word) };               \
    word *a = context;                                           \
    int64_t i = first;                                           \
    for (; i + LANES <= last; i += LANES) {                      \
      words x;                                                   \
      memcpy(&x, a + i, sizeof x);                               \
      x = turned;                                                \
      memcpy(a + i, &x, sizeof x);                               \
    }                                                            \
    for (; i < last; i++) {                                      \
      const word x = a[i];                                       \
      a[i] = turned;                                             \
    }                                                            \
  }
MC_TURN(turn_u32, word32, words32, x ^ UINT32_C(1) << 31)
MC_TURN(turn_u64, word64, words64, x ^ UINT64_C(1) << 63)
MC_TURN(turn_f32, word32, words32, x ^ -(x >> 31) >> 1)
#undef MC_TURN

void mc_sort_turn(mc_sort_type type, void *a, int64_t n, int threads) {
  const mc_range_body turn = type == MC_SORT_U32   ? turn_u32
                             : type == MC_SORT_F32 ? turn_f32
                             : type == MC_SORT_U64 ? turn_u64
                                                   : NULL;
  if (turn != NULL)
    mc_ranges(threads, n, GRAIN, turn, a);
}

/* ---- reversal ---- */

typedef struct {
  void *a;
  int64_t n;
} reversal;

#define MC_REVERSE(name, word)                                   \
  static void name(void *context, int64_t first, int64_t last) { \
    const reversal *r = context;                                 \
    word *x = r->a;                                              \
    for (int64_t i = first; i < last; i++) {                     \
      const word kept = x[i];                                    \
      x[i] = x[r->n - 1 - i];                                    \
      x[r->n - 1 - i] = kept;                                    \
    }                                                            \
  }
MC_REVERSE(reverse4, word32)
MC_REVERSE(reverse8, word64)
#undef MC_REVERSE

void mc_sort_reverse(void *a, int64_t n, int64_t size, int threads) {
  reversal r = {a, n};
  const mc_range_body reverse = size == 4 ? reverse4 : reverse8;
  mc_ranges(threads, n / 2, GRAIN, reverse, &r);
}

/* ---- counts ---- */

typedef struct {
  const void *a;
  _Atomic int64_t missing, negative_zeros;
} counting;

/* A range body: counts the numbers x for which the vector `is_missing` is -1 and `is_zero` is 1. The
   last vector is filled up with 1, which neither is. Lanes of 32 bits hold the counts of BLOCK
   vectors. */
enum { BLOCK = 1 << 20 };
#define MC_COUNT(name, number, numbers, words, is_missing, is_zero) \
  static void name(void *context, int64_t first, int64_t last) {    \
    enum { LANES = sizeof(numbers) / sizeof(number) };              \
    counting *c = context;                                          \
    const number *a = c->a;                                         \
    for (int64_t end; first < last; first = end) {                  \
      words m = {0}, z = {0};                                       \
      end = mc_min(last, first + BLOCK * LANES);                    \
      int64_t i = first;                                            \
      for (; i + LANES <= end; i += LANES) {                        \
        numbers x;                                                  \
        memcpy(&x, a + i, sizeof x);                                \
        m -= (words) (is_missing);                                  \
        z += is_zero;                                               \
      }                                                             \
      if (i < end) {                                                \
        numbers x = (numbers){0} + 1;                               \
        memcpy(&x, a + i, (size_t) (end - i) * sizeof *a);          \
        m -= (words) (is_missing);                                  \
        z += is_zero;                                               \
      }                                                             \
      for (int lane = 0; lane < LANES; lane++) {                    \
        atomic_fetch_add(&c->missing, (int64_t) m[lane]);           \
        atomic_fetch_add(&c->negative_zeros, (int64_t) z[lane]);    \
      }                                                             \
    }                                                               \
  }
MC_COUNT(count_i32, int32_t, integers32, words32, x == INT32_MIN, 0)
MC_COUNT(count_i64, int64_t, integers64, words64, x == INT64_MIN, 0)
MC_COUNT(count_f32, float, floats, words32, x != x, 0)
MC_COUNT(count_f64, double, doubles, words64, x != x, ((words64) (x == 0) & (words64) x) >> 63)
#undef MC_COUNT

mc_sort_counts mc_sort_count(mc_sort_type type, const void *a, int64_t n, int threads) {
  counting c = {.a = a};
  const mc_range_body count = type == MC_SORT_I32   ? count_i32
                              : type == MC_SORT_I64 ? count_i64
                              : type == MC_SORT_F32 ? count_f32
                              : type == MC_SORT_F64 ? count_f64
                                                    : NULL;
  if (count != NULL)
    mc_ranges(threads, n, GRAIN, count, &c);
  return (mc_sort_counts){c.missing, c.negative_zeros};
}
