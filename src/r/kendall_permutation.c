#include "r/entries.h"
#include "r/ffi.h"
#include "r/kendall.h"
#include "kendall/permutation.h"

/* A permutation is what a call of `draw`, a function without arguments, answers. */
static mc_status draw_by_r(void *data, int64_t n, int64_t count, int32_t *rows) {
  SEXP call = PROTECT(Rf_lang1(data));
  for (int64_t r = 0; r < count; r++) {
    SEXP drawn = PROTECT(Rf_eval(call, R_BaseEnv));
    if (TYPEOF(drawn) != INTSXP || Rf_xlength(drawn) != n)
      Rf_error("internal error: 'draw' must return integers");
    const int *row = INTEGER_RO(drawn);
    for (int64_t i = 0; i < n; i++) {
      if (row[i] < 1 || row[i] > n)
        Rf_error("internal error: 'draw' must return a permutation");
      rows[r * n + i] = row[i] - 1;
    }
    UNPROTECT(1);
  }
  UNPROTECT(1);
  return MC_OK;
}

/* list(p.value, p.max, ...) of the report. alternative is a number of
   mc_kendall_alternative, permutations a real number; p.max is NULL unless max_t is TRUE. */
SEXP ffi_kendall_permutation(SEXP x, SEXP y, SEXP alternative, SEXP permutations, SEXP max_t,
                             SEXP draw, SEXP algorithm, SEXP threads, SEXP scratch, SEXP buffer,
                             SEXP tick) {
  const mc_kendall_request pairs =
    ffi_kendall_request(x, y, PROTECT(Rf_ScalarInteger(MC_USE_EVERYTHING)), algorithm, scratch);
  if (pairs.symmetric || mc_columns_in_memory(&pairs.x) == NULL ||
      mc_columns_in_memory(&pairs.y) == NULL || !Rf_isFunction(draw) || TYPEOF(max_t) != LGLSXP)
    Rf_error("internal error: bad argument");
  const mc_kendall_permutation_request job = {
    .x = *mc_columns_in_memory(&pairs.x),
    .y = *mc_columns_in_memory(&pairs.y),
    .algorithm = pairs.algorithm,
    .scratch = pairs.scratch,
    .alternative =
      (mc_kendall_alternative) ffi_int(alternative, MC_TWO_SIDED, MC_GREATER, "alternative"),
    .permutations = (int64_t) ffi_double(permutations, 1, 9e15, "permutations"),
    .draw = draw_by_r,
    .data = draw,
    .na = NA_REAL,
    .buffer = (int64_t) ffi_double(buffer, 1, 9e15, "buffer")};
  SEXP result = ffi_list_begin(2 + FFI_KENDALL_REPORT);
  double *p = ffi_kendall_matrix(result, "p.value", &pairs), *p_max = NULL;
  if (Rf_asLogical(max_t) == TRUE)
    p_max = ffi_kendall_matrix(result, "p.max", &pairs);
  else
    ffi_put(result, "p.max", R_NilValue);

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_report report;
  ffi_check_in(&c, mc_kendall_permutations(&job, p, p_max, &report, call));
  ffi_end(&c);

  ffi_kendall_report(result, &report);
  SEXP list = ffi_list_end(result);
  UNPROTECT(1);
  return list;
}
