/* Parts of a matrix as sparse matrices: the panels of stores. */

#include "base/sparse_part.h"
#include "base/stored_counts.h"

#include <R_ext/Memory.h>
#include <limits.h>

#include "r/entries.h"
#include "r/ffi.h"
#include "r/source.h"

/* place[i]: the place of row i + 1 among the numbers of rows `rows`, or -1. */
static const int32_t *places_of(SEXP rows, int64_t count) {
  if (rows == R_NilValue)
    return NULL;
  if (TYPEOF(rows) != INTSXP)
    Rf_error("internal error: bad rows");
  int32_t *place = (int32_t *) R_alloc((size_t) count + 1, sizeof *place);
  for (int64_t i = 0; i < count; i++)
    place[i] = -1;
  const int *row = INTEGER_RO(rows);
  for (R_xlen_t k = 0; k < Rf_xlength(rows); k++) {
    if (row[k] < 1 || row[k] > count || place[row[k] - 1] >= 0)
      Rf_error("internal error: bad rows");
    place[row[k] - 1] = (int32_t) k;
  }
  return place;
}

/* The columns `first` to `last`, from 1 on, with the rows `rows` (NULL: all), of a matrix of
   doubles or of a sparse source: list(i, p, x), the slots of a dgCMatrix without stored zeros and
   with ascending rows. NULL if more than `most` numbers would be stored. */
SEXP ffi_sparse_part(SEXP x, SEXP first, SEXP last, SEXP rows, SEXP most) {
  const mc_columns from = ffi_columns(x, INT_MAX, "x");
  const bool sparse = Rf_inherits(x, "column_source");
  if (from.stored == NULL || (!sparse && TYPEOF(x) != REALSXP))
    Rf_error("internal error: bad columns");
  const int to = ffi_int(last, 0, INT_MAX, "last"), at = ffi_int(first, 1, to + 1, "first");
  if (to > from.columns)
    Rf_error("internal error: bad columns");
  const int64_t count = rows == R_NilValue ? from.rows : Rf_xlength(rows);
  const mc_sparse_part part = {.from = &from,
                               .first = at - 1,
                               .last = to,
                               .place = places_of(rows, from.rows),
                               .rows = count,
                               .room = (double *) R_alloc((size_t) count + 1, sizeof(double))};
  const int64_t limit = (int64_t) ffi_double(most, 0, INT_MAX, "most");
  const int64_t stored = mc_sparse_part_count(&part, limit);
  if (stored > limit)
    return R_NilValue;
  SEXP result = ffi_list_begin(3);
  SEXP row = ffi_put_vector(result, "i", INTSXP, stored);
  SEXP start = ffi_put_vector(result, "p", INTSXP, part.last - part.first + 1);
  SEXP value = ffi_put_vector(result, "x", REALSXP, stored);
  mc_sparse_part_write(&part, INTEGER(start), INTEGER(row), REAL(value));
  return ffi_list_end(result);
}

/* mc_stored_counts(), as doubles. */
SEXP ffi_stored_counts(SEXP x) {
  const mc_columns from = ffi_columns(x, INT_MAX, "x");
  SEXP one = PROTECT(Rf_ScalarInteger(1)); /* thread */
  SEXP result = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t) from.columns));
  double *number = REAL(result);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, one, R_NilValue);
  int64_t *count = mc_alloc(call->arena, from.columns, sizeof *count);
  if (count == NULL)
    ffi_check_in(&c, MC_ERR_MEMORY);
  ffi_check_in(&c, mc_stored_counts(&from, call->monitor, call->arena, count));
  for (int64_t j = 0; j < from.columns; j++)
    number[j] = (double) count[j];
  ffi_end(&c);
  UNPROTECT(2);
  return result;
}
