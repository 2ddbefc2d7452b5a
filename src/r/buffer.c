#include "r/buffer.h"

#include "r/entries.h"

static SEXP tag(void) {
  return Rf_install("manycore_buffer");
}

SEXP ffi_buffer_make(SEXPTYPE type, int rows, int columns) {
  SEXP matrix = PROTECT(Rf_allocMatrix(type, rows, columns));
  /* an address that is not NULL: a pointer that was read from a file has NULL */
  SEXP buffer = R_MakeExternalPtr((void *) tag(), tag(), matrix);
  UNPROTECT(1);
  return buffer;
}

SEXP ffi_buffer_matrix(SEXP x) {
  if (TYPEOF(x) != EXTPTRSXP || R_ExternalPtrTag(x) != tag() || R_ExternalPtrAddr(x) == NULL)
    return R_NilValue;
  return R_ExternalPtrProtected(x);
}

SEXP ffi_buffer_read(SEXP x) {
  SEXP matrix = ffi_buffer_matrix(x);
  return matrix == R_NilValue ? x : matrix;
}

/* c(rows, columns) of a buffer; NULL for anything else. */
SEXP ffi_buffer_dim(SEXP x) {
  SEXP matrix = ffi_buffer_matrix(x);
  return matrix == R_NilValue ? matrix : Rf_getAttrib(matrix, R_DimSymbol);
}
