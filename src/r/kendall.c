#include "r/kendall.h"

#include "r/choices.h"
#include "r/entries.h"
#include "r/ffi.h"
#include "r/source.h"
#include "kendall/kendall.h"
#include "kendall/ranks.h"

mc_kendall_request ffi_kendall_request(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP scratch) {
  mc_kendall_request request = {
    .x = ffi_columns(x, MC_RANKS_MAX_ROWS, "x"),
    .symmetric = y == R_NilValue,
    .use = (mc_pairs_use) ffi_int(use, MC_USE_ALL_OBS, MC_USE_NA_OR_COMPLETE, "use"),
    .algorithm =
      (mc_kendall_algorithm) ffi_int(algorithm, 0, MC_KENDALL_ALGORITHMS - 1, "algorithm"),
    .scratch = (int64_t) ffi_double(scratch, 1, 9e15, "scratch"),
    .na = NA_REAL};
  if (request.symmetric)
    return request;
  request.y = ffi_columns(y, MC_RANKS_MAX_ROWS, "y");
  if (request.y.rows != request.x.rows)
    ffi_stop("size", NULL, "incompatible dimensions");
  return request;
}

static SEXP matrix_of(SEXPTYPE type, SEXP list, const char *name,
                      const mc_kendall_request *request) {
  const int64_t columns = request->symmetric ? request->x.columns : request->y.columns;
  return ffi_put(list, name, Rf_allocMatrix(type, (int) request->x.columns, (int) columns));
}

double *ffi_kendall_matrix(SEXP list, const char *name, const mc_kendall_request *request) {
  return REAL(matrix_of(REALSXP, list, name, request));
}

int32_t *ffi_kendall_integers(SEXP list, const char *name, const mc_kendall_request *request) {
  return INTEGER(matrix_of(INTSXP, list, name, request));
}

void ffi_kendall_report(SEXP list, const mc_kendall_report *report) {
  ffi_put(list, "constant_pairs", Rf_ScalarReal((double) report->constant_pairs));
  ffi_put(list, "algorithm", Rf_mkString(ffi_kendall_names[report->algorithm]));
  ffi_put(list, "threads", Rf_ScalarInteger(report->threads));
}

/* list(tau, ...) of the report. */
static SEXP of_pairs(const char *entry, const mc_kendall_request *request, SEXP threads,
                     SEXP tick) {
  SEXP result = ffi_list_begin(1 + FFI_KENDALL_REPORT);
  double *tau = ffi_kendall_matrix(result, "tau", request);

  ffi_call c;
  const mc_call *call = ffi_begin_as(entry, &c, threads, tick);
  mc_kendall_report report;
  ffi_check_in(&c, mc_cor_kendall(request, tau, &report, call));
  ffi_end(&c);

  ffi_kendall_report(result, &report);
  return ffi_list_end(result);
}

SEXP ffi_cor_kendall(SEXP x, SEXP y, SEXP use, SEXP type, SEXP algorithm, SEXP threads,
                     SEXP scratch, SEXP tick) {
  const int kind = ffi_int(type, 0, MC_KENDALL_COEFFICIENTS - 1, "type");
  mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  request.coefficient = (mc_kendall_coefficient) kind;
  return of_pairs(__func__, &request, threads, tick);
}

/* The same of a tile of a larger matrix, cor_kendall(cbind(..., x, ..., y)). */
SEXP ffi_cor_kendall_part(SEXP x, SEXP y, SEXP use, SEXP type, SEXP algorithm, SEXP threads,
                          SEXP scratch, SEXP tick) {
  const int kind = ffi_int(type, 0, MC_KENDALL_COEFFICIENTS - 1, "type");
  mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  request.coefficient = (mc_kendall_coefficient) kind;
  request.of_one = true;
  return of_pairs(__func__, &request, threads, tick);
}

/* Numbers of columns, each from 1 to `columns`. */
static const int32_t *columns_of(SEXP numbers, int64_t columns, const char *name) {
  if (TYPEOF(numbers) != INTSXP)
    Rf_error("internal error: '%s' must be integers", name);
  const int32_t *column = INTEGER_RO(numbers);
  for (R_xlen_t k = 0; k < Rf_xlength(numbers); k++)
    if (column[k] < 1 || column[k] > columns)
      Rf_error("internal error: '%s' must be numbers of columns", name);
  return column;
}

mc_pairs_given ffi_kendall_pairs(SEXP i, SEXP j, const mc_kendall_request *request) {
  const int64_t y_columns = request->symmetric ? request->x.columns : request->y.columns;
  if (Rf_xlength(i) != Rf_xlength(j))
    Rf_error("internal error: 'i' and 'j' must be of the same length");
  return (mc_pairs_given){.i = columns_of(i, request->x.columns, "i"),
                          .j = columns_of(j, y_columns, "j"),
                          .count = Rf_xlength(i),
                          .x_columns = request->x.columns,
                          .y_columns = y_columns,
                          .symmetric = request->symmetric};
}

/* The same for columns i[k] of x with columns j[k] of y: tau[k]. */
SEXP ffi_cor_kendall_list(SEXP x, SEXP y, SEXP i, SEXP j, SEXP use, SEXP type, SEXP algorithm,
                          SEXP threads, SEXP scratch, SEXP tick) {
  const int kind = ffi_int(type, 0, MC_KENDALL_COEFFICIENTS - 1, "type");
  mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  request.coefficient = (mc_kendall_coefficient) kind;
  const mc_pairs_given pairs = ffi_kendall_pairs(i, j, &request);
  SEXP result = ffi_list_begin(1 + FFI_KENDALL_REPORT);
  SEXP tau = ffi_put_vector(result, "tau", REALSXP, Rf_xlength(i));

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_report report;
  ffi_check_in(&c, mc_cor_kendall_list(&request, &pairs, REAL(tau), &report, call));
  ffi_end(&c);

  ffi_kendall_report(result, &report);
  return ffi_list_end(result);
}

/* The same with covariances in the place of taus. */
SEXP ffi_cov_kendall(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                     SEXP tick) {
  mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  request.coefficient = MC_KENDALL_COVARIANCE;
  return of_pairs(__func__, &request, threads, tick);
}
