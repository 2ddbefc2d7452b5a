#include <string.h>

#include "r/entries.h"
#include "r/ffi.h"
#include "r/source.h"
#include "kendall/ranks.h"
#include "kendall/trend.h"

static const double *numbers(SEXP x, int64_t n) {
  if (TYPEOF(x) != REALSXP || Rf_xlength(x) != n)
    Rf_error("internal error: bad times");
  return REAL_RO(x);
}

/* The rows in an order, counted from 0; `begin` of the seasons. */
static const int32_t *places(SEXP x, int64_t n, int64_t most) {
  if (TYPEOF(x) != INTSXP || Rf_xlength(x) != n)
    Rf_error("internal error: bad order of rows");
  for (int64_t k = 0; k < n; k++)
    if (INTEGER_RO(x)[k] < 0 || INTEGER_RO(x)[k] > most)
      Rf_error("internal error: bad order of rows");
  return INTEGER_RO(x);
}

/* The number of years, counted from 0. */
static int64_t years(SEXP year) {
  int64_t most = -1;
  for (int64_t k = 0; k < Rf_xlength(year); k++)
    if (INTEGER_RO(year)[k] > most)
      most = INTEGER_RO(year)[k];
  return most + 1;
}

static double *vector(SEXP list, const char *name, int64_t n) {
  return REAL(ffi_put_vector(list, name, REALSXP, n));
}

/* list(tau, S, var, statistic, p.value, slope, conf.low, conf.high, intercept, factor, n,
   threads). Place k of the seasons, season after season, in order of time, is row[k] (from 0 on)
   with time[k]. Season g begins at begin[g]; the last element of `begin` is the number of rows.
   Intervals are NULL if `quantile` is 0; `factor` is NULL without a correction of the variance by a
   factor. `year`: the year of each place, from 0 on, for the covariances of seasons, or NULL. */
SEXP ffi_kendall_trend(SEXP x, SEXP time, SEXP row, SEXP begin, SEXP year, SEXP alternative,
                       SEXP continuity, SEXP quantile, SEXP correction, SEXP lag_quantile,
                       SEXP threads, SEXP tick) {
  const mc_columns columns = ffi_columns(x, MC_RANKS_MAX_ROWS, "x");
  const int64_t n = columns.columns, seasons = Rf_xlength(begin) - 1;
  const mc_kendall_trend_request request = {
    .x = columns,
    .seasons = seasons,
    .begin = places(begin, seasons + 1, columns.rows),
    .row = places(row, columns.rows, columns.rows - 1),
    .time = numbers(time, columns.rows),
    .year = year == R_NilValue ? NULL : places(year, columns.rows, columns.rows - 1),
    .years = year == R_NilValue ? 0 : years(year),
    .alternative =
      (mc_kendall_alternative) ffi_int(alternative, MC_TWO_SIDED, MC_GREATER, "alternative"),
    .continuity = ffi_int(continuity, 0, 1, "continuity") == 1,
    .quantile = ffi_double(quantile, -1e300, 1e300, "quantile"),
    .correction =
      (mc_trend_correction) ffi_int(correction, 0, MC_TREND_CORRECTIONS - 1, "correction"),
    .lag_quantile = ffi_double(lag_quantile, 0, 1e300, "lag_quantile"),
    .na = NA_REAL};
  if (request.correction == MC_TREND_HIRSCH_SLACK && request.year == NULL && columns.rows > 0)
    Rf_error("internal error: no years");
  for (int64_t g = 0; g < seasons; g++)
    if (request.begin[g] > request.begin[g + 1])
      Rf_error("internal error: bad seasons");
  const bool corrects =
    request.correction == MC_TREND_HAMED_RAO || request.correction == MC_TREND_YUE_WANG;
  enum { RESULTS = 12 };
  SEXP result = ffi_list_begin(RESULTS);
  mc_kendall_trends to = {.tau = vector(result, "tau", n),
                          .s = vector(result, "S", n),
                          .variance = vector(result, "var", n),
                          .z = vector(result, "statistic", n),
                          .p = vector(result, "p.value", n),
                          .slope = vector(result, "slope", n)};
  if (request.quantile != 0) {
    to.low = vector(result, "conf.low", n);
    to.high = vector(result, "conf.high", n);
  }
  to.intercept = vector(result, "intercept", n);
  if (corrects)
    to.factor = vector(result, "factor", n);
  to.n = INTEGER(ffi_put_vector(result, "n", INTSXP, n));

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  int used;
  ffi_check_in(&c, mc_kendall_trend(&request, &to, &used, call));
  ffi_end(&c);

  ffi_put(result, "threads", Rf_ScalarInteger(used));
  return ffi_list_end(result);
}
