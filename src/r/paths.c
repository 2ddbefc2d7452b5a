#include <float.h>
#include <string.h>

#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "paths/paths.h"
#include "paths/search.h"
#include "paths/walk.h"

/* list(distance, via, algorithm, block, threads, at). via is NULL unless `paths`. at > 0: the
   number of an invalid weight; at < 0: -at is what mc_paths() reports of a negative cycle. In both
   cases distance and via are NULL. Rows and columns are those of w. */
SEXP ffi_floyd_warshall(SEXP w, SEXP paths, SEXP single, SEXP algorithm, SEXP block, SEXP schedule,
                        SEXP threads, SEXP steps, SEXP tick) {
  mc_paths_job job = {
    .w = ffi_matrix(w, INT_MAX, "w"),
    .single = ffi_int(single, 0, 1, "single"),
    .algorithm = (mc_paths_algorithm) ffi_int(algorithm, 0, MC_PATHS_ALGORITHMS - 1, "algorithm"),
    .block = ffi_int(block, 0, INT_MAX, "block"),
    .schedule = ffi_int(schedule, -1, INT_MAX, "schedule"),
    .steps = ffi_int(steps, 0, INT_MAX, "steps")};
  if (job.w.rows != job.w.columns)
    ffi_stop("argument", "w", "'w' must be square");
  const int n = (int) job.w.rows;
  SEXP distance = PROTECT(Rf_allocMatrix(REALSXP, n, n));
  SEXP via = PROTECT(ffi_int(paths, 0, 1, "paths") ? Rf_allocMatrix(INTSXP, n, n) : R_NilValue);

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_paths_report report;
  const mc_status status =
    mc_paths(&job, REAL(distance), via == R_NilValue ? NULL : INTEGER(via), &report, call);
  const bool explained = report.at != 0 && (status == MC_ERR_ARGUMENT || status == MC_ERR_CYCLE);
  if (!explained)
    ffi_check_in(&c, status);
  ffi_end(&c);

  SEXP result = ffi_list_begin(6);
  ffi_put(result, "distance", explained ? R_NilValue : distance);
  ffi_put(result, "via", explained ? R_NilValue : via);
  ffi_put(result, "algorithm", Rf_mkString(ffi_paths_names[report.algorithm]));
  ffi_put(result, "block", Rf_ScalarInteger((int) report.block));
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  ffi_put(result, "at",
          Rf_ScalarReal(status == MC_ERR_CYCLE ? -(double) report.at : (double) report.at));
  SEXP list = ffi_list_end(result);
  UNPROTECT(2);
  return list;
}

/* mc_paths_room() for n vertices, which is a whole double. */
SEXP ffi_paths_room(SEXP n, SEXP paths, SEXP single, SEXP algorithm, SEXP block) {
  const mc_paths_job job = {
    .single = ffi_int(single, 0, 1, "single"),
    .algorithm = (mc_paths_algorithm) ffi_int(algorithm, 0, MC_PATHS_ALGORITHMS - 1, "algorithm"),
    .block = ffi_int(block, 0, INT_MAX, "block")};
  const int64_t vertices = (int64_t) ffi_double(n, 0, INT_MAX, "n");
  return Rf_ScalarReal(mc_paths_room(&job, vertices, ffi_int(paths, 0, 1, "paths")));
}

/* ---- paths ---- */

/* The matrices of a result of ffi_floyd_warshall(). weights: doubles, or NULL. */
static mc_paths_result result_of(SEXP via, SEXP distance, SEXP weights, SEXP single) {
  const mc_matrix v = ffi_matrix(via, INT_MAX / 8, "via");
  const mc_matrix d = ffi_matrix(distance, INT_MAX / 8, "distance");
  mc_paths_result r = {
    .distance = d.data, .via = v.data, .n = v.rows, .single = ffi_int(single, 0, 1, "single")};
  bool good = v.type == MC_I32 && d.type == MC_F64 && v.columns == v.rows && d.rows == v.rows &&
              d.columns == v.rows;
  if (weights != R_NilValue) {
    const mc_matrix w = ffi_matrix(weights, INT_MAX / 8, "weights");
    good = good && w.type == MC_F64 && w.rows == v.rows && w.columns == v.rows;
    r.weights = w.data;
  }
  if (!good)
    Rf_error("internal error: bad argument");
  return r;
}

/* A vertex from an integer vector. */
static int vertex_of(SEXP vertices, R_xlen_t at, const mc_paths_result *r) {
  const int v = INTEGER_RO(vertices)[at];
  if (v < 1 || v > r->n)
    Rf_error("internal error: bad argument");
  return v;
}

static void put_path(SEXP list, R_xlen_t at, int from, const int32_t *vertex, int64_t edges) {
  SEXP path = Rf_allocVector(INTSXP, (R_xlen_t) edges + 1);
  SET_VECTOR_ELT(list, at, path);
  INTEGER(path)[0] = from;
  for (int64_t e = 0; e < edges; e++)
    INTEGER(path)[e + 1] = vertex[e];
}

/* For each pair: the vertices from `from` to `to` as they were recorded, without loops. NULL: the
   walk does not end, or its length is not the distance (mc_paths_fits()). R has checked that `to`
   can be reached. */
SEXP ffi_shortest_path(SEXP via, SEXP distance, SEXP weights, SEXP single, SEXP wide, SEXP from,
                       SEXP to) {
  const mc_paths_result r = result_of(via, distance, weights, single);
  const bool any = ffi_int(wide, 0, 1, "wide");
  const R_xlen_t pairs = Rf_xlength(from);
  if (TYPEOF(from) != INTSXP || TYPEOF(to) != INTSXP || Rf_xlength(to) != pairs)
    Rf_error("internal error: bad argument");
  const size_t room = (size_t) MC_PATHS_WALK_ROOM(r.n);
  int32_t *vertex = (int32_t *) R_alloc(room, sizeof *vertex);
  int32_t *pending = (int32_t *) R_alloc(room, sizeof *pending);
  int32_t *place = (int32_t *) R_alloc((size_t) r.n + 1, sizeof *place);
  memset(place, 0, ((size_t) r.n + 1) * sizeof *place);
  SEXP result = PROTECT(Rf_allocVector(VECSXP, pairs));
  for (R_xlen_t p = 0; p < pairs; p++) {
    const int i = vertex_of(from, p, &r), j = vertex_of(to, p, &r);
    const int64_t edges = mc_paths_walk(r.via, r.n, i, j, vertex, pending, place);
    if (edges == MC_PATHS_WALK_INVALID)
      ffi_stop("argument", "x",
               "'x' has been changed: its 'via' has numbers that are not vertices");
    if (p % 100 == 99)
      R_CheckUserInterrupt();
    if (edges >= 0 && mc_paths_fits(&r, i, vertex, edges, any))
      put_path(result, p, i, vertex, edges);
  }
  UNPROTECT(1);
  return result;
}

/* Do the weights of a path's edges add up to the distance, up to rounding? */
SEXP ffi_paths_add_up(SEXP weights, SEXP distance, SEXP single) {
  if (TYPEOF(weights) != REALSXP)
    Rf_error("internal error: bad argument");
  return Rf_ScalarLogical(mc_paths_add_up(REAL_RO(weights), Rf_xlength(weights),
                                          ffi_double(distance, -DBL_MAX, DBL_MAX, "distance"),
                                          ffi_int(single, 0, 1, "single")));
}

/* As ffi_shortest_path(), but by a search, for one `to`. NULL: no path has the length of the
   distance. */
SEXP ffi_search_paths(SEXP via, SEXP distance, SEXP weights, SEXP single, SEXP from, SEXP to) {
  const mc_paths_result r = result_of(via, distance, weights, single);
  if (TYPEOF(from) != INTSXP || TYPEOF(to) != INTSXP || Rf_xlength(to) != 1)
    Rf_error("internal error: bad argument");
  const int end = vertex_of(to, 0, &r);
  const size_t n = (size_t) r.n;
  int32_t *next = (int32_t *) R_alloc(n, sizeof *next);
  int32_t *edges = (int32_t *) R_alloc(n, sizeof *edges);
  int32_t *vertex =
    (int32_t *) R_alloc(n, sizeof *vertex); /* first for the search, then for paths */
  double *lost = (double *) R_alloc(n, sizeof *lost);
  mc_paths_search(&r, end, next, lost, edges, vertex);
  const R_xlen_t pairs = Rf_xlength(from);
  SEXP result = PROTECT(Rf_allocVector(VECSXP, pairs));
  for (R_xlen_t p = 0; p < pairs; p++) {
    const int i = vertex_of(from, p, &r);
    int64_t count = 0;
    for (int v = i; next[v - 1] != 0; v = next[v - 1])
      vertex[count++] = next[v - 1];
    const bool there = i == end || (count > 0 && vertex[count - 1] == end);
    if (there && mc_paths_fits(&r, i, vertex, count, true))
      put_path(result, p, i, vertex, count);
  }
  UNPROTECT(1);
  return result;
}
