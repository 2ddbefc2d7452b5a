#ifndef MC_R_SOURCE_H
#define MC_R_SOURCE_H

#include "r/ffi.h"
#include "base/columns.h"

/* A matrix or vector, as of ffi_matrix(), or a `column_source` of R/input_source.R, as a source of
   columns. It may call R, which may leave by a jump: so it is asked on the main thread alone, while
   no other is at work, and has its memory of R. */
mc_columns ffi_columns(SEXP x, int64_t most_rows, const char *name);

#endif
