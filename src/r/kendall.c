#include "r/ffi.h"
#include "r/entries.h"
#include "kendall/kendall.h"

static const char *const kernel_names[] = {"auto", "naive", "gse", "vse",
                                           "radix", "bitset"};
enum { KERNELS = sizeof kernel_names / sizeof *kernel_names };

/* list(tau, constant_pairs, kernel, threads). y is NULL for x against itself;
   use and kernel are numbers of mc_use and mc_kendall_kernel, scratch is in
   bytes. */
static SEXP of_pairs(bool covariance, SEXP x, SEXP y, SEXP use, SEXP kernel, SEXP threads,
                     SEXP scratch, SEXP tick) {
  mc_kendall_job job = {
    .x = ffi_matrix(x, MC_RANKS_MAX_ROWS, "x"),
    .symmetric = y == R_NilValue,
    .use = (mc_use) ffi_int(use, MC_USE_ALL_OBS, MC_USE_NA_OR_COMPLETE, "use"),
    .kernel = (mc_kendall_kernel) ffi_int(kernel, 0, KERNELS - 1, "kernel"),
    .threads = ffi_int(threads, 0, INT_MAX, "threads"),
    .scratch = (int64_t) ffi_double(scratch, 1, 9e15, "scratch"),
    .na = NA_REAL,
    .covariance = covariance
  };
  if (!job.symmetric) {
    job.y = ffi_matrix(y, MC_RANKS_MAX_ROWS, "y");
    if (job.y.rows != job.x.rows)
      Rf_error("incompatible dimensions");
  }
  R_xlen_t columns = (R_xlen_t) (job.symmetric ? job.x.columns : job.y.columns);
  SEXP tau = PROTECT(Rf_allocMatrix(REALSXP, (int) job.x.columns, (int) columns));

  ffi_scratch working;
  mc_arena arena = ffi_scratch_begin(&working);
  ffi_progress progress;
  mc_monitor monitor = ffi_monitor(&progress, tick);
  mc_kendall_report report;
  ffi_check(mc_cor_kendall(&job, REAL(tau), &report, &arena, &monitor));
  ffi_scratch_end(&working);

  const char *names[] = {"tau", "constant_pairs", "kernel", "threads", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, tau);
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal((double) report.constant_pairs));
  SET_VECTOR_ELT(result, 2, Rf_mkString(kernel_names[report.kernel]));
  SET_VECTOR_ELT(result, 3, Rf_ScalarInteger(report.threads));
  UNPROTECT(2);
  return result;
}

SEXP ffi_cor_kendall(SEXP x, SEXP y, SEXP use, SEXP kernel, SEXP threads,
                     SEXP scratch, SEXP tick) {
  return of_pairs(false, x, y, use, kernel, threads, scratch, tick);
}

/* The same with covariances in the place of taus. */
SEXP ffi_cov_kendall(SEXP x, SEXP y, SEXP use, SEXP kernel, SEXP threads,
                     SEXP scratch, SEXP tick) {
  return of_pairs(true, x, y, use, kernel, threads, scratch, tick);
}
