/* What the package knows of the machine and of itself. */
#include "dispatch/dispatch.h"
#include "r/ffi.h"
#include "r/entries.h"
#include "mc_config.h"
#include "base/clock.h"
#include "base/team.h"
#include "base/threads.h"

#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)

static const char *compiler(void) {
#if defined(__clang__)
  return "clang " STRING(__clang_major__) "." STRING(__clang_minor__);
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

/* list(isa, built, runs, automatic, compiler, threads: can this build start threads?; kind and
   runtime of threads; blas: has it a BLAS?) */
SEXP ffi_system_info(void) {
  int count;
  const mc_target_info *list = mc_target_list(&count);
  SEXP built = PROTECT(Rf_allocVector(STRSXP, count));
  SEXP runs = PROTECT(Rf_allocVector(LGLSXP, count));
  SEXP automatic = PROTECT(Rf_allocVector(LGLSXP, count));
  for (int i = 0; i < count; i++) {
    SET_STRING_ELT(built, i, Rf_mkChar(list[i].name));
    LOGICAL(runs)[i] = list[i].runs;
    LOGICAL(automatic)[i] = list[i].automatic;
  }
  SEXP result = ffi_list_begin(9);
  ffi_put(result, "isa", Rf_mkString(mc_target_active()));
  ffi_put(result, "built", built);
  ffi_put(result, "runs", runs);
  ffi_put(result, "automatic", automatic);
  ffi_put(result, "compiler", Rf_mkString(compiler()));
  ffi_put(result, "threads", Rf_ScalarLogical(mc_threads_built()));
  ffi_put(result, "kind", Rf_mkString(mc_team_kind()));
  ffi_put(result, "runtime", Rf_mkString(mc_team_runtime()));
  ffi_put(result, "blas", Rf_ScalarLogical(MC_HAVE_BLAS));
  SEXP info = ffi_list_end(result);
  UNPROTECT(3);
  return info;
}

/* Seconds of a monotonic clock. */
SEXP ffi_seconds(void) {
  return Rf_ScalarReal((double) mc_now() / 1e9);
}

/* Makes the named target active ("": the best one); returns the name of the target before. */
SEXP ffi_isa_choose(SEXP name) {
  if (TYPEOF(name) != STRSXP || Rf_xlength(name) != 1 || STRING_ELT(name, 0) == NA_STRING)
    Rf_error("the instruction set must be named by one string");
  SEXP before = PROTECT(Rf_mkString(mc_target_active()));
  const char *isa = CHAR(STRING_ELT(name, 0));
  switch (mc_target_choose(isa)) {
  case MC_TARGET_CHOSEN: break;
  case MC_TARGET_UNKNOWN:
    Rf_error("'%s' is no target (instruction set); there are: %s", isa, MC_TARGETS_KNOWN);
  case MC_TARGET_NOT_BUILT: Rf_error("this build of manycore has no '%s' target", isa);
  case MC_TARGET_NOT_RUN: Rf_error("this machine cannot run the '%s' target", isa);
  }
  UNPROTECT(1);
  return before;
}

/* list(threads, processors, because) */
SEXP ffi_threads_explain(SEXP requested) {
  mc_threads_report r = mc_threads_explain(ffi_int(requested, 0, INT_MAX, "threads"));
  SEXP result = ffi_list_begin(3);
  ffi_put(result, "threads", Rf_ScalarInteger(r.threads));
  ffi_put(result, "processors", Rf_ScalarInteger(r.processors));
  ffi_put(result, "because", Rf_mkString(r.because));
  return ffi_list_end(result);
}

/* Called at load. forked: is R itself a forked child? */
SEXP ffi_threads_init(SEXP forked) {
  mc_threads_init(Rf_asLogical(forked) == 1);
  return R_NilValue;
}

/* 0: back to the default. */
SEXP ffi_threads_set(SEXP n) {
  mc_threads_set(ffi_int(n, 0, INT_MAX, "n"));
  return R_NilValue;
}
