#include "r/entries.h"
#include "r/ffi.h"
#include "r/kendall.h"
#include "kendall/groups.h"

/* A matrix of doubles, or a vector with a number for each pair. */
static double *numbers(SEXP list, const char *name, const mc_kendall_groups_job *job) {
  return job->pairs == NULL ? ffi_kendall_matrix(list, name, job->level)
                            : REAL(ffi_put_vector(list, name, REALSXP, job->pairs->count));
}

static int32_t *integers(SEXP list, const char *name, const mc_kendall_groups_job *job) {
  return job->pairs == NULL ? ffi_kendall_integers(list, name, job->level)
                            : INTEGER(ffi_put_vector(list, name, INTSXP, job->pairs->count));
}

enum { OF_LEVEL = 6, OF_SUM = 4, RESULT = 6 };

/* list(estimate, statistic, p.value, n, conf.low, conf.high) of a level. */
static SEXP level_list(mc_kendall_test_matrices *to, const mc_kendall_groups_job *job) {
  SEXP list = ffi_list_begin(OF_LEVEL);
  to->tau = numbers(list, "estimate", job);
  to->z = numbers(list, "statistic", job);
  to->p = numbers(list, "p.value", job);
  to->n = integers(list, "n", job);
  if (job->quantile != 0) {
    to->low = numbers(list, "conf.low", job);
    to->high = numbers(list, "conf.high", job);
  }
  return ffi_list_end(list);
}

/* list(estimate, statistic, p.value, n) of all levels, or the same of two without n. */
static SEXP sum_list(double **estimate, double **z, double **p, int32_t **n,
                     const mc_kendall_groups_job *job) {
  SEXP list = ffi_list_begin(n != NULL ? OF_SUM : OF_SUM - 1);
  *estimate = numbers(list, "estimate", job);
  *z = numbers(list, "statistic", job);
  *p = numbers(list, "p.value", job);
  if (n != NULL)
    *n = integers(list, "n", job);
  return ffi_list_end(list);
}

static SEXP levels_list(mc_kendall_groups_job *job) {
  SEXP levels = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t) job->levels));
  for (int64_t k = 0; k < job->levels; k++)
    SET_VECTOR_ELT(levels, (R_xlen_t) k, level_list(&job->to[k], job));
  UNPROTECT(1);
  return levels;
}

/* The requests of the levels: x and y are lists with the rows of each level; y may be NULL. */
static mc_kendall_request *requests_of(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP scratch) {
  if (TYPEOF(x) != VECSXP || Rf_xlength(x) == 0 ||
      (y != R_NilValue && (TYPEOF(y) != VECSXP || Rf_xlength(y) != Rf_xlength(x))))
    Rf_error("internal error: levels must be a list");
  const R_xlen_t levels = Rf_xlength(x);
  mc_kendall_request *request =
    (mc_kendall_request *) R_alloc((size_t) levels, sizeof(mc_kendall_request));
  for (R_xlen_t k = 0; k < levels; k++) {
    request[k] = ffi_kendall_request(VECTOR_ELT(x, k), y == R_NilValue ? y : VECTOR_ELT(y, k), use,
                                     algorithm, scratch);
    if (request[k].x.columns != request[0].x.columns ||
        (!request[k].symmetric && request[k].y.columns != request[0].y.columns))
      Rf_error("internal error: levels must have the same columns");
  }
  return request;
}

/* list(levels, stratified, difference, tied_pairs, long_pairs, constant_pairs): tests at each level
   (ffi_kendall_test()), those over levels, and those of the difference of the levels contrast[1]
   and contrast[2], which is NULL if contrast is. i and j are NULL for all pairs. */
SEXP ffi_kendall_groups(SEXP x, SEXP y, SEXP i, SEXP j, SEXP contrast, SEXP use, SEXP algorithm,
                        SEXP threads, SEXP scratch, SEXP tick, SEXP alternative, SEXP exact,
                        SEXP continuity, SEXP quantile) {
  const mc_kendall_request *request = requests_of(x, y, use, algorithm, scratch);
  mc_pairs_given pairs;
  if (i != R_NilValue)
    pairs = ffi_kendall_pairs(i, j, request);
  mc_kendall_groups_job job = {
    .level = request,
    .levels = Rf_xlength(x),
    .pairs = i != R_NilValue ? &pairs : NULL,
    .options = {.alternative = (mc_kendall_alternative) ffi_int(alternative, MC_TWO_SIDED,
                                                                MC_GREATER, "alternative"),
                .exact = ffi_int(exact, -1, 1, "exact"),
                .continuity = ffi_int(continuity, 0, 1, "continuity") == 1},
    .quantile = ffi_double(quantile, -1e300, 1e300, "quantile"),
    .na = NA_REAL};
  if (contrast != R_NilValue) {
    const int levels = (int) job.levels;
    if (TYPEOF(contrast) != INTSXP || Rf_xlength(contrast) != 2)
      Rf_error("internal error: 'contrast' must be two levels");
    job.a = INTEGER_RO(contrast)[0] - 1;
    job.b = INTEGER_RO(contrast)[1] - 1;
    if (job.a < 0 || job.b < 0 || job.a >= levels || job.b >= levels || job.a == job.b)
      Rf_error("internal error: 'contrast' must be two levels");
  }
  job.to = (mc_kendall_test_matrices *) R_alloc((size_t) job.levels, sizeof *job.to);
  for (int64_t k = 0; k < job.levels; k++)
    job.to[k] = (mc_kendall_test_matrices){.tau = NULL};

  SEXP result = ffi_list_begin(RESULT);
  ffi_put(result, "levels", levels_list(&job));
  ffi_put(result, "stratified", sum_list(&job.tau, &job.z, &job.p, &job.n, &job));
  ffi_put(result, "difference",
          contrast == R_NilValue
            ? R_NilValue
            : sum_list(&job.difference, &job.difference_z, &job.difference_p, NULL, &job));

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_groups_report report;
  ffi_check_in(&c, mc_kendall_groups(&job, &report, call));
  ffi_end(&c);

  ffi_put(result, "tied_pairs", Rf_ScalarReal((double) report.tied_pairs));
  ffi_put(result, "long_pairs", Rf_ScalarReal((double) report.long_pairs));
  ffi_put(result, "constant_pairs", Rf_ScalarReal((double) report.constant_pairs));
  return ffi_list_end(result);
}
