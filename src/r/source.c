#include "r/source.h"

#include <R_ext/Memory.h>
#include <string.h>

#include "base/integers.h"
#include "base/rows.h"
#include "base/sparse.h"

static void *room_for(size_t bytes) {
  return R_alloc(bytes, 1); /* R frees it when .Call returns or jumps */
}

/* ---- rows of a matrix ---- */

static mc_columns columns_of_rows(SEXP matrix, const char *name) {
  mc_rows *rows = room_for(sizeof *rows);
  *rows = (mc_rows){.matrix = ffi_matrix(matrix, INT_MAX, name)};
  return mc_columns_of_rows(rows);
}

/* ---- sparse ---- */

static mc_columns columns_of_sparse(SEXP slots, int64_t rows, int64_t columns) {
  SEXP row = ffi_element(slots, "i"), start = ffi_element(slots, "p"),
       value = ffi_element(slots, "x");
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

/* `read(numbers)` returns these columns, counted from 1, as a matrix; or, if `across`, as the rows
   of a matrix. It is asked for blocks, as R reads them best. Requests are copied from the last
   block, unless they can be read there. R's collector runs when more than GARBAGE bytes of old
   blocks are there: R itself would let them grow, beside a large result. */
typedef struct {
  SEXP read;
  SEXP place;   /* an environment that keeps the last block alive */
  int64_t size; /* columns of a block */
  bool across;
  mc_type type;
  mc_matrix block;     /* the last block */
  int64_t first, last; /* its columns */
  int64_t garbage;     /* bytes */
  unsigned char *room;
} blocks;
static const int64_t GARBAGE = INT64_C(128) << 20;

/* Reads `count` columns of `rows` rows. `numbers` is protected. */
static void read_numbers(blocks *b, SEXP numbers, int64_t rows, int64_t count) {
  SEXP kept = Rf_install("block");
  Rf_defineVar(kept, R_NilValue, b->place);
  b->last = b->first = 0;
  if (b->garbage > GARBAGE) {
    R_gc();
    b->garbage = 0;
  }
  SEXP call = PROTECT(Rf_lang2(b->read, numbers));
  SEXP block = PROTECT(Rf_eval(call, R_BaseEnv));
  Rf_defineVar(kept, block, b->place);
  UNPROTECT(2);
  const mc_matrix m = ffi_matrix(block, INT_MAX, "x");
  if (!Rf_isMatrix(block) || m.type != b->type || (b->across ? m.columns : m.rows) != rows ||
      (b->across ? m.rows : m.columns) != count)
    Rf_error("internal error: columns of another shape or type");
  b->block = m;
  b->garbage += rows * count * mc_size_of(m.type);
}

static void read_block(blocks *b, const mc_columns *columns, int64_t k) {
  const int64_t first = k * b->size, last = mc_min(columns->columns, first + b->size);
  SEXP numbers = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t) (last - first)));
  for (int64_t j = first; j < last; j++)
    INTEGER(numbers)[j - first] = (int) j + 1;
  read_numbers(b, numbers, columns->rows, last - first);
  UNPROTECT(1);
  b->first = first;
  b->last = last;
}

/* Copies columns first <= j < last of the last block to `to`. */
static void copy_columns(const blocks *b, int64_t first, int64_t last, void *to) {
  const int64_t rows = b->across ? b->block.columns : b->block.rows;
  const int64_t bytes = rows * mc_size_of(b->type);
  if (b->across)
    mc_rows_copy(&b->block, first, last, rows, to);
  else
    memcpy(to, (const unsigned char *) b->block.data + first * bytes,
           (size_t) ((last - first) * bytes));
}

static mc_status make_room(blocks *b, const mc_columns *columns, mc_arena *arena) {
  if (b->room == NULL)
    b->room = mc_alloc(arena, columns->at_once * columns->rows, mc_size_of(b->type));
  return b->room == NULL ? MC_ERR_MEMORY : MC_OK;
}

static mc_status read_by_r(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                           mc_matrix *view) {
  blocks *b = columns->source;
  const int64_t bytes = columns->rows * mc_size_of(b->type);
  *view = (mc_matrix){NULL, b->type, columns->rows, last - first};
  for (int64_t at = first, end; at < last; at = end) {
    if (at < b->first || at >= b->last)
      read_block(b, columns, at / b->size);
    end = mc_min(last, b->last);
    if (!b->across && at == first && end == last) {
      view->data = (const unsigned char *) b->block.data + (at - b->first) * bytes;
      return MC_OK;
    }
    MC_TRY(make_room(b, columns, arena));
    copy_columns(b, at - b->first, end - b->first, b->room + (at - first) * bytes);
  }
  view->data = b->room;
  return MC_OK;
}

static mc_status pick_by_r(const mc_columns *columns, const uint32_t *index, int64_t count,
                           mc_arena *arena, mc_matrix *view) {
  blocks *b = columns->source;
  SEXP numbers = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t) count));
  for (int64_t k = 0; k < count; k++)
    INTEGER(numbers)[k] = (int) index[k] + 1;
  read_numbers(b, numbers, columns->rows, count);
  UNPROTECT(1);
  *view = (mc_matrix){b->block.data, b->type, columns->rows, count};
  if (!b->across)
    return MC_OK;
  MC_TRY(make_room(b, columns, arena));
  copy_columns(b, 0, count, b->room);
  view->data = b->room;
  return MC_OK;
}

static mc_columns columns_of_blocks(SEXP x, int64_t rows, int64_t columns) {
  const int64_t most = columns > 0 ? columns : 1;
  SEXP read = ffi_element(x, "read"), place = ffi_element(x, "place");
  if (!Rf_isFunction(read) || TYPEOF(place) != ENVSXP)
    Rf_error("internal error: bad source of columns");
  blocks *b = room_for(sizeof *b);
  *b = (blocks){.read = read,
                .place = place,
                .size = ffi_int(ffi_element(x, "size"), 1, INT_MAX, "size"),
                .across = ffi_int(ffi_element(x, "across"), 0, 1, "across"),
                .type = ffi_int(ffi_element(x, "double"), 0, 1, "double") ? MC_F64 : MC_I32};
  return (mc_columns){.rows = rows,
                      .columns = columns,
                      .at_once = mc_min(most, mc_columns_at_once(rows)),
                      .read = read_by_r,
                      .pick = pick_by_r,
                      .source = b};
}

/* ---- all ---- */

mc_columns ffi_columns(SEXP x, int64_t most_rows, const char *name) {
  if (!Rf_inherits(x, "column_source"))
    return mc_columns_of_matrix(ffi_matrix(x, most_rows, name));
  SEXP dim = ffi_element(x, "dim");
  if (TYPEOF(x) != VECSXP || TYPEOF(dim) != INTSXP || Rf_xlength(dim) != 2)
    Rf_error("internal error: bad source of columns");
  const int64_t rows = INTEGER_RO(dim)[0], columns = INTEGER_RO(dim)[1];
  if (rows < 0 || columns < 0)
    Rf_error("internal error: bad source of columns");
  SEXP matrix = ffi_element(x, "matrix"), sparse = ffi_element(x, "sparse");
  return matrix != R_NilValue   ? columns_of_rows(matrix, name)
         : sparse != R_NilValue ? columns_of_sparse(sparse, rows, columns)
                                : columns_of_blocks(x, rows, columns);
}
