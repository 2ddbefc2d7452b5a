/* Sorts a copy of a vector whose missing values are set apart. */

#include "sort/copy.h"

#include <string.h>

#include "base/first_touch.h"
#include "base/team.h"

enum {
  CHUNK =
    1 << 16 /* bytes that a thread copies at a time, at least; fewer numbers take one thread */
};

#define TYPE int32_t
#define NAME(x) x##_i32
#define IS_MISSING(x) ((x) == INT32_MIN)
#include "sort/copy_body.h"
#define TYPE int64_t
#define NAME(x) x##_i64
#define IS_MISSING(x) ((x) == INT64_MIN)
#include "sort/copy_body.h"
#define TYPE double
#define NAME(x) x##_f64
#define IS_MISSING(x) ((x) != (x))
#include "sort/copy_body.h"

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

/* Gives the zeros of a sorted range, which has -0 and 0, their order in `from`. */
static void restore_zeros(const double *from, int64_t n, double *to, int64_t count,
                          bool decreasing) {
  int64_t at = mc_sort_first_zero(to, count, decreasing);
  for (int64_t i = 0; i < n; i++)
    if (from[i] == 0)
      to[at++] = from[i];
}

mc_status mc_sort_vector(const mc_sort_job *job, const void *from, int64_t n,
                         const mc_sort_counts *counts, mc_sort_missing missing, void *to,
                         mc_sort_report *report, const mc_call *call) {
  const int64_t size = mc_sort_size(job->type), count = n - counts->missing;
  const int threads = n > CHUNK ? mc_call_threads(call, (double) n * 1e-9) : 1;
  const int64_t kept = missing == MC_SORT_MISSING_DROP ? count : n;
  char *at = (char *) to + (missing == MC_SORT_MISSING_FIRST ? counts->missing * size : 0);
  mc_monitor_start(call->monitor, (double) n);
  MC_TRY(mc_first_touch(to, kept * size, threads, call->monitor));
  if (counts->missing == 0)
    mc_ranges(threads, n * size, CHUNK, copy_bytes, &(copying){to, from});
  else
    copy(job->type, from, n, at,
         missing == MC_SORT_MISSING_DROP    ? NULL
         : missing == MC_SORT_MISSING_FIRST ? to
                                            : at + count * size);
  MC_TRY(mc_sort_plain(job, at, count, report, call));
  if (counts->negative_zeros > 0)
    restore_zeros(from, n, (double *) (void *) at, count, job->decreasing);
  return MC_OK;
}
