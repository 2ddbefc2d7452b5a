/* Sorting a copy of a vector whose missing values are set apart. */

#include "sort/sort.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/team.h"
#include "base/threads.h"

enum { CHUNK = 1 << 16 /* numbers counted, or bytes copied, by a thread at a time, at least */ };

typedef struct {
  const void *from;
  _Atomic int64_t missing, negative;
} counting;

#define MC_VECTOR(T, type, is_missing, is_negative_zero)                               \
  static void count_##T(void *context, int64_t first, int64_t last) {                  \
    counting *c = context;                                                             \
    const type *from = c->from;                                                        \
    int64_t missing = 0, negative = 0;                                                 \
    for (int64_t i = first; i < last; i++) {                                           \
      missing += is_missing(from[i]);                                                  \
      negative += is_negative_zero(from[i]);                                           \
    }                                                                                  \
    atomic_fetch_add(&c->missing, missing);                                            \
    atomic_fetch_add(&c->negative, negative);                                          \
  }                                                                                    \
  /* Missing values to `missing`, others to `to`; both in their order. */              \
  static void copy_##T(const type *from, int64_t n, type *to, type *missing) {         \
    for (int64_t i = 0; i < n; i++)                                                    \
      if (is_missing(from[i])) {                                                       \
        if (missing != NULL)                                                           \
          *missing++ = from[i];                                                        \
      } else {                                                                         \
        *to++ = from[i];                                                               \
      }                                                                                \
  }

#define MC_NEVER(x) 0
#define MC_IS_NAN(x) ((x) != (x))
#define MC_IS_NEGATIVE_ZERO(x) ((x) == 0 && signbit(x))
#define MC_IS_NA32(x) ((x) == INT32_MIN)
#define MC_IS_NA64(x) ((x) == INT64_MIN)
MC_VECTOR(i32, int32_t, MC_IS_NA32, MC_NEVER)
MC_VECTOR(i64, int64_t, MC_IS_NA64, MC_NEVER)
MC_VECTOR(f64, double, MC_IS_NAN, MC_IS_NEGATIVE_ZERO)
#undef MC_VECTOR
#undef MC_NEVER
#undef MC_IS_NAN
#undef MC_IS_NEGATIVE_ZERO
#undef MC_IS_NA32
#undef MC_IS_NA64

mc_sort_counts mc_sort_count(mc_sort_type type, const void *from, int64_t n, int threads) {
  threads = n > CHUNK ? mc_threads(threads, (double) n * 1e-9) : 1;
  counting c = {.from = from};
  mc_ranges(threads, n, CHUNK,
            type == MC_SORT_I32 ? count_i32 : type == MC_SORT_I64 ? count_i64 : count_f64, &c);
  return (mc_sort_counts){c.missing, c.negative};
}

typedef struct {
  char *to;
  const char *from;
} copying;

static void copy_bytes(void *context, int64_t first, int64_t last) {
  const copying *c = context;
  memcpy(c->to + first, c->from + first, (size_t) (last - first));
}

static void copy(mc_sort_type type, const void *from, int64_t n, void *to, void *missing) {
  switch (type) {
  case MC_SORT_I32: copy_i32(from, n, to, missing); break;
  case MC_SORT_I64: copy_i64(from, n, to, missing); break;
  default: copy_f64(from, n, to, missing);
  }
}

/* The zeros of a sorted range as they stand in `from`, which has some of either sign. */
static void restore_zeros(const double *from, int64_t n, double *to, int64_t count,
                          bool decreasing) {
  int64_t at = mc_sort_first_zero(to, count, decreasing);
  for (int64_t i = 0; i < n; i++)
    if (from[i] == 0)
      to[at++] = from[i];
}

mc_status mc_sort_vector(const mc_sort_job *job, const void *from, int64_t n,
                         const mc_sort_counts *counts, mc_missing missing, void *to,
                         mc_sort_report *report, mc_monitor *monitor) {
  const int64_t size = mc_sort_size(job->type), count = n - counts->missing;
  const int threads = n > CHUNK ? mc_threads(job->threads, (double) n * 1e-9) : 1;
  const int64_t kept = missing == MC_MISSING_DROP ? count : n;
  char *at = (char *) to + (missing == MC_MISSING_FIRST ? counts->missing * size : 0);
  if (monitor != NULL) {
    monitor->total = (double) n;
    monitor->done = 0;
  }
  mc_status status = mc_first_touch(to, kept * size, threads, monitor);
  if (status != MC_OK)
    return status;
  if (counts->missing == 0)
    mc_ranges(threads, n * size, CHUNK, copy_bytes, &(copying){to, from});
  else
    copy(job->type, from, n, at,
         missing == MC_MISSING_DROP ? NULL : missing == MC_MISSING_FIRST ? to : at + count * size);
  status = mc_sort_plain(job, at, count, report, monitor);
  if (status == MC_OK && counts->negative_zeros > 0)
    restore_zeros(from, n, (double *) (void *) at, count, job->decreasing);
  return status;
}
