#include "r/entries.h"
#include "r/ffi.h"
#include "r/kendall.h"
#include "kendall/kendall.h"
#include "kendall/test_sink.h"

static mc_kendall_test_options options_of(SEXP alternative, SEXP exact, SEXP continuity) {
  return (mc_kendall_test_options){.alternative = (mc_kendall_alternative) ffi_int(
                                     alternative, MC_TWO_SIDED, MC_GREATER, "alternative"),
                                   .exact = ffi_int(exact, -1, 1, "exact"),
                                   .continuity = ffi_int(continuity, 0, 1, "continuity") == 1};
}

/* What tests are put into: matrices, or vectors of so many numbers. */
enum { MATRICES = -1, TESTS = 6 };
static double *numbers(SEXP result, const char *name, const mc_kendall_request *request,
                       int64_t count) {
  return count == MATRICES ? ffi_kendall_matrix(result, name, request)
                           : REAL(ffi_put_vector(result, name, REALSXP, count));
}

static int32_t *integers(SEXP result, const char *name, const mc_kendall_request *request,
                         int64_t count) {
  return count == MATRICES ? ffi_kendall_integers(result, name, request)
                           : INTEGER(ffi_put_vector(result, name, INTSXP, count));
}

static mc_kendall_test_matrices room_for(SEXP result, const mc_kendall_request *request,
                                         int64_t count, double quantile) {
  mc_kendall_test_matrices to = {.tau = numbers(result, "estimate", request, count),
                                 .z = numbers(result, "statistic", request, count),
                                 .p = numbers(result, "p.value", request, count),
                                 .n = integers(result, "n", request, count)};
  if (quantile != 0) {
    to.low = numbers(result, "conf.low", request, count);
    to.high = numbers(result, "conf.high", request, count);
  } else {
    ffi_put(result, "conf.low", R_NilValue);
    ffi_put(result, "conf.high", R_NilValue);
  }
  return to;
}

/* Of all pairs of columns, or of a list of them. */
static SEXP test(const char *entry, const mc_kendall_request *request, const mc_pairs_given *pairs,
                 mc_kendall_test_options options, double quantile, SEXP threads, SEXP tick) {
  SEXP result = ffi_list_begin(TESTS + 2 + FFI_KENDALL_REPORT);
  const mc_kendall_test_matrices to =
    room_for(result, request, pairs != NULL ? pairs->count : MATRICES, quantile);

  ffi_call c;
  const mc_call *call = ffi_begin_as(entry, &c, threads, tick);
  mc_pairs_list list;
  if (pairs != NULL)
    ffi_check_in(&c, mc_pairs_list_make(&list, pairs, call->arena));
  mc_kendall_test_sink sink =
    mc_kendall_test_sink_make(to, pairs != NULL ? &list : NULL, options, quantile, NA_REAL);
  mc_kendall_report report;
  ffi_check_in(&c, mc_kendall_run(request, &sink.tester.sink, &report, call));
  ffi_check_in(&c, mc_kendall_test_one_row(request, pairs, to.n, call));
  ffi_end(&c);

  report.constant_pairs = atomic_load(&sink.tester.taus.constant_pairs);
  ffi_put(result, "tied_pairs",
          Rf_ScalarReal((double) atomic_load(&sink.tester.inference.tied_pairs)));
  ffi_put(result, "long_pairs",
          Rf_ScalarReal((double) atomic_load(&sink.tester.inference.long_pairs)));
  ffi_kendall_report(result, &report);
  return ffi_list_end(result);
}

/* list(estimate, statistic, p.value, n, conf.low, conf.high, tied_pairs, long_pairs, ...) of the
   report, the first six of them matrices. alternative is a number of mc_kendall_alternative; exact
   is 1, 0, or -1; quantile is that of the intervals, which are NULL for 0; below the median it is
   negative. */
SEXP ffi_kendall_test(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                      SEXP tick, SEXP alternative, SEXP exact, SEXP continuity, SEXP quantile) {
  const mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  return test(__func__, &request, NULL, options_of(alternative, exact, continuity),
              ffi_double(quantile, -1e300, 1e300, "quantile"), threads, tick);
}

/* The same of the pairs of columns i and j: six vectors in their order. */
SEXP ffi_kendall_test_list(SEXP x, SEXP y, SEXP i, SEXP j, SEXP use, SEXP algorithm, SEXP threads,
                           SEXP scratch, SEXP tick, SEXP alternative, SEXP exact, SEXP continuity,
                           SEXP quantile) {
  const mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  const mc_pairs_given pairs = ffi_kendall_pairs(i, j, &request);
  return test(__func__, &request, &pairs, options_of(alternative, exact, continuity),
              ffi_double(quantile, -1e300, 1e300, "quantile"), threads, tick);
}
