#include "r/source.h"

#include <R_ext/Memory.h>
#include <string.h>

#include "base/integers.h"
#include "base/rows.h"
#include "base/sparse.h"

/* An element of a column_source, R_NilValue where it has none of that name. */
static SEXP element(SEXP list, const char *name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t k = 0; k < Rf_xlength(names); k++)
    if (strcmp(CHAR(STRING_ELT(names, k)), name) == 0)
      return VECTOR_ELT(list, k);
  return R_NilValue;
}

static void *room_for(size_t bytes) {
  return R_alloc(bytes, 1); /* until .Call returns or jumps */
}

/* ---- rows of a matrix ---- */

static mc_columns columns_of_rows(SEXP matrix, const char *name) {
  mc_rows *rows = room_for(sizeof *rows);
  *rows = (mc_rows){.matrix = ffi_matrix(matrix, INT_MAX, name)};
  return mc_columns_of_rows(rows);
}

/* ---- sparse ---- */

static mc_columns columns_of_sparse(SEXP slots, int64_t rows, int64_t columns) {
  SEXP row = element(slots, "i"), start = element(slots, "p"), value = element(slots, "x");
  if (TYPEOF(row) != INTSXP || TYPEOF(start) != INTSXP || TYPEOF(value) != REALSXP ||
      Rf_xlength(start) != columns + 1 || Rf_xlength(row) != Rf_xlength(value))
    Rf_error("internal error: bad slots of a sparse matrix");
  mc_sparse *x = room_for(sizeof *x);
  *x = (mc_sparse){.rows = rows,
                   .columns = columns,
                   .start = INTEGER_RO(start),
                   .row = INTEGER_RO(row),
                   .value = REAL_RO(value)};
  if (!mc_sparse_holds(x, Rf_xlength(value)))
    ffi_stop("data", NULL, "the sparse matrix is not valid: see validObject()");
  return mc_columns_of_sparse(x);
}

/* ---- what R reads ---- */

/* Blocks of columns, as R reads them best: `read(first, last)` answers those from `first` to
   `last`, counted from 1, as a matrix; or, if `across`, as the rows of one. Requests copy from the
   block at hand. What R has thrown away meanwhile is collected before it is more than GARBAGE,
   as beside a large result R would let it grow. */
typedef struct {
  SEXP read;
  SEXP place;   /* an environment, which keeps the block */
  int64_t size; /* columns of a block */
  bool across;
  int64_t first, last; /* of the block at hand */
  mc_matrix block;
  int64_t garbage; /* bytes */
  mc_type type;
  unsigned char *room;
} blocks;
static const int64_t GARBAGE = INT64_C(128) << 20;

static void read_block(blocks *b, const mc_columns *columns, int64_t k) {
  const int64_t first = k * b->size, last = mc_min(columns->columns, first + b->size);
  SEXP kept = Rf_install("block");
  Rf_defineVar(kept, R_NilValue, b->place);
  b->last = b->first = 0;
  if (b->garbage > GARBAGE) {
    R_gc();
    b->garbage = 0;
  }
  SEXP from = PROTECT(Rf_ScalarInteger((int) first + 1));
  SEXP to = PROTECT(Rf_ScalarInteger((int) last));
  SEXP call = PROTECT(Rf_lang3(b->read, from, to));
  SEXP block = PROTECT(Rf_eval(call, R_BaseEnv));
  Rf_defineVar(kept, block, b->place);
  UNPROTECT(4);
  const mc_matrix m = ffi_matrix(block, INT_MAX, "x");
  if (!Rf_isMatrix(block) || m.type != b->type ||
      (b->across ? m.columns : m.rows) != columns->rows ||
      (b->across ? m.rows : m.columns) != last - first)
    Rf_error("internal error: a block of another shape or type");
  b->block = m;
  b->first = first;
  b->last = last;
  b->garbage += m.rows * m.columns * mc_size_of(m.type);
}

static mc_status read_by_r(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                           mc_matrix *view) {
  blocks *b = columns->source;
  const int64_t bytes = columns->rows * mc_size_of(b->type);
  if (b->room == NULL)
    b->room = mc_alloc(arena, columns->at_once * columns->rows, mc_size_of(b->type));
  if (b->room == NULL)
    return MC_ERR_MEMORY;
  for (int64_t at = first, end; at < last; at = end) {
    if (at < b->first || at >= b->last)
      read_block(b, columns, at / b->size);
    end = mc_min(last, b->last);
    unsigned char *to = b->room + (at - first) * bytes;
    if (b->across)
      mc_rows_copy(&b->block, at - b->first, end - b->first, columns->rows, to);
    else
      memcpy(to, (const unsigned char *) b->block.data + (at - b->first) * bytes,
             (size_t) ((end - at) * bytes));
  }
  *view = (mc_matrix){b->room, b->type, columns->rows, last - first};
  return MC_OK;
}

static mc_columns columns_of_blocks(SEXP x, int64_t rows, int64_t columns) {
  const int64_t most = columns > 0 ? columns : 1;
  SEXP read = element(x, "read"), place = element(x, "place");
  if (!Rf_isFunction(read) || TYPEOF(place) != ENVSXP)
    Rf_error("internal error: bad source of columns");
  blocks *b = room_for(sizeof *b);
  *b = (blocks){.read = read,
                .place = place,
                .size = ffi_int(element(x, "size"), 1, INT_MAX, "size"),
                .across = ffi_int(element(x, "across"), 0, 1, "across"),
                .type = ffi_int(element(x, "double"), 0, 1, "double") ? MC_F64 : MC_I32};
  return (mc_columns){.rows = rows,
                      .columns = columns,
                      .at_once = mc_min(most, mc_columns_at_once(rows)),
                      .read = read_by_r,
                      .source = b};
}

/* ---- all ---- */

mc_columns ffi_columns(SEXP x, int64_t most_rows, const char *name) {
  if (!Rf_inherits(x, "column_source"))
    return mc_columns_of_matrix(ffi_matrix(x, most_rows, name));
  SEXP dim = element(x, "dim");
  if (TYPEOF(x) != VECSXP || TYPEOF(dim) != INTSXP || Rf_xlength(dim) != 2)
    Rf_error("internal error: bad source of columns");
  const int64_t rows = INTEGER_RO(dim)[0], columns = INTEGER_RO(dim)[1];
  SEXP matrix = element(x, "matrix"), sparse = element(x, "sparse");
  return matrix != R_NilValue   ? columns_of_rows(matrix, name)
         : sparse != R_NilValue ? columns_of_sparse(sparse, rows, columns)
                                : columns_of_blocks(x, rows, columns);
}
