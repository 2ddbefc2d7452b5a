#ifndef MC_R_BUFFER_H
#define MC_R_BUFFER_H

#include "r/ffi.h"

/* Buffers: matrices that C overwrites in place. R may give one vector to several variables, and a
   change of it in place changes all of them. So memory that is used again, for the next tile or
   panel, stays behind an external pointer. R keeps the pointer, hands it back, and never gets the
   matrix. */

/* A buffer of new memory, of doubles or integers. Its contents are undefined. */
SEXP ffi_buffer_make(SEXPTYPE type, int rows, int columns);

/* The matrix of a buffer, which the pointer keeps alive; R_NilValue if x is no buffer. */
SEXP ffi_buffer_matrix(SEXP x);

/* What to read: the matrix of a buffer, or x itself if x is no buffer. */
SEXP ffi_buffer_read(SEXP x);

#endif
