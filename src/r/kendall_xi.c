#include "r/entries.h"
#include "r/ffi.h"
#include "r/source.h"
#include "kendall/ranks.h"
#include "kendall/xi.h"

/* The permutation is the answer of `draw`, a function of the number of rows. */
static mc_status draw_by_r(void *data, int64_t n, int32_t *rows) {
  SEXP count = PROTECT(Rf_ScalarInteger((int) n));
  SEXP call = PROTECT(Rf_lang2(data, count));
  SEXP drawn = PROTECT(Rf_eval(call, R_BaseEnv));
  if (TYPEOF(drawn) != INTSXP || Rf_xlength(drawn) != n)
    Rf_error("internal error: 'draw' must return integers");
  const int *row = INTEGER_RO(drawn);
  for (int64_t i = 0; i < n; i++) {
    if (row[i] < 1 || row[i] > n)
      Rf_error("internal error: 'draw' must return a permutation");
    rows[i] = row[i] - 1;
  }
  UNPROTECT(3);
  return MC_OK;
}

static SEXP matrix_of(SEXP result, const char *name, SEXPTYPE type,
                      const mc_kendall_xi_request *request) {
  const int64_t columns = request->symmetric ? request->x.columns : request->y.columns;
  return ffi_put(result, name, Rf_allocMatrix(type, (int) request->x.columns, (int) columns));
}

/* list(estimate, statistic, p.value, n, constant_pairs, threads): matrices of xi, and if `test` is
   TRUE of its test, else NULL. y is NULL for x against itself; `use` is a number of mc_pairs_use;
   `draw` is a function of n whose answer is a permutation of 1, ..., n, or NULL; it is called at
   most once. */
SEXP ffi_kendall_xi(SEXP x, SEXP y, SEXP use, SEXP test, SEXP draw, SEXP threads, SEXP scratch,
                    SEXP tick) {
  mc_kendall_xi_request request = {
    .x = ffi_columns(x, MC_RANKS_MAX_ROWS, "x"),
    .symmetric = y == R_NilValue,
    .use = (mc_pairs_use) ffi_int(use, MC_USE_ALL_OBS, MC_USE_NA_OR_COMPLETE, "use"),
    .scratch = (int64_t) ffi_double(scratch, 1, 9e15, "scratch"),
    .na = NA_REAL,
    .draw = draw == R_NilValue ? NULL : draw_by_r,
    .data = draw};
  if (TYPEOF(test) != LGLSXP || (draw != R_NilValue && !Rf_isFunction(draw)))
    Rf_error("internal error: bad argument");
  if (!request.symmetric)
    request.y = ffi_columns(y, MC_RANKS_MAX_ROWS, "y");
  if (!request.symmetric && request.y.rows != request.x.rows)
    ffi_stop("size", NULL, "incompatible dimensions");

  enum { PARTS = 6 };
  SEXP result = ffi_list_begin(PARTS);
  mc_kendall_xi_results to = {.xi = REAL(matrix_of(result, "estimate", REALSXP, &request))};
  if (Rf_asLogical(test) == TRUE) {
    to.z = REAL(matrix_of(result, "statistic", REALSXP, &request));
    to.p = REAL(matrix_of(result, "p.value", REALSXP, &request));
    to.n = INTEGER(matrix_of(result, "n", INTSXP, &request));
  } else {
    ffi_put(result, "statistic", R_NilValue);
    ffi_put(result, "p.value", R_NilValue);
    ffi_put(result, "n", R_NilValue);
  }

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_xi_report report;
  ffi_check_in(&c, mc_kendall_xi(&request, &to, &report, call));
  ffi_end(&c);

  ffi_put(result, "constant_pairs", Rf_ScalarReal((double) report.constant_pairs));
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  return ffi_list_end(result);
}
