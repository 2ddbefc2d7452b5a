#include "kendall/concordance.h"
#include "r/entries.h"
#include "r/ffi.h"
#include "r/source.h"

static void check_vector(SEXP v, SEXPTYPE type, R_xlen_t length, const char *name) {
  if (TYPEOF(v) != (int) type || Rf_xlength(v) != length)
    Rf_error("internal error: '%s' has another type or length", name);
}

/* Numbers of rows from 0 on. */
static mc_status rows_from(const int *row, int64_t n, int64_t rows, mc_arena *arena,
                           const uint32_t **from) {
  uint32_t *to = mc_alloc(arena, n, sizeof *to);
  if (to == NULL)
    return MC_ERR_MEMORY;
  for (int64_t i = 0; i < n; i++) {
    if (row[i] < 1 || row[i] > rows)
      return MC_ERR_ARGUMENT;
    to[i] = (uint32_t) (row[i] - 1);
  }
  *from = to;
  return MC_OK;
}

/* list(concordance, std, concordant, discordant, tied.x, tied.y, tied.xy, n, threads, by_pairs) of
   the columns of x with the outcome of the rows `row`, which are in the order of outcome.h.
   `weight` may be NULL; `way` is a number of mc_concordance_way. */
SEXP ffi_concordance(SEXP x, SEXP row, SEXP stratum, SEXP time, SEXP death, SEXP weight, SEXP way,
                     SEXP threads, SEXP tick) {
  const R_xlen_t n = Rf_xlength(row);
  mc_concordance_job job = {
    .x = ffi_columns(x, INT_MAX, "x"),
    .way = (mc_concordance_way) ffi_int(way, MC_CONCORDANCE_AUTO, MC_CONCORDANCE_TREE, "way"),
    .na = NA_REAL};
  check_vector(row, INTSXP, n, "row");
  check_vector(stratum, INTSXP, n, "stratum");
  check_vector(time, REALSXP, n, "time");
  check_vector(death, INTSXP, n, "death");
  if (weight != R_NilValue)
    check_vector(weight, REALSXP, n, "weight");
  job.outcome = (mc_outcome_rows){.n = n,
                                  .stratum = INTEGER_RO(stratum),
                                  .time = REAL_RO(time),
                                  .death = INTEGER_RO(death),
                                  .weight = weight == R_NilValue ? NULL : REAL_RO(weight)};

  SEXP result = ffi_list_begin(10);
  double *numbers[7];
  const char *const names[] = {"concordance", "std",    "concordant", "discordant",
                               "tied.x",      "tied.y", "tied.xy"};
  for (int k = 0; k < 7; k++)
    numbers[k] = REAL(ffi_put_vector(result, names[k], REALSXP, job.x.columns));
  const mc_concordances to = {.concordance = numbers[0],
                              .std = numbers[1],
                              .concordant = numbers[2],
                              .discordant = numbers[3],
                              .tied_x = numbers[4],
                              .tied_y = numbers[5],
                              .tied_xy = numbers[6],
                              .n = INTEGER(ffi_put_vector(result, "n", INTSXP, job.x.columns))};
  const int *from = INTEGER_RO(row);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_concordance_report report;
  ffi_check_in(&c, rows_from(from, n, job.x.rows, call->arena, &job.row));
  ffi_check_in(&c, mc_concordance(&job, to, &report, call));
  ffi_end(&c);
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  ffi_put(result, "by_pairs", Rf_ScalarReal((double) report.by_pairs));
  return ffi_list_end(result);
}
