#include "r/entries.h"
#include "r/ffi.h"
#include "r/kendall.h"
#include "kendall/kendall.h"
#include "kendall/test_sink.h"

/* list(estimate, statistic, p.value, n, conf.low, conf.high, tied_pairs, long_pairs, ...) of the
   report, the first six of them matrices. alternative is a number of mc_alternative; exact is 1, 0,
   or -1; quantile is that of the intervals, which are NULL for 0;
   below the median it is negative. */
SEXP ffi_kendall_test(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                      SEXP tick, SEXP alternative, SEXP exact, SEXP continuity, SEXP quantile) {
  const mc_kendall_job job = ffi_kendall_job(x, y, use, algorithm, scratch);
  const double width = ffi_double(quantile, -1e300, 1e300, "quantile");
  const mc_test_options options = {
    .alternative = (mc_alternative) ffi_int(alternative, MC_TWO_SIDED, MC_GREATER, "alternative"),
    .exact = ffi_int(exact, -1, 1, "exact"),
    .continuity = ffi_int(continuity, 0, 1, "continuity") == 1};
  ffi_list result = ffi_list_begin(8 + FFI_KENDALL_REPORT);
  mc_test_matrices to = {.tau = ffi_kendall_matrix(&result, "estimate", &job),
                         .z = ffi_kendall_matrix(&result, "statistic", &job),
                         .p = ffi_kendall_matrix(&result, "p.value", &job),
                         .n = ffi_kendall_integers(&result, "n", &job)};
  if (width != 0) {
    to.low = ffi_kendall_matrix(&result, "conf.low", &job);
    to.high = ffi_kendall_matrix(&result, "conf.high", &job);
  } else {
    ffi_put(&result, "conf.low", R_NilValue);
    ffi_put(&result, "conf.high", R_NilValue);
  }

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_test_sink sink = mc_test_sink_make(to, options, width, NA_REAL);
  mc_kendall_report report;
  ffi_check(mc_kendall_run(&job, &sink.sink, &report, call));
  ffi_end(&c);

  report.constant_pairs = atomic_load(&sink.taus.constant_pairs);
  ffi_put(&result, "tied_pairs", Rf_ScalarReal((double) atomic_load(&sink.inference.tied_pairs)));
  ffi_put(&result, "long_pairs", Rf_ScalarReal((double) atomic_load(&sink.inference.long_pairs)));
  ffi_kendall_report(&result, &report);
  return ffi_list_end(&result);
}
