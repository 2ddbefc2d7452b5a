#include "r/ffi.h"
#include "r/callable.h"
#include "r/entries.h"
#include "base/team.h"
#include "base/threads.h"
#include "base/trace.h"

#include <R_ext/Visibility.h>

static const R_CallMethodDef entries[] = {
#define MC_ENTRY(name, arity) {"C_" #name, MC_ROUTINE(ffi_##name), arity},
#include "r/entries.def"
#undef MC_ENTRY
  {NULL, NULL, 0}};

void attribute_visible R_init_manycore(DllInfo *dll) {
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
  mc_threads_init(false);
  mc_trace_lane(0);
  ffi_callable_load();
}

/* Called by .onUnload(); once is enough. */
SEXP ffi_unload(void) {
  mc_team_end();
  ffi_scratch_unload();
  mc_trace_free();
  return R_NilValue;
}

/* Threads must not outlive their code, whoever unloads it: dyn.unload() knows no hook of a
   library whose symbols are not looked up. (Windows allows no waiting at this point.) */
#if defined(__GNUC__) && !defined(_WIN32)
__attribute__((destructor)) static void end_team(void) {
  mc_team_end();
}
#endif
