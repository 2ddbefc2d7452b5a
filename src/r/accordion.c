#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "dynprog/accordion.h"

/* mc_accordion_room() of n residues, whole doubles. */
SEXP ffi_accordion_room(SEXP n, SEXP algorithm) {
  return Rf_ScalarReal(mc_accordion_room(
    (mc_dynprog_algorithm) ffi_int(algorithm, 0, MC_DYNPROG_ALGORITHMS - 1, "algorithm"),
    (int64_t) ffi_double(n, 0, 1e15, "n")));
}

/* list(score, ends, algorithm, threads) of the residues, TRUE where hydrophobic; the ends of the
   strands are NULL unless they are wanted. */
SEXP ffi_fold_accordion(SEXP hydrophobic, SEXP algorithm, SEXP traceback, SEXP threads, SEXP tick) {
  const int64_t n = (int64_t) Rf_xlength(hydrophobic);
  if (TYPEOF(hydrophobic) != LGLSXP)
    Rf_error("internal error: bad argument 'hydrophobic'");
  mc_accordion_job job = {.n = n,
                          .algorithm = (mc_dynprog_algorithm) ffi_int(
                            algorithm, 0, MC_DYNPROG_ALGORITHMS - 1, "algorithm")};
  const bool wanted = ffi_int(traceback, 0, 1, "traceback");
  if (n > UINT16_MAX)
    ffi_check(MC_ERR_SIZE);

  SEXP end = PROTECT(Rf_allocVector(INTSXP, wanted ? (R_xlen_t) n : 0));

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  const int *given = LOGICAL_RO(hydrophobic);
  uint8_t *is = mc_alloc(call->arena, n, 1);
  if (is == NULL)
    ffi_check_in(&c, MC_ERR_MEMORY);
  for (int64_t i = 0; i < n; i++)
    is[i] = given[i] == 1;
  job.hydrophobic = is;
  mc_accordion_report report;
  ffi_check_in(&c, mc_accordion(&job, wanted ? INTEGER(end) : NULL, &report, call));
  ffi_end(&c);

  SEXP result = ffi_list_begin(4);
  ffi_put(result, "score", Rf_ScalarInteger((int) report.score));
  ffi_put(result, "ends", wanted ? Rf_xlengthgets(end, (R_xlen_t) report.strands) : R_NilValue);
  ffi_put(result, "algorithm", Rf_mkString(ffi_dynprog_names[report.algorithm]));
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  SEXP list = ffi_list_end(result);
  UNPROTECT(1);
  return list;
}
