#include "distance.h"
#include "ffi.h"
#include "ffi_entries.h"

/* list(distance, threads). y is NULL for x against itself, which gives a vector,
   the lower triangle; else the distance is a matrix. */
SEXP ffi_dist_euclidean(SEXP x, SEXP y, SEXP squared, SEXP single, SEXP threads,
                        SEXP tick) {
  mc_distance_job job = {
    .x = ffi_matrix(x, INT_MAX, "x"),
    .symmetric = y == R_NilValue,
    .squared = ffi_int(squared, 0, 1, "squared"),
    .single = ffi_int(single, 0, 1, "single"),
    .threads = ffi_int(threads, 0, INT_MAX, "threads"),
    .na = NA_REAL
  };
  if (!job.symmetric) {
    job.y = ffi_matrix(y, INT_MAX, "y");
    if (job.y.columns != job.x.columns)
      Rf_error("'x' and 'y' must have the same number of columns");
  }
  const int64_t size = mc_distance_size(job.x.rows, job.y.rows, job.symmetric);
  SEXP out = PROTECT(job.symmetric
                       ? Rf_allocVector(REALSXP, (R_xlen_t) size)
                       : Rf_allocMatrix(REALSXP, (int) job.x.rows, (int) job.y.rows));

  ffi_scratch working;
  mc_arena arena = ffi_scratch_begin(&working);
  ffi_progress progress;
  mc_monitor monitor = ffi_monitor(&progress, tick);
  mc_distance_report report;
  ffi_check(mc_distance(&job, REAL(out), &report, &arena, &monitor));
  ffi_scratch_end(&working);

  const char *names[] = {"distance", "threads", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(report.threads));
  UNPROTECT(2);
  return result;
}
