#ifndef MC_R_FILES_H
#define MC_R_FILES_H

#include "base/safe_file.h"
#include "r/ffi.h"

/* A path in R: c(root, path). Both texts live until .Call returns. */
mc_safe_path ffi_safe_path(SEXP path);

#endif
