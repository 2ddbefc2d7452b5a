#ifndef MC_R_SOURCE_H
#define MC_R_SOURCE_H

#include "r/ffi.h"
#include "base/columns.h"

/* The columns of a matrix or vector, as ffi_matrix() takes it, or of a `column_source` of
   R/input_source.R. Reading may call R, which may leave by a jump. So columns are asked for on the
   main thread only, while no other thread works, and their memory is R's. */
mc_columns ffi_columns(SEXP x, int64_t most_rows, const char *name);

#endif
