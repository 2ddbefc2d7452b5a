#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "kendall/kendall.h"
#include "kendall/ranks.h"

/* list(tau, constant_pairs, algorithm, threads). y is NULL for x against itself;
   use and algorithm are numbers of mc_use and mc_kendall_algorithm, scratch is in
   bytes. */
static SEXP of_pairs(bool covariance, SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads,
                     SEXP scratch, SEXP tick) {
  mc_kendall_job job = {.x = ffi_columns(x, MC_RANKS_MAX_ROWS, "x"),
                        .symmetric = y == R_NilValue,
                        .use = (mc_use) ffi_int(use, MC_USE_ALL_OBS, MC_USE_NA_OR_COMPLETE, "use"),
                        .algorithm = (mc_kendall_algorithm) ffi_int(
                          algorithm, 0, MC_KENDALL_ALGORITHMS - 1, "algorithm"),
                        .scratch = (int64_t) ffi_double(scratch, 1, 9e15, "scratch"),
                        .na = NA_REAL,
                        .covariance = covariance};
  if (!job.symmetric) {
    job.y = ffi_columns(y, MC_RANKS_MAX_ROWS, "y");
    if (job.y.rows != job.x.rows)
      ffi_stop("size", NULL, "incompatible dimensions");
  }
  R_xlen_t columns = (R_xlen_t) (job.symmetric ? job.x.columns : job.y.columns);
  ffi_list result = ffi_list_begin(4);
  SEXP tau = Rf_allocMatrix(REALSXP, (int) job.x.columns, (int) columns);
  ffi_put(&result, "tau", tau);

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_report report;
  ffi_check(mc_cor_kendall(&job, REAL(tau), &report, call));
  ffi_end(&c);

  ffi_put(&result, "constant_pairs", Rf_ScalarReal((double) report.constant_pairs));
  ffi_put(&result, "algorithm", Rf_mkString(ffi_kendall_names[report.algorithm]));
  ffi_put(&result, "threads", Rf_ScalarInteger(report.threads));
  return ffi_list_end(&result);
}

SEXP ffi_cor_kendall(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                     SEXP tick) {
  return of_pairs(false, x, y, use, algorithm, threads, scratch, tick);
}

/* The same with covariances in the place of taus. */
SEXP ffi_cov_kendall(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                     SEXP tick) {
  return of_pairs(true, x, y, use, algorithm, threads, scratch, tick);
}
