/* The dimnames of a store as bytes, so that a reader interprets only lengths and characters:

     16 bytes   magic, version, order of bytes
     for row names, column names, and the names of these two:
       8        how many there are; -1: NULL
       each     1 byte: 0 a missing name, 1 UTF-8, 2 bytes without an encoding;
                4 bytes: its length; then its bytes, none of them 0
     8          XXH64 of everything before

   Numbers have the order of bytes of the machine that wrote them, as in tiles. */

#include <limits.h>
#include <string.h>

#include "r/entries.h"
#include "r/ffi.h"
#include "base/hash.h"

static const char MAGIC[8] = {'M', 'C', 'N', 'A', 'M', 'E', '\r', '\n'};
enum { VERSION = 1, ORDER = 0x01020304, VECTORS = 3, EACH = 5 };
enum { NAME_MISSING, NAME_UTF8, NAME_BYTES };

typedef struct {
  char magic[8];
  uint32_t version, order;
} header;

/* ---- writing ---- */

/* The kind of a string, and its characters: in UTF-8, whatever encoding R has. */
static unsigned char kind_of(SEXP string, const char **text) {
  *text = "";
  if (string == NA_STRING)
    return NAME_MISSING;
  const bool bytes = Rf_getCharCE(string) == CE_BYTES;
  *text = bytes ? CHAR(string) : Rf_translateCharUTF8(string);
  return bytes ? NAME_BYTES : NAME_UTF8;
}

static unsigned char *put(unsigned char *to, const void *from, size_t size) {
  memcpy(to, from, size);
  return to + size;
}

static void check_names(SEXP names) {
  if (TYPEOF(names) != VECSXP || Rf_xlength(names) != VECTORS)
    Rf_error("internal error: bad names");
  for (int v = 0; v < VECTORS; v++)
    if (VECTOR_ELT(names, v) != R_NilValue && TYPEOF(VECTOR_ELT(names, v)) != STRSXP)
      Rf_error("internal error: bad names");
}

/* The bytes of list(row names, column names, the names of these two), each a character vector or
   NULL. */
SEXP ffi_names_pack(SEXP names) {
  check_names(names);
  const void *memory = vmaxget();
  double size = sizeof(header) + 8.0 * VECTORS + 8;
  for (int v = 0; v < VECTORS; v++) {
    SEXP vector = VECTOR_ELT(names, v);
    for (R_xlen_t k = 0; vector != R_NilValue && k < Rf_xlength(vector); k++) {
      const char *text;
      kind_of(STRING_ELT(vector, k), &text);
      size += (double) (EACH + strlen(text));
      vmaxset(memory);
    }
  }
  SEXP packed = PROTECT(Rf_allocVector(RAWSXP, (R_xlen_t) size));
  header h = {.version = VERSION, .order = ORDER};
  memcpy(h.magic, MAGIC, sizeof MAGIC);
  unsigned char *to = put(RAW(packed), &h, sizeof h);
  for (int v = 0; v < VECTORS; v++) {
    SEXP vector = VECTOR_ELT(names, v);
    const int64_t count = vector == R_NilValue ? -1 : (int64_t) Rf_xlength(vector);
    to = put(to, &count, sizeof count);
    for (R_xlen_t k = 0; k < count; k++) {
      const char *text;
      const unsigned char kind = kind_of(STRING_ELT(vector, k), &text);
      const uint32_t length = (uint32_t) strlen(text);
      to = put(to, &kind, 1);
      to = put(to, &length, sizeof length);
      to = put(to, text, length);
      vmaxset(memory);
    }
  }
  const uint64_t hash = mc_hash64(RAW(packed), to - RAW(packed), 0);
  put(to, &hash, sizeof hash);
  UNPROTECT(1);
  return packed;
}

/* ---- reading ---- */

/* The bytes that are still to be read. */
typedef struct {
  const unsigned char *at;
  int64_t left;
} rest;

static bool take(rest *r, void *to, int64_t size) {
  if (size > r->left)
    return false;
  memcpy(to, r->at, (size_t) size);
  r->at += size;
  r->left -= size;
  return true;
}

/* The next string; NULL: the bytes are damaged. */
static SEXP take_string(rest *r) {
  unsigned char kind;
  uint32_t length;
  if (!take(r, &kind, 1) || !take(r, &length, sizeof length) || kind > NAME_BYTES ||
      length > INT_MAX || (int64_t) length > r->left || (kind == NAME_MISSING && length > 0))
    return NULL;
  const unsigned char *text = r->at;
  if (memchr(text, 0, length) != NULL)
    return NULL;
  r->at += length;
  r->left -= length;
  return kind == NAME_MISSING ? NA_STRING
                              : Rf_mkCharLenCE((const char *) text, (int) length,
                                               kind == NAME_BYTES ? CE_BYTES : CE_UTF8);
}

/* Reads the next vector into `names`; false: the bytes are damaged. */
static bool take_vector(rest *r, SEXP names, int at) {
  int64_t count;
  if (!take(r, &count, sizeof count) || count < -1 || count > r->left / EACH)
    return false;
  if (count < 0)
    return true;
  SEXP vector = Rf_allocVector(STRSXP, (R_xlen_t) count);
  SET_VECTOR_ELT(names, at, vector);
  for (int64_t k = 0; k < count; k++) {
    SEXP string = take_string(r);
    if (string == NULL)
      return false;
    SET_STRING_ELT(vector, (R_xlen_t) k, string);
  }
  return true;
}

/* list(row names, column names, the names of these two); NULL if the bytes are damaged. The caller
   checks by validUTF8() that names marked as UTF-8 are UTF-8. */
SEXP ffi_names_unpack(SEXP packed) {
  if (TYPEOF(packed) != RAWSXP)
    Rf_error("internal error: bad names");
  const int64_t size = (int64_t) Rf_xlength(packed) - (int64_t) sizeof(uint64_t);
  rest r = {RAW_RO(packed), size};
  header h;
  uint64_t hash;
  if (size < 0 || !take(&r, &h, sizeof h) || memcmp(h.magic, MAGIC, sizeof MAGIC) != 0 ||
      h.version != VERSION || h.order != ORDER)
    return R_NilValue;
  memcpy(&hash, RAW_RO(packed) + size, sizeof hash);
  if (hash != mc_hash64(RAW_RO(packed), size, 0))
    return R_NilValue;
  SEXP names = PROTECT(Rf_allocVector(VECSXP, VECTORS));
  bool whole = true;
  for (int v = 0; v < VECTORS && whole; v++)
    whole = take_vector(&r, names, v);
  UNPROTECT(1);
  return whole && r.left == 0 ? names : R_NilValue;
}
