/* Traces (base/trace.h) as vectors of R. */
#include "base/clock.h"
#include "base/threads.h"
#include "base/trace.h"
#include "r/entries.h"
#include "r/ffi.h"

/* Begins a trace with room for so many events. */
SEXP ffi_trace_begin(SEXP room) {
  if (!mc_trace_begin((int64_t) ffi_double(room, 0, 9e15, "events")))
    ffi_check(MC_ERR_MEMORY);
  return R_NilValue;
}

/* While `on`, this thread alone does all jobs, in the steps of as many threads as are asked for. */
SEXP ffi_threads_solo(SEXP on) {
  mc_threads_set_solo(Rf_asLogical(on) == TRUE);
  return R_NilValue;
}

static double *put_numbers(SEXP list, const char *name, int64_t count) {
  return REAL(ffi_put_vector(list, name, REALSXP, count));
}

/* Ends the trace: list(kind, body, in, thread, begin, seconds, first, last, dropped, elapsed).
   Times are seconds since the trace began. */
SEXP ffi_trace_end(void) {
  static const char *const kinds[] = {
#define KIND(NAME) #NAME,
    MC_TRACE_KINDS(KIND)
#undef KIND
  };
  int64_t count, dropped;
  const mc_trace_event *event = mc_trace_end(&count, &dropped);
  const int64_t now = mc_now(), begun = mc_trace_start();
  SEXP list = ffi_list_begin(10);
  SEXP kind = ffi_put_vector(list, "kind", STRSXP, count);
  SEXP body = ffi_put_vector(list, "body", STRSXP, count);
  SEXP in = ffi_put_vector(list, "in", STRSXP, count);
  double *thread = put_numbers(list, "thread", count);
  double *begin = put_numbers(list, "begin", count);
  double *seconds = put_numbers(list, "seconds", count);
  double *first = put_numbers(list, "first", count);
  double *last = put_numbers(list, "last", count);
  for (int64_t k = 0; k < count; k++, event++) {
    SET_STRING_ELT(kind, k, Rf_mkChar(kinds[event->kind]));
    SET_STRING_ELT(body, k, Rf_mkChar(event->body));
    SET_STRING_ELT(in, k, Rf_mkChar(event->in));
    thread[k] = event->lane;
    begin[k] = 1e-9 * (double) (event->begin - begun);
    seconds[k] = 1e-9 * (double) (event->end - event->begin);
    first[k] = (double) event->first;
    last[k] = (double) event->last;
  }
  ffi_put(list, "dropped", Rf_ScalarReal((double) dropped));
  ffi_put(list, "elapsed", Rf_ScalarReal(1e-9 * (double) (now - begun)));
  mc_trace_free();
  return ffi_list_end(list);
}
