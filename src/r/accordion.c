#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "dynprog/accordion.h"

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

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  uint8_t *is = (uint8_t *) R_alloc((size_t) n + 1, 1);
  int32_t *end = (int32_t *) R_alloc((size_t) n + 1, sizeof *end);
  for (int64_t i = 0; i < n; i++)
    is[i] = LOGICAL_RO(hydrophobic)[i] == 1;
  job.hydrophobic = is;
  mc_accordion_report report;
  ffi_check_in(&c, mc_accordion(&job, wanted ? end : NULL, &report, call));
  ffi_end(&c);

  ffi_list result = ffi_list_begin(4);
  ffi_put(&result, "score", Rf_ScalarInteger((int) report.score));
  SEXP ends = R_NilValue;
  if (wanted) {
    ends = Rf_allocVector(INTSXP, (R_xlen_t) report.strands);
    for (int64_t s = 0; s < report.strands; s++)
      INTEGER(ends)[s] = end[s];
  }
  ffi_put(&result, "ends", ends);
  ffi_put(&result, "algorithm", Rf_mkString(ffi_dynprog_names[report.algorithm]));
  ffi_put(&result, "threads", Rf_ScalarInteger(report.threads));
  return ffi_list_end(&result);
}
