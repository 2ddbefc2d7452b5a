#include "r/ffi.h"

#include <R_ext/Utils.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/first_touch.h"

/* ---- scratch ---- */

/* A block of memory that did not fit into the kept one. */
typedef struct more {
  struct more *next;
} more;

/* The memory of a call. `hold` is a list of R. It has a token, which is an external pointer, and a
   weak reference to the token. Between calls the list keeps the token alive. During a call only R's
   stack keeps it. When a jump of R leaves the call, the token is garbage, and the weak reference
   tells when R has collected it. (A finalizer would tell sooner; but R would call it after the
   library is unloaded, too.) */
struct ffi_scratch {
  unsigned char *block;
  size_t size, used,
    wanted; /* bytes of the block, and of it in use; all bytes that the call asked for */
  more *others;
  SEXP hold;
  struct ffi_scratch *next;
};

/* The memory of a call, of calls within it, and of calls that a jump has left. */
static ffi_scratch *all = NULL;

static void free_others(ffi_scratch *s) {
  for (more *m = s->others; m != NULL;) {
    more *next = m->next;
    free(m);
    m = next;
  }
  s->others = NULL;
}

void ffi_scratch_unload(void) {
  while (all != NULL) {
    ffi_scratch *s = all;
    all = s->next;
    R_ReleaseObject(s->hold);
    free_others(s);
    free(s->block);
    free(s);
  }
}

static void *take(mc_arena *arena, size_t bytes) {
  ffi_scratch *s = arena->blocks;
  if (bytes > SIZE_MAX - sizeof(more))
    return NULL;
  s->wanted = s->wanted < SIZE_MAX - bytes ? s->wanted + bytes : SIZE_MAX;
  if (bytes <= s->size - s->used) {
    s->used += bytes;
    return s->block + s->used - bytes;
  }
  more *m = malloc(sizeof *m + bytes);
  if (m == NULL)
    return NULL;
  mc_prefer_large_pages(m, (int64_t) bytes);
  m->next = s->others;
  s->others = m;
  return m + 1;
}

static void make_token(SEXP hold) {
  SEXP token = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  SET_VECTOR_ELT(hold, 1, R_MakeWeakRef(token, R_NilValue, R_NilValue, FALSE));
  SET_VECTOR_ELT(hold, 0, token);
  UNPROTECT(1);
}

static ffi_scratch *make_scratch(void) {
  SEXP hold = PROTECT(Rf_allocVector(VECSXP, 2));
  make_token(hold); /* this call and the next one may leave by a jump, so calloc() comes later */
  R_PreserveObject(hold);
  ffi_scratch *s = calloc(1, sizeof *s);
  if (s == NULL) {
    R_ReleaseObject(hold);
    ffi_check(MC_ERR_MEMORY);
  }
  s->hold = hold;
  s->next = all;
  all = s;
  UNPROTECT(1);
  return s;
}

/* The block grows to what the call asked for. */
static void scratch_end(ffi_scratch *s, SEXP token) {
  free_others(s);
  const size_t wanted = s->wanted < FFI_SCRATCH_KEPT ? s->wanted : FFI_SCRATCH_KEPT;
  if (wanted > s->size) {
    free(s->block);
    s->block = malloc(wanted);
    s->size = s->block == NULL ? 0 : wanted;
    if (s->block != NULL)
      mc_prefer_large_pages(s->block, (int64_t) wanted);
  }
  s->used = s->wanted = 0;
  SET_VECTOR_ELT(s->hold, 0, token);
}

/* Returns memory that no call uses. */
static ffi_scratch *scratch_begin(void) {
  for (ffi_scratch *s = all; s != NULL; s = s->next) {
    if (VECTOR_ELT(s->hold, 0) != R_NilValue)
      return s;
    if (R_WeakRefKey(VECTOR_ELT(s->hold, 1)) == R_NilValue) {
      free_others(s);
      s->used = s->wanted = 0;
      make_token(s->hold);
      return s;
    }
  }
  return make_scratch();
}

/* ---- a call ---- */

/* Both calls may leave by a jump. */
static SEXP look_up(void *data) {
  const ffi_call *c = data;
  R_CheckUserInterrupt();
  if (c->tick != R_NilValue) {
    SEXP share = PROTECT(Rf_ScalarReal(c->done));
    SEXP call = PROTECT(Rf_lang2(c->tick, share));
    Rf_eval(call, R_BaseEnv);
    UNPROTECT(2);
  }
  return R_NilValue;
}

static void leave(void *data, Rboolean jump) {
  const ffi_call *c = data;
  if (jump)
    scratch_end(c->scratch, c->token);
}

void ffi_protect(ffi_call *c, SEXP (*work)(void *), void *data) {
  R_UnwindProtect(work, data, leave, c, NULL);
}

/* Runs on the main thread, between passes. */
static bool poll(void *data, double done) {
  ffi_call *c = data;
  c->done = done;
  ffi_protect(c, look_up, c);
  return false;
}

SEXP ffi_open(const char *name, ffi_call *c, SEXP threads, SEXP tick) {
  const int wanted = ffi_int(threads, 0, INT_MAX, "threads");
  if (tick != R_NilValue && !Rf_isFunction(tick))
    Rf_error("internal error: 'tick' must be a function or NULL");
  c->name = name;
  c->begin = mc_trace_now();
  c->tick = tick;
  c->scratch = scratch_begin();
  c->arena = (mc_arena){.take = take, .blocks = c->scratch};
  c->monitor = (mc_monitor){.poll = poll, .data = c};
  c->call = mc_call_make(&c->arena, &c->monitor, wanted);
  c->token = VECTOR_ELT(c->scratch->hold, 0);
  SET_VECTOR_ELT(c->scratch->hold, 0, R_NilValue);
  return c->token; /* the caller protects it */
}

void ffi_close(ffi_call *c) {
  mc_trace_add(MC_TRACE_call, &(const mc_site){c->name, ""}, c->begin, 0, 1);
  scratch_end(c->scratch, c->token);
}

/* ---- results ---- */

SEXP ffi_list_make(int length) {
  SEXP list = PROTECT(Rf_allocVector(VECSXP, length));
  Rf_setAttrib(list, R_NamesSymbol, Rf_allocVector(STRSXP, length));
  UNPROTECT(1);
  return list;
}

SEXP ffi_put(SEXP list, const char *name, SEXP value) {
  PROTECT(value);
  SEXP names = PROTECT(Rf_getAttrib(list, R_NamesSymbol));
  R_xlen_t at = 0;
  while (at < Rf_xlength(names) && STRING_ELT(names, at) != R_BlankString)
    at++;
  SET_VECTOR_ELT(list, at, value);
  SET_STRING_ELT(names, at, Rf_mkChar(name));
  UNPROTECT(2);
  return VECTOR_ELT(list, at);
}

SEXP ffi_put_vector(SEXP list, const char *name, SEXPTYPE type, int64_t count) {
  return ffi_put(list, name, Rf_allocVector(type, (R_xlen_t) count));
}

/* ---- arguments ---- */

mc_matrix ffi_matrix(SEXP x, int64_t most_rows, const char *name) {
  mc_matrix m;
  if (Rf_isMatrix(x)) {
    m.rows = Rf_nrows(x);
    m.columns = Rf_ncols(x);
  } else {
    m.rows = Rf_xlength(x);
    m.columns = 1;
  }
  if (m.rows > most_rows)
    ffi_stop("size", NULL, "at most %.0f observations are supported", (double) most_rows);
  switch (TYPEOF(x)) {
  case REALSXP:
    m.type = MC_F64;
    m.data = REAL_RO(x);
    break;
  case INTSXP:
    m.type = MC_I32;
    m.data = INTEGER_RO(x);
    break;
  case LGLSXP:
    m.type = MC_I32;
    m.data = LOGICAL_RO(x);
    break;
  default: ffi_stop("argument", name, "'%s' must be numeric", name);
  }
  return m;
}

SEXP ffi_element(SEXP list, const char *name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t k = 0; TYPEOF(list) == VECSXP && k < Rf_xlength(names); k++)
    if (strcmp(CHAR(STRING_ELT(names, k)), name) == 0)
      return VECTOR_ELT(list, k);
  return R_NilValue;
}

int ffi_int(SEXP x, int low, int high, const char *name) {
  if (TYPEOF(x) != INTSXP || Rf_xlength(x) != 1 || INTEGER_RO(x)[0] < low ||
      INTEGER_RO(x)[0] > high) /* NA is less than any `low` */
    Rf_error("internal error: '%s' must be an integer from %d to %d", name, low, high);
  return INTEGER_RO(x)[0];
}

double ffi_double(SEXP x, double low, double high, const char *name) {
  if (TYPEOF(x) != REALSXP || Rf_xlength(x) != 1 || !(REAL_RO(x)[0] >= low) ||
      !(REAL_RO(x)[0] <= high))
    Rf_error("internal error: '%s' must be a number from %g to %g", name, low, high);
  return REAL_RO(x)[0];
}

/* ---- errors ---- */

/* stop(structure(class = c("manycore_error_<kind>", ...), list(message, call = NULL, argument))) */
void ffi_stop(const char *kind, const char *argument, const char *format, ...) {
  char message[256], class[64];
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
  snprintf(class, sizeof class, "manycore_error_%s", kind);

  SEXP list = ffi_list_begin(argument == NULL ? 2 : 3);
  ffi_put(list, "message", Rf_mkString(message));
  ffi_put(list, "call", R_NilValue);
  if (argument != NULL)
    ffi_put(list, "argument", Rf_mkString(argument));
  SEXP condition = PROTECT(ffi_list_end(list));
  const char *const classes[] = {class, "manycore_error", "error", "condition"};
  SEXP names = PROTECT(Rf_allocVector(STRSXP, 4));
  for (int i = 0; i < 4; i++)
    SET_STRING_ELT(names, i, Rf_mkChar(classes[i]));
  Rf_setAttrib(condition, R_ClassSymbol, names);
  SEXP call = PROTECT(Rf_lang2(Rf_install("stop"), condition));
  Rf_eval(call, R_BaseEnv);
  Rf_error("%s", message); /* stop() does not return */
}

void ffi_check(mc_status status) {
  switch (status) {
  case MC_OK: return;
  case MC_INTERRUPTED: Rf_error("interrupted");
  case MC_ERR_MEMORY: ffi_stop("memory", NULL, "cannot allocate the working memory");
  case MC_ERR_SIZE: ffi_stop("size", NULL, "the data are larger than this algorithm can index");
  case MC_ERR_MISSING: ffi_stop("data", NULL, "missing observations in cov/cor");
  case MC_ERR_NO_COMPLETE: ffi_stop("data", NULL, "no complete element pairs");
  case MC_ERR_ARGUMENT:
  case MC_ERR_CYCLE: /* the caller explains it */ break;
  }
  Rf_error("internal error: bad argument");
}

void ffi_check_in(ffi_call *c, mc_status status) {
  if (status == MC_OK)
    return;
  ffi_close(c); /* the error unprotects */
  ffi_check(status);
}
