#include <math.h>
#include <string.h>

#include "r/entries.h"
#include "r/ffi.h"
#include "r/kendall.h"
#include "kendall/differential.h"
#include "kendall/edge_sink.h"
#include "kendall/fdr_sink.h"
#include "kendall/kendall.h"
#include "kendall/top_sink.h"

/* As kendall_test() has them by default. */
static const mc_kendall_test_options tests = {.alternative = MC_TWO_SIDED, .exact = -1};

static mc_kendall_edge_sign sign_of(SEXP sign) {
  return (mc_kendall_edge_sign) ffi_int(sign, MC_SIGN_BOTH, MC_SIGN_NEGATIVE, "sign");
}

/* Which tile of a larger network the call is about. `place`: NULL, it is all; or where its columns
   begin in x and in y (or x), counted from 0, and whether both are of one matrix. */
typedef struct {
  bool given;
  int64_t x0, y0;
  bool of_one;
} placement;

/* Is it a whole number from 0 on that int64_t has exactly? */
static bool is_count(double x) {
  return x >= 0 && x <= 9e15 && x == floor(x);
}

static placement placement_of(SEXP place) {
  if (place == R_NilValue)
    return (placement){0};
  if (TYPEOF(place) != REALSXP || Rf_xlength(place) != 3 || !is_count(REAL_RO(place)[0]) ||
      !is_count(REAL_RO(place)[1]) || isnan(REAL_RO(place)[2]))
    Rf_error("internal error: bad place of a tile");
  const double *p = REAL_RO(place);
  return (placement){true, (int64_t) p[0], (int64_t) p[1], p[2] != 0};
}

/* The pairs of a network: those of one request; or their differences between two levels. */
typedef struct {
  mc_kendall_request request;
  bool differential;
  mc_kendall_differential_job of_levels;
} network;

/* Are the columns those of two levels? Then x is list(x of a, x of b, y of a, y of b), and y is
   TRUE. For all pairs of x, y is NULL, and the elements of y are sources of x, too. */
static bool is_two_levels(SEXP x) {
  return TYPEOF(x) == VECSXP && !Rf_inherits(x, "column_source");
}

static network network_of(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP scratch, placement p) {
  network n = {.differential = is_two_levels(x)};
  if (!n.differential) {
    n.request = ffi_kendall_request(x, y, use, algorithm, scratch);
    n.request.of_one = p.of_one && !n.request.symmetric;
    return n;
  }
  if (Rf_xlength(x) != 4)
    Rf_error("internal error: bad levels of a network");
  mc_kendall_differential_job *job = &n.of_levels;
  job->a = ffi_kendall_request(VECTOR_ELT(x, 0), VECTOR_ELT(x, 2), use, algorithm, scratch);
  job->b = ffi_kendall_request(VECTOR_ELT(x, 1), VECTOR_ELT(x, 3), use, algorithm, scratch);
  if (job->a.x.columns != job->b.x.columns || job->a.y.columns != job->b.y.columns)
    Rf_error("internal error: levels must have the same columns");
  if (y == R_NilValue) {
    job->a.symmetric = job->b.symmetric = true;
    job->a_again = job->a.y;
    job->b_again = job->b.y;
  }
  n.request = job->a;
  return n;
}

/* Runs the sink of a tester. */
static mc_status run_network(const network *n, mc_kendall_tester *tester, mc_kendall_report *report,
                             const mc_call *call) {
  if (n->differential)
    return mc_kendall_differential(&n->of_levels, tester, report, call);
  MC_TRY(mc_kendall_run(&n->request, &tester->sink, report, call));
  report->constant_pairs = atomic_load(&tester->taus.constant_pairs);
  return MC_OK;
}

/* Numbers from 0 to `most`, one for each of `columns` columns; or NULL. */
static const int32_t *numbers_of(SEXP numbers, int64_t columns, int64_t most) {
  if (numbers == R_NilValue)
    return NULL;
  if (TYPEOF(numbers) != INTSXP || Rf_xlength(numbers) != columns)
    Rf_error("internal error: columns that x and y share must be integers, one for each column");
  const int32_t *number = INTEGER_RO(numbers);
  for (int64_t k = 0; k < columns; k++)
    if (number[k] < 0 || number[k] > most)
      Rf_error("internal error: columns that x and y share must be numbers of columns");
  return number;
}

/* Of each column of x its number in y, or 0, and of each of y that in x; NULL for none. */
static mc_kendall_edge_shared shared_of(SEXP in_y, SEXP in_x, const mc_kendall_request *request,
                                        placement p) {
  if (request->symmetric || in_y == R_NilValue || in_x == R_NilValue)
    return (mc_kendall_edge_shared){0};
  return (mc_kendall_edge_shared){
    .of_x = numbers_of(in_y, request->x.columns, p.given ? INT32_MAX : request->y.columns),
    .of_y = numbers_of(in_x, request->y.columns, p.given ? INT32_MAX : request->x.columns),
    .x0 = p.x0,
    .y0 = p.y0};
}

/* ---- edges ---- */

enum { COLUMNS = 5 };
/* The vectors from, to, tau, p.value and n. */
static void put_edges(SEXP list, const mc_kendall_edges *edges) {
  int64_t at = edges == NULL ? 0 : mc_kendall_edges_count(edges);
  int *from = INTEGER(ffi_put_vector(list, "from", INTSXP, at));
  int *to = INTEGER(ffi_put_vector(list, "to", INTSXP, at));
  double *tau = REAL(ffi_put_vector(list, "tau", REALSXP, at));
  double *p = REAL(ffi_put_vector(list, "p.value", REALSXP, at));
  int *n = INTEGER(ffi_put_vector(list, "n", INTSXP, at));
  for (const mc_kendall_edge_chunk *chunk = at == 0 ? NULL : edges->last; chunk != NULL;
       chunk = chunk->before)
    for (int64_t k = 0; k < chunk->count; k++) {
      const mc_kendall_edge *e = &chunk->edge[k];
      at--;
      from[at] = e->from + 1;
      to[at] = e->to + 1;
      tau[at] = e->tau;
      p[at] = e->p;
      n[at] = e->n;
    }
}

/* list(from, to, tau, p.value, n, found, fits, ...) of the report: the pairs that are at least as
   strong as `cutoff` and, unless last_bin is -1, whose p-values are in a bin up to that. No edges
   if those that were found are more than `most`; a cutoff of `fits` leaves no more. Columns of x
   that are number in_y of y, where this is not 0, and the inverse in_x, are the same; of a tile
   (`place`) in_y and in_x are those of its columns. Edges count a tile's columns from 1. */
SEXP ffi_network_edges(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                       SEXP tick, SEXP in_y, SEXP in_x, SEXP place, SEXP sign, SEXP cutoff,
                       SEXP last_bin, SEXP most) {
  const placement tile = placement_of(place);
  const network pairs = network_of(x, y, use, algorithm, scratch, tile);
  const mc_kendall_edge_shared shared = shared_of(in_y, in_x, &pairs.request, tile);
  const mc_kendall_edge_rule rule = {.sign = sign_of(sign),
                                     .cutoff = ffi_double(cutoff, 0, 1, "cutoff"),
                                     .last_p_bin = ffi_int(last_bin, -1, MC_P_BINS - 1, "last_bin"),
                                     .most = (int64_t) ffi_double(most, 0, 9e15, "most")};
  SEXP result = ffi_list_begin(COLUMNS + 2 + FFI_KENDALL_REPORT);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_edge_sink sink = mc_kendall_edge_sink_make(rule, tests, NA_REAL);
  sink.shared = shared;
  mc_kendall_report report;
  ffi_check_in(&c, run_network(&pairs, &sink.tester, &report, call));
  const bool fit = sink.found <= rule.most;
  put_edges(result, fit ? &sink.edges : NULL);
  const double fits = fit ? rule.cutoff : mc_kendall_strength_cutoff(sink.bins, rule.most);
  ffi_end(&c);

  ffi_put(result, "found", Rf_ScalarReal((double) sink.found));
  ffi_put(result, "fits", Rf_ScalarReal(fits));
  ffi_kendall_report(result, &report);
  return ffi_list_end(result);
}

/* The same of each column's `top` strongest partners, without found and fits. */
SEXP ffi_network_top(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                     SEXP tick, SEXP in_y, SEXP in_x, SEXP place, SEXP sign, SEXP top) {
  const placement tile = placement_of(place);
  const network pairs = network_of(x, y, use, algorithm, scratch, tile);
  const mc_kendall_edge_shared shared = shared_of(in_y, in_x, &pairs.request, tile);
  const int64_t partners = (int64_t) ffi_double(top, 1, 9e15, "top");
  SEXP result = ffi_list_begin(COLUMNS + FFI_KENDALL_REPORT);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_top_sink sink = mc_kendall_top_sink_make(sign_of(sign), partners, tests, NA_REAL);
  sink.shared = shared;
  mc_kendall_report report;
  ffi_check_in(&c, run_network(&pairs, &sink.tester, &report, call));
  put_edges(result, &sink.edges);
  ffi_end(&c);

  ffi_kendall_report(result, &report);
  return ffi_list_end(result);
}

/* ---- false discovery rate ---- */

static void put_counts(SEXP list, const char *name, const int64_t *counts, int bins) {
  double *column = REAL(ffi_put_vector(list, name, REALSXP, bins));
  for (int k = 0; k < bins; k++)
    column[k] = (double) counts[k];
}

/* list(from, to, tau, p.value, n, p, weakest, strength, full, ...) of the report: how many pairs
   there are, that can be tested, in each bin of p-values (p_bins.h), the least strength of each,
   and how many in each bin of strengths (edges.h). Those of tiles can be added up. The edges are
   the pairs up to the bin `guess` (-1: no edges). If these are more than `most`, `full` is TRUE,
   and there are no edges. Columns that x and y share need -1. */
SEXP ffi_network_bins(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP threads, SEXP scratch,
                      SEXP tick, SEXP in_y, SEXP in_x, SEXP place, SEXP guess, SEXP most) {
  const placement tile = placement_of(place);
  const network pairs = network_of(x, y, use, algorithm, scratch, tile);
  const mc_kendall_edge_shared shared = shared_of(in_y, in_x, &pairs.request, tile);
  const mc_kendall_fdr_guess guessed = {.last_p_bin = ffi_int(guess, -1, MC_P_BINS - 1, "guess"),
                                        .most = (int64_t) ffi_double(most, 0, 9e15, "most")};
  if (guessed.last_p_bin >= 0 && (shared.of_x != NULL || pairs.differential))
    Rf_error("internal error: a guess for shared columns or differences");
  SEXP result = ffi_list_begin(COLUMNS + 4 + FFI_KENDALL_REPORT);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_kendall_fdr_sink sink = mc_kendall_fdr_sink_make(guessed, tests, NA_REAL);
  sink.shared = shared;
  mc_kendall_report report;
  ffi_check_in(&c, run_network(&pairs, &sink.tester, &report, call));
  const bool full = mc_kendall_edges_count(&sink.edges) > guessed.most;
  put_edges(result, full ? NULL : &sink.edges);
  put_counts(result, "p", sink.p_bins, MC_P_BINS);
  double *weakest = REAL(ffi_put_vector(result, "weakest", REALSXP, MC_P_BINS));
  memcpy(weakest, sink.weakest, MC_P_BINS * sizeof *weakest);
  put_counts(result, "strength", sink.strengths, MC_STRENGTH_BINS);
  ffi_end(&c);

  ffi_put(result, "full", Rf_ScalarLogical(full));
  ffi_kendall_report(result, &report);
  return ffi_list_end(result);
}

static const double *doubles_of(SEXP numbers, int count) {
  if (TYPEOF(numbers) != REALSXP || Rf_xlength(numbers) != count)
    Rf_error("internal error: bad bins of a network");
  return REAL_RO(numbers);
}

/* Counts as C has them, which R frees. Their sum is a count, too. */
static const int64_t *counts_of(SEXP numbers, int bins) {
  const double *count = doubles_of(numbers, bins);
  int64_t *counts = (int64_t *) R_alloc((size_t) bins, sizeof *counts);
  double sum = 0;
  for (int k = 0; k < bins; k++) {
    sum += count[k];
    if (!is_count(count[k]) || !is_count(sum))
      Rf_error("internal error: bad bins of a network");
    counts[k] = (int64_t) count[k];
  }
  return counts;
}

/* c(p, strength): how many bins of p-values and of strengths ffi_network_bins() counts in. */
SEXP ffi_network_bin_counts(void) {
  SEXP counts = PROTECT(Rf_allocVector(INTSXP, 2));
  INTEGER(counts)[0] = MC_P_BINS;
  INTEGER(counts)[1] = MC_STRENGTH_BINS;
  UNPROTECT(1);
  return counts;
}

/* Of such bins list(pairs, last_bin, weakest, found, fits, cutoff): how many pairs there are; the
   last bin of p-values that may pass at this rate, the least strength of the pairs up to it, and
   how many they are; where these are more than `most`, below which rate, and from which cutoff on,
   they are not. */
SEXP ffi_network_bound(SEXP p, SEXP weakest, SEXP strength, SEXP rate, SEXP most) {
  const int64_t edges = (int64_t) ffi_double(most, 0, 9e15, "most");
  const double fdr = ffi_double(rate, 0, 1, "rate");
  const mc_kendall_fdr_bound bound = mc_kendall_fdr_bound_of(counts_of(p, MC_P_BINS), fdr, edges);
  const double least = mc_kendall_fdr_weakest(doubles_of(weakest, MC_P_BINS), bound.last_bin);
  const double cutoff = mc_kendall_strength_cutoff(counts_of(strength, MC_STRENGTH_BINS), edges);
  SEXP result = ffi_list_begin(6);
  ffi_put(result, "pairs", Rf_ScalarReal((double) bound.pairs));
  ffi_put(result, "last_bin", Rf_ScalarInteger(bound.last_bin));
  ffi_put(result, "weakest", Rf_ScalarReal(least));
  ffi_put(result, "found", Rf_ScalarReal((double) bound.found));
  ffi_put(result, "fits", Rf_ScalarReal(bound.fits));
  ffi_put(result, "cutoff", Rf_ScalarReal(cutoff));
  return ffi_list_end(result);
}
