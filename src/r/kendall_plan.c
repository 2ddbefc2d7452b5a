#include "r/choices.h"
#include "r/entries.h"
#include "r/ffi.h"
#include "r/kendall.h"
#include "kendall/coefficients.h"
#include "kendall/forecast.h"
#include "kendall/plan.h"
#include "pairs/list_sink.h"
#include "pairs/matrix_sink.h"

/* The columns of a table of pieces. */
static double *numbers(SEXP list, const char *name, int count) {
  return REAL(ffi_put_vector(list, name, REALSXP, count));
}

enum { PIECE_COLUMNS = 8, TOTALS = 4 };
static void put_pieces(SEXP list, const mc_kendall_forecast *f) {
  SEXP algorithm = ffi_put_vector(list, "algorithm", STRSXP, f->count);
  double *x_columns = numbers(list, "x_columns", f->count);
  double *y_columns = numbers(list, "y_columns", f->count);
  double *pairs = numbers(list, "pairs", f->count);
  double *panels = numbers(list, "panels", f->count);
  double *side = numbers(list, "panel_columns", f->count);
  double *threads = numbers(list, "threads", f->count);
  double *seconds = numbers(list, "seconds", f->count);
  for (int k = 0; k < f->count; k++) {
    const mc_kendall_piece *p = &f->piece[k];
    const int64_t x = p->at.x1 - p->at.x0, y = p->at.y1 - p->at.y0, most = x > y ? x : y;
    SET_STRING_ELT(algorithm, k, Rf_mkChar(ffi_kendall_names[p->algorithm]));
    x_columns[k] = (double) x;
    y_columns[k] = (double) y;
    pairs[k] = p->pairs;
    panels[k] = (double) p->panels;
    side[k] = (double) (p->side < most ? p->side : most);
    threads[k] = p->threads;
    seconds[k] = p->seconds;
  }
}

/* list(algorithm, x_columns, y_columns, pairs, panels, panel_columns, threads, seconds, rows,
   all_threads, all_seconds, scratch) of what ffi_cor_kendall() or, of pairs of columns i and j
   (NULL: of all), ffi_cor_kendall_list() would do: the first eight have an element for each piece
   of the work. Nothing is counted. */
SEXP ffi_kendall_plan(SEXP x, SEXP y, SEXP i, SEXP j, SEXP use, SEXP type, SEXP algorithm,
                      SEXP threads, SEXP scratch) {
  const int kind = ffi_int(type, 0, MC_KENDALL_COEFFICIENTS - 1, "type");
  mc_kendall_request request = ffi_kendall_request(x, y, use, algorithm, scratch);
  request.coefficient = (mc_kendall_coefficient) kind;
  const bool listed = i != R_NilValue;
  mc_pairs_given given = {0};
  if (listed)
    given = ffi_kendall_pairs(i, j, &request);

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, R_NilValue);
  mc_kendall_coefficients coefficients =
    mc_kendall_coefficients_make(request.coefficient, request.na);
  mc_pairs_matrix matrix = mc_pairs_matrix_make(NULL, &coefficients.maker);
  mc_pairs_list list;
  mc_pairs_vector vector;
  const mc_pairs_sink *sink = &matrix.sink;
  if (listed) {
    ffi_check_in(&c, mc_pairs_list_make(&list, &given, call->arena));
    vector = mc_pairs_vector_make(&list, NULL, &coefficients.maker);
    sink = &vector.sink;
  }
  mc_kendall_plan plan;
  mc_kendall_forecast forecast;
  ffi_check_in(&c, mc_kendall_plan_make(&plan, &request, sink, call));
  ffi_check_in(&c, mc_kendall_forecast_make(&forecast, &plan, sink, call));
  ffi_end(&c);

  SEXP result = ffi_list_begin(PIECE_COLUMNS + TOTALS);
  put_pieces(result, &forecast);
  ffi_put(result, "rows", Rf_ScalarReal((double) forecast.n));
  ffi_put(result, "all_threads", Rf_ScalarInteger(forecast.threads));
  ffi_put(result, "all_seconds", Rf_ScalarReal(forecast.seconds));
  ffi_put(result, "scratch", Rf_ScalarReal((double) forecast.scratch));
  return ffi_list_end(result);
}
