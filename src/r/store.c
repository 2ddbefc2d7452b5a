/* Files of tiles, and fingerprints. */

#include <R_ext/Utils.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "r/buffer.h"
#include "r/entries.h"
#include "r/files.h"
#include "r/ffi.h"
#include "base/hash.h"
#include "base/integers.h"
#include "base/team.h"
#include "base/threads.h"
#include "base/tile_file.h"

/* A fingerprint in R is 16 hexadecimal digits. */
static SEXP text_of(uint64_t fingerprint) {
  static const char digits[] = "0123456789abcdef";
  char text[17] = {0};
  for (int k = 0; k < 16; k++)
    text[k] = digits[fingerprint >> (60 - 4 * k) & 15];
  return Rf_mkString(text);
}

static uint64_t fingerprint_of(SEXP text) {
  if (!Rf_isString(text) || Rf_xlength(text) != 1 || strlen(CHAR(STRING_ELT(text, 0))) != 16)
    Rf_error("internal error: bad fingerprint");
  uint64_t fingerprint = 0;
  for (const char *c = CHAR(STRING_ELT(text, 0)); *c != '\0'; c++)
    fingerprint = fingerprint << 4 | (uint64_t) (*c <= '9' ? *c - '0' : *c - 'a' + 10);
  return fingerprint;
}

/* The fingerprint of doubles, of integers, of raw bytes, or of the characters of strings, each with
   its end. */
SEXP ffi_fingerprint(SEXP x) {
  if (TYPEOF(x) == REALSXP)
    return text_of(mc_hash64(REAL_RO(x), Rf_xlength(x) * (int64_t) sizeof(double), 0));
  if (TYPEOF(x) == INTSXP)
    return text_of(mc_hash64(INTEGER_RO(x), Rf_xlength(x) * (int64_t) sizeof(int), 0));
  if (TYPEOF(x) == RAWSXP)
    return text_of(mc_hash64(RAW_RO(x), Rf_xlength(x), 0));
  if (TYPEOF(x) != STRSXP)
    Rf_error("internal error: bad argument");
  uint64_t hash = 0;
  for (R_xlen_t k = 0; k < Rf_xlength(x); k++) {
    const char *text = CHAR(STRING_ELT(x, k));
    hash = mc_hash64(text, (int64_t) strlen(text) + 1, hash);
  }
  return text_of(hash);
}

typedef struct {
  const double *numbers;
  int64_t panel, all; /* numbers of a panel, and of all panels */
  uint64_t *hash;
} panels;

MC_BODY(hash_panel, const panels, p, k) {
  const int64_t first = k * p->panel, count = mc_min(p->panel, p->all - first);
  p->hash[k] = mc_hash64(p->numbers + first, count * (int64_t) sizeof(double), 0);
}

/* The fingerprints of the panels of a matrix of doubles. A panel has `columns` columns. */
SEXP ffi_panel_fingerprints(SEXP x, SEXP columns, SEXP threads) {
  if (TYPEOF(x) != REALSXP || !Rf_isMatrix(x))
    Rf_error("internal error: bad argument");
  const int64_t rows = Rf_nrows(x), wide = ffi_int(columns, 1, INT_MAX, "columns");
  const int64_t count = (Rf_ncols(x) + wide - 1) / wide, all = Rf_xlength(x);
  panels p = {REAL_RO(x), rows * wide, all, (uint64_t *) R_alloc((size_t) count + 1, 8)};
  const int wanted = ffi_int(threads, 0, INT_MAX, "threads");
  mc_each(mc_threads(wanted, (double) all * 1e-9), 0, count, hash_panel, &p);
  SEXP text = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t) count));
  for (int64_t k = 0; k < count; k++)
    SET_STRING_ELT(text, (R_xlen_t) k, STRING_ELT(text_of(p.hash[k]), 0));
  UNPROTECT(1);
  return text;
}

/* label: i, j, rows, columns, single, and whether there are integers (no sixth number: none). */
static mc_tile_label label_of(SEXP label, SEXP fingerprint) {
  const R_xlen_t length = Rf_xlength(label);
  if (TYPEOF(label) != REALSXP || (length != 5 && length != 6))
    Rf_error("internal error: bad label of a tile");
  const double *l = REAL_RO(label);
  for (int k = 0; k < length; k++)
    if (!(l[k] >= 0 && l[k] <= INT_MAX))
      Rf_error("internal error: bad label of a tile");
  return (mc_tile_label){.fingerprint = fingerprint_of(fingerprint),
                         .i = (int64_t) l[0],
                         .j = (int64_t) l[1],
                         .rows = (int64_t) l[2],
                         .columns = (int64_t) l[3],
                         .single = l[4] != 0,
                         .integers = length > 5 && l[5] != 0};
}

/* ---- tiles ---- */

/* What a jump of R has to close and to free. */
typedef struct {
  FILE *file;
  void *memory;
} opened;

static SEXP look_for_interrupt(void *data) {
  (void) data;
  R_CheckUserInterrupt();
  return R_NilValue;
}

static void close_opened(void *data, Rboolean jump) {
  const opened *o = data;
  if (jump) {
    fclose(o->file);
    free(o->memory);
  }
}

/* `data`: the token of R_UnwindProtect(), which would otherwise allocate one, and might jump before
   close_opened() is known. */
static void look(void *data, FILE *file, void *memory) {
  opened o = {file, memory};
  R_UnwindProtect(look_for_interrupt, NULL, close_opened, &o, data);
}

/* Writes a tile. Returns NULL, or the text of an error of the system. numbers and integers are
   matrices, vectors or buffers; integers is NULL if the label has none. */
SEXP ffi_tile_write(SEXP path, SEXP label, SEXP fingerprint, SEXP mark, SEXP note, SEXP numbers,
                    SEXP integers) {
  mc_tile_label l = label_of(label, fingerprint);
  const R_xlen_t count = (R_xlen_t) (l.rows * l.columns);
  numbers = ffi_buffer_read(numbers);
  integers = ffi_buffer_read(integers);
  if (TYPEOF(numbers) != REALSXP || Rf_xlength(numbers) != count ||
      (l.integers && (TYPEOF(integers) != INTSXP || Rf_xlength(integers) != count)))
    Rf_error("internal error: bad numbers of a tile");
  l.mark = (int64_t) ffi_double(mark, 0, 9e15, "mark");
  l.note = ffi_double(note, 0, 9e15, "note");
  SEXP token = PROTECT(R_MakeUnwindCont());
  const int error = mc_tile_write(ffi_safe_path(path), &l, REAL_RO(numbers),
                                  l.integers ? INTEGER_RO(integers) : NULL,
                                  R_alloc(MC_TILE_BLOCK, 1), &(mc_tile_poll){look, token});
  UNPROTECT(1);
  return error == 0 ? R_NilValue : Rf_mkString(strerror(error));
}

/* Columns first <= j < last of a tile, from 0 on. */
typedef struct {
  int64_t first, last;
  bool all; /* are these all columns of the tile? */
} columns_of_tile;

/* Where to read elements of a type to: `keep` itself, if it is a buffer; a new matrix, if it is 1;
   a new buffer, if it is 2; nothing (NULL), if it is 0. */
static SEXP room_for(SEXP keep, SEXPTYPE type, const mc_tile_label *l, const columns_of_tile *c) {
  SEXP matrix = ffi_buffer_matrix(keep);
  if (matrix != R_NilValue) {
    if ((SEXPTYPE) TYPEOF(matrix) != type || !c->all || Rf_nrows(matrix) != l->rows ||
        Rf_ncols(matrix) != l->columns)
      Rf_error("internal error: bad room for a tile");
    return keep;
  }
  const int rows = (int) l->rows, columns = (int) (c->last - c->first);
  switch (ffi_int(keep, 0, 2, "keep")) {
  case 0: return R_NilValue;
  case 1: return Rf_allocMatrix(type, rows, columns);
  default: return ffi_buffer_make(type, rows, columns);
  }
}

static bool is_wanted(SEXP keep) {
  return ffi_buffer_matrix(keep) != R_NilValue || ffi_int(keep, 0, 2, "keep") != 0;
}

/* list(state, mark, note, numbers, integers) of columns `first` to `last` of a tile, from 1 on;
   first = 0: of none. keep and keep_integers say where numbers and integers go (room_for());
   buffers serve again, as new memory takes longer than reading. If both are 0, the columns are
   checked only. */
SEXP ffi_tile_read(SEXP path, SEXP label, SEXP fingerprint, SEXP first, SEXP last, SEXP keep,
                   SEXP keep_integers) {
  static const char *const states[] = {"whole",   "missing", "truncated", "damaged",
                                       "foreign", "link",    "no file",   "unreadable"};
  const mc_tile_label wanted = label_of(label, fingerprint);
  const int from = ffi_int(first, 0, INT_MAX, "first");
  const int to = ffi_int(last, 0, (int) wanted.columns, "last");
  const columns_of_tile c = {from == 0 ? 0 : from - 1, from == 0 ? 0 : to,
                             from == 1 && to == wanted.columns};
  const bool with_integers = is_wanted(keep_integers);
  if (from - 1 > to || (with_integers && !wanted.integers))
    Rf_error("internal error: bad columns of a tile");
  SEXP result = ffi_list_begin(5);
  mc_tile_label found = {0};
  SEXP numbers = R_NilValue, integers = R_NilValue;
  /* memory is taken only if the file is there */
  mc_tile_state state = mc_tile_look(ffi_safe_path(path), &wanted, &found);
  if (state == MC_TILE_WHOLE) {
    numbers = ffi_put(result, "numbers", room_for(keep, REALSXP, &wanted, &c));
    integers = ffi_put(result, "integers", room_for(keep_integers, INTSXP, &wanted, &c));
    SEXP token = PROTECT(R_MakeUnwindCont());
    state = mc_tile_read(ffi_safe_path(path), &wanted, &found, c.first, c.last,
                         numbers == R_NilValue ? NULL : REAL(ffi_buffer_read(numbers)),
                         integers == R_NilValue ? NULL : INTEGER(ffi_buffer_read(integers)),
                         R_alloc(MC_TILE_BLOCK, 1), &(mc_tile_poll){look, token});
    UNPROTECT(1);
  } else {
    ffi_put(result, "numbers", numbers);
    ffi_put(result, "integers", integers);
  }
  ffi_put(result, "state", Rf_mkString(states[state]));
  ffi_put(result, "mark", Rf_ScalarReal((double) found.mark));
  ffi_put(result, "note", Rf_ScalarReal(found.note));
  return ffi_list_end(result);
}

/* c(rows, columns) of the header; NULL if it is no header, or if they are invalid. */
SEXP ffi_tile_peek(SEXP path) {
  mc_tile_label found;
  if (!mc_tile_peek(ffi_safe_path(path), &found) || found.rows < 0 || found.rows > INT_MAX ||
      found.columns < 0 || found.columns > INT_MAX)
    return R_NilValue;
  SEXP size = Rf_allocVector(REALSXP, 2);
  REAL(size)[0] = (double) found.rows;
  REAL(size)[1] = (double) found.columns;
  return size;
}

/* The fingerprint in the header; NULL if the file is no tile. */
SEXP ffi_tile_fingerprint(SEXP path) {
  mc_tile_label found;
  return mc_tile_peek(ffi_safe_path(path), &found) ? text_of(found.fingerprint) : R_NilValue;
}
