#include "distance/nearest.h"
#include "distance/within.h"
#include "r/ffi.h"
#include "r/entries.h"

/* Points x and queries y; y is NULL if the points of x are the queries. */
static mc_distance_neighbors_job make_job(SEXP x, SEXP y, SEXP fused) {
  mc_distance_neighbors_job job = {.x = ffi_matrix(x, INT_MAX, "x"),
                                   .self = y == R_NilValue,
                                   .fused = ffi_int(fused, 0, 1, "fused"),
                                   .first = 1,
                                   .no_number = NA_INTEGER,
                                   .no_distance = NA_REAL};
  if (!job.self) {
    job.y = ffi_matrix(y, INT_MAX, "query");
    if (job.y.columns != job.x.columns)
      ffi_stop("size", NULL, "'x' and 'query' must have the same number of columns");
  }
  return job;
}

/* list(index, distance, threads): matrices with a row for each query and k columns. */
SEXP ffi_nearest(SEXP x, SEXP y, SEXP k, SEXP fused, SEXP threads, SEXP tick) {
  const mc_distance_neighbors_job job = make_job(x, y, fused);
  const int rows = (int) (job.self ? job.x.rows : job.y.rows);
  const int columns = ffi_int(k, 0, INT_MAX, "k");
  SEXP result = ffi_list_begin(3);
  SEXP index = ffi_put(result, "index", Rf_allocMatrix(INTSXP, rows, columns));
  SEXP distance = ffi_put(result, "distance", Rf_allocMatrix(REALSXP, rows, columns));

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_distance_neighbors n;
  ffi_check_in(&c, mc_distance_neighbors_begin(&n, &job, call));
  ffi_check_in(&c, mc_distance_nearest(&n, columns, INTEGER(index), REAL(distance), call));
  ffi_end(&c);

  ffi_put(result, "threads", Rf_ScalarInteger(n.threads));
  return ffi_list_end(result);
}

/* ---- within a radius ---- */

/* Makes the vectors for the neighbours: one for each query; or, if `flat`, one for all. */
static void make_lists(SEXP result, const int64_t *count, R_xlen_t queries, bool flat,
                       int32_t **number, double **distance) {
  double total = 0;
  for (R_xlen_t i = 0; i < queries; i++)
    total += (double) count[i];
  const R_xlen_t length = flat ? (R_xlen_t) total : queries;
  SEXP index = ffi_put_vector(result, "index", flat ? INTSXP : VECSXP, length);
  SEXP lengths = ffi_put_vector(result, "distance", flat ? REALSXP : VECSXP, length);
  R_xlen_t at = 0;
  for (R_xlen_t i = 0; i < queries; at += count[i++]) {
    if (!flat) {
      SET_VECTOR_ELT(index, i, Rf_allocVector(INTSXP, (R_xlen_t) count[i]));
      SET_VECTOR_ELT(lengths, i, Rf_allocVector(REALSXP, (R_xlen_t) count[i]));
    }
    number[i] = INTEGER(flat ? index : VECTOR_ELT(index, i)) + (flat ? at : 0);
    distance[i] = REAL(flat ? lengths : VECTOR_ELT(lengths, i)) + (flat ? at : 0);
  }
}

/* list(count, index, distance), for a radius of each query: lists with a vector for each query or,
   if `flat`, their contents one after the other. index and distance are left out if there are more
   than `most` neighbours. */
SEXP ffi_within(SEXP x, SEXP y, SEXP radius, SEXP loops, SEXP flat, SEXP most, SEXP fused,
                SEXP threads, SEXP tick) {
  const mc_distance_neighbors_job job = make_job(x, y, fused);
  const R_xlen_t queries = (R_xlen_t) (job.self ? job.x.rows : job.y.rows);
  if (TYPEOF(radius) != REALSXP || Rf_xlength(radius) != queries)
    ffi_stop("argument", "radius", "'radius' must have a number for each point");
  const mc_distance_within_job within = {REAL(radius), ffi_int(loops, 0, 1, "loops")};
  const bool in_one = ffi_int(flat, 0, 1, "flat");
  const double limit = ffi_double(most, 0, R_PosInf, "most");
  SEXP result = ffi_list_begin(3);
  SEXP counts = ffi_put_vector(result, "count", REALSXP, queries);

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  int64_t *count = mc_alloc(call->arena, queries, sizeof *count);
  int32_t **number = mc_alloc(call->arena, queries, sizeof *number);
  double **distance = mc_alloc(call->arena, queries, sizeof *distance);
  ffi_check_in(&c, count == NULL || number == NULL || distance == NULL ? MC_ERR_MEMORY : MC_OK);
  mc_distance_neighbors n;
  ffi_check_in(&c, mc_distance_neighbors_begin(&n, &job, call));
  ffi_check_in(&c, mc_distance_within_count(&n, &within, count, call));
  double total = 0;
  for (R_xlen_t i = 0; i < queries; i++)
    total += REAL(counts)[i] = (double) count[i];
  if (total <= limit) {
    make_lists(result, count, queries, in_one, number, distance);
    ffi_check_in(&c, mc_distance_within_find(&n, &within, count, number, distance, call));
  }
  ffi_end(&c);
  return ffi_list_end(result);
}
