#define USE_FC_LEN_T /* of the BLAS: strings come with their lengths */

#include "distance/distance.h"
#include "r/ffi.h"
#include "r/entries.h"
#include "mc_config.h"

/* ---- R's BLAS, where configure could link it ---- */

#if MC_HAVE_BLAS

#include <R_ext/BLAS.h>
#ifndef FCONE
#define FCONE
#endif

static void products(const double *b, int64_t m, const double *a, int64_t n, int64_t k,
                     int64_t lead, double *c, int64_t c_lead) {
  const int m_ = (int) m, n_ = (int) n, k_ = (int) k, lead_ = (int) lead;
  const int c_lead_ = (int) c_lead;
  const double one = 1, zero = 0;
  F77_CALL(dgemm)("T", "N", &m_, &n_, &k_, &one, b, &lead_, a, &lead_, &zero, c,
                  &c_lead_ FCONE FCONE);
}

static void squares(const double *b, int64_t m, int64_t k, int64_t lead, double *c,
                    int64_t c_lead) {
  const int m_ = (int) m, k_ = (int) k, lead_ = (int) lead, c_lead_ = (int) c_lead;
  const double one = 1, zero = 0;
  F77_CALL(dsyrk)("L", "T", &m_, &k_, &one, b, &lead_, &zero, c, &c_lead_ FCONE FCONE);
}

static const mc_blas r_blas = {products, squares};
static const mc_blas *const blas = &r_blas;

#else

static const mc_blas *const blas = NULL;

#endif

/* ---- the entry ---- */

/* list(distance, kernel, layout, block, threads), as numbers of the enums. y is
   NULL for x against itself, which gives a vector, the lower triangle; else the
   distance is a matrix. MC_DISTANCE_GEMM without a BLAS is an error. */
SEXP ffi_dist_euclidean(SEXP x, SEXP y, SEXP squared, SEXP single, SEXP fused,
                        SEXP kernel, SEXP layout, SEXP block, SEXP threads, SEXP tick) {
  mc_distance_job job = {
    .x = ffi_matrix(x, INT_MAX, "x"),
    .symmetric = y == R_NilValue,
    .squared = ffi_int(squared, 0, 1, "squared"),
    .single = ffi_int(single, 0, 1, "single"),
    .fused = ffi_int(fused, 0, 1, "fused"),
    .kernel = (mc_distance_kernel) ffi_int(kernel, 0, MC_DISTANCE_GEMM, "kernel"),
    .layout = (mc_layout) ffi_int(layout, 0, MC_LAYOUT_ASA, "layout"),
    .block = ffi_int(block, 0, INT_MAX, "block"),
    .threads = ffi_int(threads, 0, INT_MAX, "threads"),
    .na = NA_REAL,
    .blas = blas
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

  const char *names[] = {"distance", "kernel", "layout", "block", "threads", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger((int) report.kernel));
  SET_VECTOR_ELT(result, 2, Rf_ScalarInteger((int) report.layout));
  SET_VECTOR_ELT(result, 3, Rf_ScalarInteger((int) report.block));
  SET_VECTOR_ELT(result, 4, Rf_ScalarInteger(report.threads));
  UNPROTECT(2);
  return result;
}
