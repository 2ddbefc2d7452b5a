/* The routines that other packages may call by name (inst/include/manycore.h). */

#include "r/ffi.h"
#include "r/callable.h"
#include "r/callable_counts.h"

#include "quicksort/by_comparison.h"
#include "sort/sort.h"

static void sort_numbers(mc_sort_type type, void *a, size_t n, int threads, size_t cutoff) {
  const mc_call call = mc_call_make(NULL, NULL, threads);
  const mc_sort_job job = {.type = type,
                           .cutoff = cutoff > INT64_MAX ? INT64_MAX : (int64_t) cutoff};
  mc_sort_report report;
  mc_sort(&job, a, (int64_t) n, &report, &call);
}

#define MC_CALLABLE(T, type, name)                                      \
  static void sort_##T(type *a, size_t n, int threads, size_t cutoff) { \
    sort_numbers(name, a, n, threads, cutoff);                          \
  }
MC_CALLABLE(i32, int32_t, MC_SORT_I32)
MC_CALLABLE(u32, uint32_t, MC_SORT_U32)
MC_CALLABLE(i64, int64_t, MC_SORT_I64)
MC_CALLABLE(u64, uint64_t, MC_SORT_U64)
MC_CALLABLE(f32, float, MC_SORT_F32)
MC_CALLABLE(f64, double, MC_SORT_F64)
#undef MC_CALLABLE

void ffi_callable_load(void) {
  R_RegisterCCallable("manycore", "mc_qsort", MC_ROUTINE(mc_qsort));
  R_RegisterCCallable("manycore", "mc_qsort_merging", MC_ROUTINE(mc_qsort_merging));
  R_RegisterCCallable("manycore", "mc_sort_i32", MC_ROUTINE(sort_i32));
  R_RegisterCCallable("manycore", "mc_sort_u32", MC_ROUTINE(sort_u32));
  R_RegisterCCallable("manycore", "mc_sort_i64", MC_ROUTINE(sort_i64));
  R_RegisterCCallable("manycore", "mc_sort_u64", MC_ROUTINE(sort_u64));
  R_RegisterCCallable("manycore", "mc_sort_f32", MC_ROUTINE(sort_f32));
  R_RegisterCCallable("manycore", "mc_sort_f64", MC_ROUTINE(sort_f64));
  R_RegisterCCallable("manycore", "mc_count_pairs", MC_ROUTINE(ffi_count_pairs));
}
