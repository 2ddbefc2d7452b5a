#ifndef MC_FFI_H
#define MC_FFI_H

/* The SEXP boundary: what its files share. Arguments have been checked by the
   R wrappers; here types and lengths are checked again, memory is allocated,
   and status codes become R errors. */

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/monitor.h"
#include "base/status.h"
#include "dispatch/call.h"

/* Scratch for one .Call, however it ends: an arena within a block of R's memory
   that is kept from call to call, as what is new to the process has to be
   cleared by the system first; and R_alloc() for what does not fit. The block
   grows to what a call asks for, up to FFI_SCRATCH_KEPT. Begin and end form a
   pair around the work, as PROTECT and UNPROTECT do; the block is lost, not
   leaked, if R jumps between them. */
enum { FFI_SCRATCH_KEPT = 32 << 20 };
typedef struct {
  SEXP block;
  size_t used, wanted;
} ffi_scratch;
mc_arena ffi_scratch_begin(ffi_scratch *s);
void ffi_scratch_end(ffi_scratch *s);
void ffi_scratch_load(void);
void ffi_scratch_unload(void);

/* Interrupts, and progress through `tick`, an R function of the share done (or
   NULL). */
typedef struct {
  SEXP tick;
} ffi_progress;
mc_monitor ffi_monitor(ffi_progress *progress, SEXP tick);

/* A call of a driver: scratch, progress, threads; begin and end form a pair. */
typedef struct {
  ffi_scratch scratch;
  ffi_progress progress;
  mc_arena arena;
  mc_monitor monitor;
  mc_call call;
} ffi_call;
const mc_call *ffi_begin(ffi_call *c, SEXP threads, SEXP tick);
void ffi_end(ffi_call *c);

/* A list with names, made value by value; what is put is protected from then on. */
typedef struct {
  SEXP list;
  int count;
} ffi_list;
ffi_list ffi_list_begin(int length);
void ffi_put(ffi_list *list, const char *name, SEXP value);
SEXP ffi_list_end(ffi_list *list); /* no longer protected */

/* A numeric, integer or logical vector or matrix; a vector is one column.
   `name` is the argument's name for the error. More than `most_rows` rows are an
   error before the data are touched, which for an ALTREP vector may mean to
   spell them out. */
mc_matrix ffi_matrix(SEXP x, int64_t most_rows, const char *name);

/* An integer scalar, not NA, in [low, high]. */
int ffi_int(SEXP x, int low, int high, const char *name);

/* A real scalar, not NA, in [low, high]. */
double ffi_double(SEXP x, double low, double high, const char *name);

/* R errors with the classes of R/errors.R, which adds the user's call: manycore_error_<kind>.
   `argument` is the name of the argument that is wrong, or NULL. */
__attribute__((format(printf, 3, 4))) _Noreturn void
ffi_stop(const char *kind, const char *argument, const char *format, ...);

/* That of a status; MC_OK returns. */
void ffi_check(mc_status status);

#endif
