#include <string.h>

#include "ffi.h"
#include "ffi_entries.h"
#include "paths.h"
#include "paths_walk.h"

/* list(distance, via, kernel, block, threads, at): via is NULL unless paths; at > 0 is
   the weight that cannot be, -at what mc_paths() says about a negative cycle: then distance
   and via are NULL. Rows and columns are w's. */
SEXP ffi_floyd_warshall(SEXP w, SEXP paths, SEXP single, SEXP kernel, SEXP block,
                        SEXP schedule, SEXP threads, SEXP steps, SEXP tick) {
  mc_paths_job job = {
    .w = ffi_matrix(w, INT_MAX, "w"),
    .single = ffi_int(single, 0, 1, "single"),
    .kernel = (mc_paths_kernel) ffi_int(kernel, 0, MC_PATHS_RECURSIVE, "kernel"),
    .block = ffi_int(block, 0, INT_MAX, "block"),
    .schedule = ffi_int(schedule, -1, INT_MAX, "schedule"),
    .threads = ffi_int(threads, 0, INT_MAX, "threads"),
    .steps = ffi_int(steps, 0, INT_MAX, "steps")
  };
  if (job.w.rows != job.w.columns)
    Rf_error("'w' must be square");
  const int n = (int) job.w.rows;
  SEXP distance = PROTECT(Rf_allocMatrix(REALSXP, n, n));
  SEXP via = PROTECT(ffi_int(paths, 0, 1, "paths") ? Rf_allocMatrix(INTSXP, n, n) : R_NilValue);

  ffi_scratch working;
  mc_arena arena = ffi_scratch_begin(&working);
  ffi_progress progress;
  mc_monitor monitor = ffi_monitor(&progress, tick);
  mc_paths_report report;
  const mc_status status = mc_paths(&job, REAL(distance), via == R_NilValue ? NULL : INTEGER(via),
                                    &report, &arena, &monitor);
  const bool explained = report.at != 0 && (status == MC_ERR_ARGUMENT || status == MC_ERR_CYCLE);
  if (!explained)
    ffi_check(status);
  ffi_scratch_end(&working);

  const char *names[] = {"distance", "via", "kernel", "block", "threads", "at", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  if (!explained) {
    SET_VECTOR_ELT(result, 0, distance);
    SET_VECTOR_ELT(result, 1, via);
  }
  SET_VECTOR_ELT(result, 2, Rf_ScalarInteger((int) report.kernel));
  SET_VECTOR_ELT(result, 3, Rf_ScalarInteger((int) report.block));
  SET_VECTOR_ELT(result, 4, Rf_ScalarInteger(report.threads));
  SET_VECTOR_ELT(result, 5, Rf_ScalarReal(status == MC_ERR_CYCLE ? -(double) report.at
                                                                 : (double) report.at));
  UNPROTECT(3);
  return result;
}

/* For each pair the vertices from `from` to `to`, without loops; NULL where the walk does
   not end. That `to` can be reached has been checked in R. */
SEXP ffi_shortest_path(SEXP via, SEXP from, SEXP to) {
  const mc_matrix v = ffi_matrix(via, INT_MAX / 8, "via");
  const R_xlen_t pairs = Rf_xlength(from);
  if (v.type != MC_I32 || v.rows != v.columns || TYPEOF(from) != INTSXP ||
      TYPEOF(to) != INTSXP || Rf_xlength(to) != pairs)
    Rf_error("internal error: bad argument");
  const size_t room = (size_t) MC_PATHS_WALK_ROOM(v.rows);
  int32_t *vertex = (int32_t *) R_alloc(room, sizeof *vertex);
  int32_t *pending = (int32_t *) R_alloc(room, sizeof *pending);
  int32_t *place = (int32_t *) R_alloc((size_t) v.rows + 1, sizeof *place);
  memset(place, 0, ((size_t) v.rows + 1) * sizeof *place);
  SEXP result = PROTECT(Rf_allocVector(VECSXP, pairs));
  for (R_xlen_t p = 0; p < pairs; p++) {
    const int i = INTEGER_RO(from)[p], j = INTEGER_RO(to)[p];
    if (i < 1 || i > v.rows || j < 1 || j > v.rows)
      Rf_error("internal error: bad argument");
    const int64_t edges = mc_paths_walk(v.data, v.rows, i, j, vertex, pending, place);
    if (edges == MC_WALK_INVALID)
      Rf_error("'x' has been changed: its 'via' has numbers that are not vertices");
    if (p % 1000 == 999)
      R_CheckUserInterrupt();
    if (edges < 0)
      continue;
    SEXP path = Rf_allocVector(INTSXP, (R_xlen_t) edges + 1);
    SET_VECTOR_ELT(result, p, path);
    INTEGER(path)[0] = i;
    for (int64_t e = 0; e < edges; e++)
      INTEGER(path)[e + 1] = vertex[e];
  }
  UNPROTECT(1);
  return result;
}
