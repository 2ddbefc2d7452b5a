#define USE_FC_LEN_T /* for the BLAS: strings come with their lengths */

#include "distance/distance.h"
#include "distance/plan.h"
#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "r/source.h"
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
  F77_CALL(dgemm)
  ("T", "N", &m_, &n_, &k_, &one, b, &lead_, a, &lead_, &zero, c, &c_lead_ FCONE FCONE);
}

static void squares(const double *b, int64_t m, int64_t k, int64_t lead, double *c,
                    int64_t c_lead) {
  const int m_ = (int) m, k_ = (int) k, lead_ = (int) lead, c_lead_ = (int) c_lead;
  const double one = 1, zero = 0;
  F77_CALL(dsyrk)("L", "T", &m_, &k_, &one, b, &lead_, &zero, c, &c_lead_ FCONE FCONE);
}

static const mc_distance_blas r_blas = {products, squares};
static const mc_distance_blas *const blas = &r_blas;

#else

static const mc_distance_blas *const blas = NULL;

#endif

/* c(points of a panel of "tile", unit of blocks in doubles, unit of blocks in floats). */
SEXP ffi_distance_blocks(void) {
  SEXP blocks = PROTECT(Rf_allocVector(INTSXP, 3));
  INTEGER(blocks)[0] = MC_DISTANCE_LANES;
  INTEGER(blocks)[1] = (int) mc_distance_block_unit(false);
  INTEGER(blocks)[2] = (int) mc_distance_block_unit(true);
  UNPROTECT(1);
  return blocks;
}

/* ---- the entry ---- */

/* list(distance, algorithm, layout, block, threads). y is NULL for x against itself: then the
   distances are a vector, the lower triangle; else they are a matrix. `metric`, `algorithm` and
   `layout` are numbers of the enums. MC_DISTANCE_GEMM without a BLAS is an error. */
SEXP ffi_distances(SEXP x, SEXP y, SEXP metric, SEXP squared, SEXP single, SEXP fused,
                   SEXP algorithm, SEXP layout, SEXP block, SEXP threads, SEXP tick) {
  mc_distance_job job = {
    .x = ffi_columns(x, INT_MAX, "x"),
    .metric = (mc_distance_metric) ffi_int(metric, 0, MC_DISTANCE_METRICS - 1, "metric"),
    .symmetric = y == R_NilValue,
    .squared = ffi_int(squared, 0, 1, "squared"),
    .single = ffi_int(single, 0, 1, "single"),
    .fused = ffi_int(fused, 0, 1, "fused"),
    .algorithm =
      (mc_distance_algorithm) ffi_int(algorithm, 0, MC_DISTANCE_ALGORITHMS - 1, "algorithm"),
    .layout = (mc_distance_layout) ffi_int(layout, 0, MC_DISTANCE_LAYOUTS - 1, "layout"),
    .block = ffi_int(block, 0, INT_MAX, "block"),
    .na = NA_REAL,
    .blas = blas};
  if (!job.symmetric) {
    job.y = ffi_columns(y, INT_MAX, "y");
    if (job.y.columns != job.x.columns)
      ffi_stop("size", NULL, "'x' and 'y' must have the same number of columns");
  }
  const int64_t size = mc_distance_size(job.x.rows, job.y.rows, job.symmetric);
  SEXP out = PROTECT(job.symmetric ? Rf_allocVector(REALSXP, (R_xlen_t) size)
                                   : Rf_allocMatrix(REALSXP, (int) job.x.rows, (int) job.y.rows));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_distance_report report;
  ffi_check_in(&c, mc_distance(&job, REAL(out), &report, call));
  ffi_end(&c);

  SEXP result = ffi_list_begin(5);
  ffi_put(result, "distance", out);
  ffi_put(result, "algorithm", Rf_mkString(ffi_distance_names[report.algorithm]));
  ffi_put(result, "layout", Rf_mkString(ffi_layout_names[report.layout]));
  ffi_put(result, "block", Rf_ScalarInteger((int) report.block));
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  SEXP list = ffi_list_end(result);
  UNPROTECT(1);
  return list;
}
