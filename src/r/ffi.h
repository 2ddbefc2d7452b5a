#ifndef MC_FFI_H
#define MC_FFI_H

/* The boundary to R: what its files share. The R wrappers have checked the arguments. Here types
   and lengths are checked again, memory is allocated, and status codes become R errors. */

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/monitor.h"
#include "base/status.h"
#include "dispatch/call.h"

/* A call of a driver: scratch memory, interrupts, progress through `tick` (an R function of the
   share that is done, or NULL), threads. ffi_begin() and ffi_end() enclose the work, as PROTECT and
   UNPROTECT do. They are macros, so that PROTECT and UNPROTECT are in the same function, where
   checkers of protection, such as rchk, look for them.

   Scratch memory is not R's, because R's collector would run for it, which takes tens of
   milliseconds. It is freed at the end of the call; when an interrupt, an error in `tick`, or
   another jump out of ffi_protect() leaves the call; or, after another jump, by a later call, when
   R has collected the call's `token`. A block is kept from call to call, because the system clears
   memory that is new to the process. Calls within the progress of a call have blocks of their own.
   A block grows to what a call asks for, up to FFI_SCRATCH_KEPT bytes. */
enum { FFI_SCRATCH_KEPT = 32 << 20 };
typedef struct ffi_scratch ffi_scratch;
typedef struct {
  ffi_scratch *scratch;
  SEXP token, tick;
  double done;
  mc_arena arena;
  mc_monitor monitor;
  mc_call call;
  const char *name; /* the name of the call in a trace */
  int64_t begin;
} ffi_call;
#define ffi_begin(c, threads, tick) ffi_begin_as(__func__, c, threads, tick)
#define ffi_begin_as(name, c, threads, tick) \
  (PROTECT(ffi_open(name, c, threads, tick)), (const mc_call *) &(c)->call)
#define ffi_end(c) (ffi_close(c), UNPROTECT(1))
SEXP ffi_open(const char *name, ffi_call *c, SEXP threads, SEXP tick); /* the token, unprotected */
void ffi_close(ffi_call *c);

/* work(data), which may leave by a jump. The call's scratch memory is freed before the jump goes
   on. */
void ffi_protect(ffi_call *c, SEXP (*work)(void *), void *data);

void ffi_scratch_unload(void);

/* A list with names, made value by value: a value takes the first place without a name. A value is
   protected as soon as it is put there. ffi_list_end() is the list, which is not protected any
   more. The list is a variable, because rchk follows no elements of a struct. */
#define ffi_list_begin(length) PROTECT(ffi_list_make(length))
#define ffi_list_end(l) (UNPROTECT(1), (l))
SEXP ffi_list_make(int length);
SEXP ffi_put(SEXP list, const char *name, SEXP value); /* returns the value */
SEXP ffi_put_vector(SEXP list, const char *name, SEXPTYPE type, int64_t count); /* a new one */

/* The matrix, or vector (one column), of numbers, integers or logicals. `name` is the argument's
   name in the error. More than `most_rows` rows are an error before the data are touched, because
   an ALTREP vector may have to be expanded for that. */
mc_matrix ffi_matrix(SEXP x, int64_t most_rows, const char *name);

/* The element of a list that has this name, R_NilValue if there is none. */
SEXP ffi_element(SEXP list, const char *name);

/* An integer scalar, not NA, in [low, high]. */
int ffi_int(SEXP x, int low, int high, const char *name);

/* A real scalar, not NA, in [low, high]. */
double ffi_double(SEXP x, double low, double high, const char *name);

/* Raises an R error with the classes of R/base_errors.R (manycore_error_<kind>); R adds the user's
   call. `argument` is the name of the wrong argument, or NULL. */
__attribute__((format(printf, 3, 4))) _Noreturn void
ffi_stop(const char *kind, const char *argument, const char *format, ...);

/* Raises the error of a status; returns if it is MC_OK. ffi_check_in() ends the call first. */
void ffi_check(mc_status status);
void ffi_check_in(ffi_call *c, mc_status status);

#endif
