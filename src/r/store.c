/* Files of tiles, and fingerprints. */

#include <limits.h>
#include <string.h>

#include "r/entries.h"
#include "r/ffi.h"
#include "base/hash.h"
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

/* Of doubles, of raw bytes or of the characters of strings, each with its end. */
SEXP ffi_fingerprint(SEXP x) {
  if (TYPEOF(x) == REALSXP)
    return text_of(mc_hash64(REAL_RO(x), Rf_xlength(x) * (int64_t) sizeof(double), 0));
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

/* label: i, j, rows, columns, single. */
static mc_tile_label label_of(SEXP label, SEXP fingerprint) {
  if (TYPEOF(label) != REALSXP || Rf_xlength(label) != 5)
    Rf_error("internal error: bad label of a tile");
  const double *l = REAL_RO(label);
  for (int k = 0; k < 5; k++)
    if (!(l[k] >= 0 && l[k] <= INT_MAX))
      Rf_error("internal error: bad label of a tile");
  return (mc_tile_label){.fingerprint = fingerprint_of(fingerprint),
                         .i = (int64_t) l[0],
                         .j = (int64_t) l[1],
                         .rows = (int64_t) l[2],
                         .columns = (int64_t) l[3],
                         .single = l[4] != 0};
}

static const char *path_of(SEXP path) {
  if (!Rf_isString(path) || Rf_xlength(path) != 1)
    Rf_error("internal error: bad path");
  return R_ExpandFileName(Rf_translateChar(STRING_ELT(path, 0)));
}

/* NULL, or what is wrong with the disk, in the words of the system. */
SEXP ffi_tile_write(SEXP path, SEXP label, SEXP fingerprint, SEXP mark, SEXP note, SEXP numbers) {
  mc_tile_label l = label_of(label, fingerprint);
  if (TYPEOF(numbers) != REALSXP || Rf_xlength(numbers) != l.rows * l.columns)
    Rf_error("internal error: bad numbers of a tile");
  l.mark = (int64_t) ffi_double(mark, 0, 9e15, "mark");
  l.note = ffi_double(note, 0, 9e15, "note");
  const int error = mc_tile_write(path_of(path), &l, REAL_RO(numbers), R_alloc(MC_TILE_BLOCK, 1));
  return error == 0 ? R_NilValue : Rf_mkString(strerror(error));
}

/* list(state, mark, note, numbers): of columns `first` to `last`, read if `keep`, else checked
   only; first 0: of none. `keep` may be a matrix of the tile's size, which is overwritten: fresh
   memory takes longer than reading. */
SEXP ffi_tile_read(SEXP path, SEXP label, SEXP fingerprint, SEXP first, SEXP last, SEXP keep) {
  static const char *const states[] = {"whole", "missing", "truncated", "damaged", "foreign"};
  const mc_tile_label wanted = label_of(label, fingerprint);
  const int from = ffi_int(first, 0, INT_MAX, "first");
  const int to = ffi_int(last, 0, (int) wanted.columns, "last");
  const bool again = TYPEOF(keep) == REALSXP;
  const bool kept = again || ffi_int(keep, 0, 1, "keep");
  if (again && (from != 1 || to != wanted.columns || Rf_nrows(keep) != wanted.rows ||
                Rf_ncols(keep) != wanted.columns))
    Rf_error("internal error: bad room for a tile");
  ffi_list result = ffi_list_begin(4);
  mc_tile_label found = {0};
  mc_tile_state state = MC_TILE_WHOLE;
  SEXP numbers = R_NilValue;
  if (kept) { /* memory only for a file that is there */
    state = mc_tile_look(path_of(path), &wanted, &found);
    if (state == MC_TILE_WHOLE)
      numbers =
        again ? keep : Rf_allocMatrix(REALSXP, (int) wanted.rows, from == 0 ? 0 : to - from + 1);
  }
  ffi_put(&result, "numbers", numbers);
  if (state == MC_TILE_WHOLE)
    state =
      mc_tile_read(path_of(path), &wanted, &found, from == 0 ? 0 : from - 1, from == 0 ? 0 : to,
                   kept ? REAL(numbers) : NULL, R_alloc(MC_TILE_BLOCK, 1));
  ffi_put(&result, "state", Rf_mkString(states[state]));
  ffi_put(&result, "mark", Rf_ScalarReal((double) found.mark));
  ffi_put(&result, "note", Rf_ScalarReal(found.note));
  return ffi_list_end(&result);
}

/* c(rows, columns) as the header says, NULL if it is none or these cannot be. */
SEXP ffi_tile_peek(SEXP path) {
  mc_tile_label found;
  if (!mc_tile_peek(path_of(path), &found) || found.rows < 0 || found.rows > INT_MAX ||
      found.columns < 0 || found.columns > INT_MAX)
    return R_NilValue;
  SEXP size = Rf_allocVector(REALSXP, 2);
  REAL(size)[0] = (double) found.rows;
  REAL(size)[1] = (double) found.columns;
  return size;
}
