#include "sort/passes.h"

#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "sort/words.h"

enum { GRAIN = 1 << 14 /* numbers that a thread takes at a time, at least */ };

/* Vectors of 16 bytes. */
typedef uint32_t __attribute__((vector_size(16))) words32;
typedef uint64_t __attribute__((vector_size(16))) words64;
typedef int32_t __attribute__((vector_size(16))) integers32;
typedef int64_t __attribute__((vector_size(16))) integers64;
typedef float __attribute__((vector_size(16))) floats;
typedef double __attribute__((vector_size(16))) doubles;

/* ---- turns ---- */

#define NAME turn_u32
#define WORD word32
#define WORDS words32
#define TURNED(x) ((x) ^ UINT32_C(1) << 31)
#include "sort/turn_body.h"
#define NAME turn_u64
#define WORD word64
#define WORDS words64
#define TURNED(x) ((x) ^ UINT64_C(1) << 63)
#include "sort/turn_body.h"
#define NAME turn_f32
#define WORD word32
#define WORDS words32
#define TURNED(x) ((x) ^ -((x) >> 31) >> 1)
#include "sort/turn_body.h"

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

#define NAME count_i32
#define TYPE int32_t
#define NUMBERS integers32
#define WORDS words32
#define IS_MISSING(x) ((x) == INT32_MIN)
#define IS_NEGATIVE_ZERO(x) 0
#include "sort/count_body.h"
#define NAME count_i64
#define TYPE int64_t
#define NUMBERS integers64
#define WORDS words64
#define IS_MISSING(x) ((x) == INT64_MIN)
#define IS_NEGATIVE_ZERO(x) 0
#include "sort/count_body.h"
#define NAME count_f32
#define TYPE float
#define NUMBERS floats
#define WORDS words32
#define IS_MISSING(x) ((x) != (x))
#define IS_NEGATIVE_ZERO(x) 0
#include "sort/count_body.h"
#define NAME count_f64
#define TYPE double
#define NUMBERS doubles
#define WORDS words64
#define IS_MISSING(x) ((x) != (x))
#define IS_NEGATIVE_ZERO(x) (((words64) ((x) == 0) & (words64) (x)) >> 63)
#include "sort/count_body.h"

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
