/* Files and folders of a store, by base/safe_file.h. In R their path is c(root, path). An error is
   a text of the system. */

#include "r/files.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "r/entries.h"

static const char *text_at(SEXP text, R_xlen_t at) {
  const char *native = Rf_translateChar(STRING_ELT(text, at));
  char *copy = R_alloc(strlen(native) + 1, 1);
  return strcpy(copy, native);
}

static void check_text(SEXP text, R_xlen_t length) {
  if (TYPEOF(text) != STRSXP || (length >= 0 && Rf_xlength(text) != length))
    Rf_error("internal error: bad path");
  for (R_xlen_t k = 0; k < Rf_xlength(text); k++)
    if (STRING_ELT(text, k) == NA_STRING)
      Rf_error("internal error: bad path");
}

mc_safe_path ffi_safe_path(SEXP path) {
  check_text(path, 2);
  return (mc_safe_path){text_at(path, 0), text_at(path, 1)};
}

/* NULL, or the text of an error. */
static SEXP problem_of(int error) {
  return error == 0 ? R_NilValue : Rf_mkString(strerror(error));
}

/* list(kind, bytes) of paths below a root. */
SEXP ffi_file_look(SEXP root, SEXP paths) {
  static const char *const kinds[] = {"missing", "file", "folder", "link", "other", "hidden"};
  check_text(root, 1);
  check_text(paths, -1);
  const R_xlen_t count = Rf_xlength(paths);
  SEXP result = ffi_list_begin(2);
  SEXP kind = ffi_put_vector(result, "kind", STRSXP, count);
  SEXP bytes = ffi_put_vector(result, "bytes", REALSXP, count);
  const char *base = text_at(root, 0);
  for (R_xlen_t k = 0; k < count; k++) {
    const void *memory = vmaxget();
    int64_t size;
    const mc_safe_kind is = mc_safe_look((mc_safe_path){base, text_at(paths, k)}, &size);
    vmaxset(memory);
    SET_STRING_ELT(kind, k, Rf_mkChar(kinds[is]));
    REAL(bytes)[k] = is == MC_SAFE_FILE ? (double) size : NA_REAL;
  }
  return ffi_list_end(result);
}

/* Names in a folder, kept as C strings: R may not be called while the folder is open. */
typedef struct {
  char *text; /* one after the other, each with its end */
  size_t used, room, most;
  R_xlen_t count;
  bool full; /* was there a name without room? */
} name_list;

static bool take_name(void *data, const char *name) {
  name_list *l = data;
  const size_t size = strlen(name) + 1;
  l->full = l->used + size > l->room;
  if (l->full)
    return false;
  memcpy(l->text + l->used, name, size);
  l->used += size;
  l->count++;
  return true;
}

static bool count_name(void *data, const char *name) {
  name_list *l = data;
  l->most += strlen(name) + 1;
  return true;
}

/* The names in a folder (of the root: c(root, "")), a character vector; or list(text of the
   error). */
SEXP ffi_file_list(SEXP folder) {
  const mc_safe_path at = ffi_safe_path(folder);
  name_list names;
  int error;
  int turns = 5; /* other processes may add more names than there is room for */
  do {
    names = (name_list){0};
    error = mc_safe_list(at, count_name, &names);
    if (error == 0) {
      names.room = names.most + 4096;
      names.text = R_alloc(names.room, 1);
      error = mc_safe_list(at, take_name, &names);
    }
  } while (error == 0 && names.full && --turns > 0);
  if (error != 0 || names.full) {
    SEXP problem = PROTECT(Rf_allocVector(VECSXP, 1));
    SET_VECTOR_ELT(problem, 0,
                   error != 0 ? problem_of(error) : Rf_mkString("other processes add files to it"));
    UNPROTECT(1);
    return problem;
  }
  SEXP result = PROTECT(Rf_allocVector(STRSXP, names.count));
  const char *name = names.text;
  for (R_xlen_t k = 0; k < names.count; k++, name += strlen(name) + 1)
    SET_STRING_ELT(result, k, Rf_mkChar(name));
  UNPROTECT(1);
  return result;
}

SEXP ffi_file_rename(SEXP from, SEXP to) {
  check_text(to, 1);
  return problem_of(mc_safe_rename(ffi_safe_path(from), text_at(to, 0)));
}

SEXP ffi_file_link(SEXP from, SEXP to) {
  check_text(to, 1);
  return problem_of(mc_safe_link(ffi_safe_path(from), text_at(to, 0)));
}

SEXP ffi_file_make_folder(SEXP path) {
  return problem_of(mc_safe_make_folder(ffi_safe_path(path)));
}

SEXP ffi_file_remove(SEXP path, SEXP folder) {
  const mc_safe_path at = ffi_safe_path(path);
  return problem_of(ffi_int(folder, 0, 1, "folder") ? mc_safe_remove_folder(at)
                                                    : mc_safe_remove_file(at));
}

/* The first `head` bytes of a file that has up to `most` bytes; or the text of an error. */
SEXP ffi_file_read(SEXP path, SEXP most, SEXP head) {
  const mc_safe_path at = ffi_safe_path(path);
  const double limit = ffi_double(most, 0, 1e15, "most"), first = ffi_double(head, 0, 1e15, "head");
  FILE *file = mc_safe_open(at, MC_SAFE_READ, 0);
  if (file == NULL)
    return problem_of(errno);
  const int64_t size = mc_safe_size(file);
  fclose(file); /* an allocation of R may leave by a jump */
  if ((double) size > limit)
    return Rf_mkString("it is too large");
  const size_t wanted = (size_t) ((double) size > first ? first : (double) size);
  SEXP bytes = PROTECT(Rf_allocVector(RAWSXP, (R_xlen_t) wanted));
  file = mc_safe_open(at, MC_SAFE_READ, 0);
  int error = file == NULL ? errno : 0;
  if (file != NULL) {
    if (fread(RAW(bytes), 1, wanted, file) != wanted ||
        (wanted == (size_t) size && fgetc(file) != EOF))
      error = EAGAIN; /* the file has changed */
    fclose(file);
  }
  UNPROTECT(1);
  return error == 0 ? bytes : problem_of(error);
}

/* Writes a new file of these bytes. */
SEXP ffi_file_write(SEXP path, SEXP bytes) {
  const mc_safe_path at = ffi_safe_path(path);
  if (TYPEOF(bytes) != RAWSXP)
    Rf_error("internal error: bad argument");
  const unsigned char *from = RAW_RO(bytes);
  const size_t size = (size_t) Rf_xlength(bytes);
  errno = 0;
  FILE *file = mc_safe_open(at, MC_SAFE_CREATE, 0);
  int error = file == NULL ? errno : 0;
  if (file != NULL) {
    if (fwrite(from, 1, size, file) != size)
      error = errno != 0 ? errno : EIO;
    if (fclose(file) != 0 && error == 0)
      error = errno != 0 ? errno : EIO;
    if (error != 0)
      mc_safe_remove_file(at);
  }
  return problem_of(error);
}
