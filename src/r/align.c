#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "dynprog/gap.h"
#include "dynprog/gap_trace.h"

/* The symbols of a sequence. */
static const int32_t *symbols_of(SEXP x, int64_t *count, const char *name) {
  if (TYPEOF(x) != INTSXP)
    Rf_error("internal error: bad argument '%s'", name);
  *count = (int64_t) Rf_xlength(x);
  return INTEGER_RO(x);
}

static mc_gap_costs costs_of(SEXP x, int64_t count, const char *name) {
  const bool is_matrix = Rf_isMatrix(x);
  const int64_t wanted = is_matrix ? (count + 1) * (count + 1) : count;
  if (TYPEOF(x) != REALSXP || (int64_t) Rf_xlength(x) < wanted)
    Rf_error("internal error: bad argument '%s'", name);
  return (mc_gap_costs){REAL_RO(x), is_matrix};
}

/* `pairs` is c(match, mismatch), or a matrix whose rows and columns are symbols. */
static mc_gap_job job_of(SEXP x, SEXP y, SEXP pairs, SEXP gap_x, SEXP gap_y) {
  mc_gap_job job = {.kinds = 0};
  job.x = symbols_of(x, &job.m, "x");
  job.y = symbols_of(y, &job.n, "y");
  job.gap_x = costs_of(gap_x, job.m, "gap");
  job.gap_y = costs_of(gap_y, job.n, "gap_y");
  if (TYPEOF(pairs) != REALSXP || (!Rf_isMatrix(pairs) && Rf_xlength(pairs) != 2))
    Rf_error("internal error: bad argument 'substitution'");
  if (!Rf_isMatrix(pairs)) {
    job.match = REAL_RO(pairs)[0];
    job.mismatch = REAL_RO(pairs)[1];
    return job;
  }
  job.pair = REAL_RO(pairs);
  job.kinds = Rf_nrows(pairs);
  for (int64_t i = 0; i < job.m; i++)
    if (job.x[i] < 0 || job.x[i] >= Rf_nrows(pairs))
      Rf_error("internal error: bad argument 'x'");
  for (int64_t j = 0; j < job.n; j++)
    if (job.y[j] < 0 || job.y[j] >= Rf_ncols(pairs))
      Rf_error("internal error: bad argument 'y'");
  return job;
}

/* ---- results ---- */

/* list(i, j, cost) of the steps; NULL: no alignment exists. */
static SEXP steps_of(const mc_gap_work *w) {
  const size_t most = (size_t) (w->job->m + w->job->n) + 1;
  mc_gap_step *step = (mc_gap_step *) R_alloc(most, sizeof *step);
  const int64_t count = mc_gap_trace(w, step);
  if (count < 0)
    return R_NilValue;
  SEXP steps = ffi_list_begin(3);
  ffi_put(steps, "i", Rf_allocVector(INTSXP, (R_xlen_t) count));
  ffi_put(steps, "j", Rf_allocVector(INTSXP, (R_xlen_t) count));
  ffi_put(steps, "cost", Rf_allocVector(REALSXP, (R_xlen_t) count));
  for (int64_t s = 0; s < count; s++) {
    INTEGER(VECTOR_ELT(steps, 0))[s] = step[s].i;
    INTEGER(VECTOR_ELT(steps, 1))[s] = step[s].j;
    REAL(VECTOR_ELT(steps, 2))[s] = step[s].cost;
  }
  return ffi_list_end(steps);
}

static SEXP table_of(const mc_gap_work *w) {
  const int64_t rows = w->job->m + 1, columns = w->job->n + 1;
  SEXP table = PROTECT(Rf_allocMatrix(REALSXP, (int) rows, (int) columns));
  double *to = REAL(table);
  for (int64_t j = 0; j < columns; j++)
    for (int64_t i = 0; i < rows; i++)
      *to++ = *mc_gap_at(w, i, j);
  UNPROTECT(1);
  return table;
}

/* mc_gap_room() for m and n symbols, which are whole doubles. */
SEXP ffi_gap_room(SEXP m, SEXP n) {
  return Rf_ScalarReal(
    mc_gap_room((int64_t) ffi_double(m, 0, 1e15, "m"), (int64_t) ffi_double(n, 0, 1e15, "n")));
}

/* list(cost, steps, table, algorithm, threads). Steps and table are NULL if they are not asked for.
   options: overlap, maximum, traceback, table. */
SEXP ffi_align_gap(SEXP x, SEXP y, SEXP pairs, SEXP gap_x, SEXP gap_y, SEXP options, SEXP algorithm,
                   SEXP threads, SEXP tick) {
  mc_gap_job job = job_of(x, y, pairs, gap_x, gap_y);
  if (TYPEOF(options) != LGLSXP || Rf_xlength(options) != 4)
    Rf_error("internal error: bad argument 'options'");
  const int *option = LOGICAL_RO(options);
  job.overlap = option[0] == 1;
  job.maximum = option[1] == 1;
  job.algorithm =
    (mc_dynprog_algorithm) ffi_int(algorithm, 0, MC_DYNPROG_ALGORITHMS - 1, "algorithm");

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_gap_work work;
  mc_dynprog_report report;
  ffi_check_in(&c, mc_gap_align(&work, &job, &report, call));

  SEXP result = ffi_list_begin(5);
  ffi_put(result, "cost", Rf_ScalarReal(mc_gap_value(&work)));
  ffi_put(result, "steps", option[2] == 1 ? steps_of(&work) : R_NilValue);
  ffi_put(result, "table", option[3] == 1 ? table_of(&work) : R_NilValue);
  ffi_put(result, "algorithm", Rf_mkString(ffi_dynprog_names[report.algorithm]));
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  SEXP list = PROTECT(ffi_list_end(result));
  ffi_end(&c);
  UNPROTECT(1);
  return list;
}
