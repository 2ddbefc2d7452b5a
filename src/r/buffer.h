#ifndef MC_R_BUFFER_H
#define MC_R_BUFFER_H

#include "r/ffi.h"

/* Matrices that C overwrites in place. R shares its vectors by counting who has them, and whoever
   changes one changes it for all. So memory that serves again, for the next tile or panel, stays
   behind an external pointer: R keeps the pointer and hands it back, and never has the matrix. */

/* A buffer of fresh memory, of doubles or integers. Its contents are not set. */
SEXP ffi_buffer_make(SEXPTYPE type, int rows, int columns);

/* The matrix behind a buffer, R_NilValue if x is none. The pointer keeps it alive. */
SEXP ffi_buffer_matrix(SEXP x);

/* What may be read: the matrix behind a buffer, or x itself if that is none. */
SEXP ffi_buffer_read(SEXP x);

#endif
