/* Sorting numbers.

     NaN counted, and to the end                  (f32, f64)
     -0 counted                                   (f64)
     bits changed                                 (u32, u64, f32 are sorted as signed integers)
     quicksort                                    (ppmqsort.h)
     bits changed back; the order reversed, if decreasing; zeros get their signs */

#include "sort/sort.h"

#include <stdlib.h>

#include "quicksort/by_comparison.h"
#include "quicksort/ppmqsort.h"
#include "sort/passes.h"

int64_t mc_sort_size(mc_sort_type type) {
  return type == MC_SORT_I32 || type == MC_SORT_U32 || type == MC_SORT_F32 ? 4 : 8;
}

/* ---- by vectors: each type's kernels as a sorter ---- */

typedef struct {
  mc_quicksort_sorter sorter;
  const mc_kernels *kernels;
} vector_sorter;

#define TYPE int32_t
#define NAME(x) x##_i32
#include "sort/vector_sorter_body.h"
#define TYPE int64_t
#define NAME(x) x##_i64
#include "sort/vector_sorter_body.h"
#define TYPE double
#define NAME(x) x##_f64
#include "sort/vector_sorter_body.h"

static const mc_quicksort_sorter *const vector_sorters[] = {
  [MC_SORT_I32] = &sorter_i32, [MC_SORT_U32] = &sorter_i32, [MC_SORT_I64] = &sorter_i64,
  [MC_SORT_U64] = &sorter_i64, [MC_SORT_F32] = &sorter_i32, [MC_SORT_F64] = &sorter_f64};

/* ---- by comparison ---- */

static const mc_quicksort_comparison comparisons[] = {
  [MC_SORT_I32] = compare_i32, [MC_SORT_U32] = compare_i32, [MC_SORT_I64] = compare_i64,
  [MC_SORT_U64] = compare_i64, [MC_SORT_F32] = compare_i32, [MC_SORT_F64] = compare_f64};

/* ---- the sort ---- */

static void make_plan(const mc_sort_job *job, int64_t n, const mc_call *call,
                      mc_sort_report *report) {
  const int64_t size = mc_sort_size(job->type);
  report->method = job->method == MC_SORT_AUTO ? MC_SORT_SIMD : job->method;
  report->threads = report->method == MC_SORT_QSORT ? 1 : mc_call_threads(call, (double) n * 1e-8);
  report->cutoff = job->cutoff > 0 ? job->cutoff : mc_qsort_cutoff(n, size, report->threads);
  if (report->cutoff < 1024)
    report->cutoff = 1024;
  if (n <= report->cutoff)
    report->threads = 1;
}

mc_status mc_sort_plain(const mc_sort_job *job, void *a, int64_t n, mc_sort_report *report,
                        const mc_call *call) {
  const int64_t size = mc_sort_size(job->type);
  make_plan(job, n, call, report);
  mc_status status = MC_OK;
  mc_sort_turn(job->type, a, n, report->threads);
  if (report->method == MC_SORT_QSORT) {
    qsort(a, (size_t) n, (size_t) size, comparisons[job->type]);
  } else {
    const bool published = report->method != MC_SORT_SIMD;
    const mc_quicksort_plan plan = {
      .threads = report->threads,
      .cutoff = report->cutoff,
      .least_parts = published ? 2 : 1,
      .parallel_merge = report->method != MC_SORT_PPMQ,
      .between = job->between > 0
                   ? job->between
                   : (published ? INT64_C(1) << 21 : INT64_C(1) << 24) * report->threads};
    const vector_sorter vectors = {*vector_sorters[job->type], call->kernels};
    const mc_quicksort_comparison_sorter by = mc_quicksort_by(comparisons[job->type], size);
    status = mc_quicksort(published ? &by.sorter : &vectors.sorter, &plan, a, n, call->monitor);
  }
  mc_sort_turn(job->type, a, n, report->threads);
  if (job->decreasing)
    mc_sort_reverse(a, n, size, report->threads);
  return status;
}

/* ---- NaN and zeros ---- */

#define TYPE float
#define NAME(x) x##_f32
#include "sort/set_apart_body.h"
#define TYPE double
#define NAME(x) x##_f64
#include "sort/set_apart_body.h"

int64_t mc_sort_first_zero(const double *a, int64_t n, bool decreasing) {
  int64_t first = 0, last = n;
  while (first < last) {
    const int64_t middle = first + (last - first) / 2;
    if (decreasing ? a[middle] > 0 : a[middle] < 0)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

/* Gives the zeros of a sorted range their signs: -0 comes first, or last if decreasing. */
static void sign_zeros(double *a, int64_t n, int64_t negative, bool decreasing) {
  const int64_t first = mc_sort_first_zero(a, n, decreasing);
  int64_t last = first;
  for (; last < n && a[last] == 0; last++)
    a[last] = 0;
  for (int64_t i = 0; i < negative; i++)
    a[decreasing ? last - 1 - i : first + i] = -0.0;
}

/* Gives as many zeros as before the sign of -0, in a range that is not sorted. */
static void sign_any_zeros(double *a, int64_t n, int64_t negative) {
  for (int64_t i = 0; i < n; i++)
    if (a[i] == 0)
      a[i] = negative-- > 0 ? -0.0 : 0;
}

mc_status mc_sort(const mc_sort_job *job, void *a, int64_t n, mc_sort_report *report,
                  const mc_call *call) {
  mc_sort_counts counts = {0};
  if (job->type == MC_SORT_F32 || job->type == MC_SORT_F64) {
    make_plan(job, n, call, report); /* counts take the threads of the sort */
    counts = mc_sort_count(job->type, a, n, report->threads);
  }
  if (counts.missing > 0)
    n = job->type == MC_SORT_F32 ? set_apart_f32(a, n) : set_apart_f64(a, n);
  const int64_t negative = counts.negative_zeros;
  const mc_status status = mc_sort_plain(job, a, n, report, call);
  if (negative > 0 && status == MC_OK)
    sign_zeros(a, n, negative, job->decreasing);
  else if (negative > 0)
    sign_any_zeros(a, n, negative);
  return status;
}
