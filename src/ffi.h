#ifndef MC_FFI_H
#define MC_FFI_H

/* The SEXP boundary: what its files share. Arguments have been checked by the
   R wrappers; here types and lengths are checked again, memory is allocated,
   and status codes become R errors. */

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include "buffer.h"
#include "passes.h"
#include "ranks.h"
#include "status.h"

/* Scratch that R frees when .Call ends, however it ends. */
mc_arena ffi_arena(void);

/* Interrupts, and progress through `tick`, an R function of the share done (or
   NULL). */
typedef struct {
  SEXP tick;
} ffi_progress;
mc_monitor ffi_monitor(ffi_progress *progress, SEXP tick);

/* A numeric, integer or logical vector or matrix; a vector is one column.
   `name` is the argument's name for the error. More than `most_rows` rows are an
   error before the data are touched, which for an ALTREP vector may mean to
   spell them out. */
mc_matrix ffi_matrix(SEXP x, int64_t most_rows, const char *name);

/* An integer scalar, not NA, in [low, high]. */
int ffi_int(SEXP x, int low, int high, const char *name);

/* A real scalar, not NA, in [low, high]. */
double ffi_double(SEXP x, double low, double high, const char *name);

/* The R error of a status; MC_OK returns. */
void ffi_check(mc_status status);

#endif
