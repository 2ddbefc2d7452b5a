#include "r/choices.h"

#include "distance/types.h"
#include "dynprog/types.h"
#include "haplotype/types.h"
#include "kendall/request.h"
#include "paths/types.h"
#include "r/entries.h"
#include "r/ffi.h"
#include "sort/types.h"

#define NAME_OF(NAME, name) #name,

const char *const ffi_kendall_names[] = {
#define MC_KENDALL_ALGORITHM(constant, name) name,
#include "kendall/algorithms.def"
};
static const char *const coefficient_names[] = {
#define MC_KENDALL_COEFFICIENT(constant, name) name,
#include "kendall/kinds.def"
};
const char *const ffi_distance_names[] = {
#define MC_DISTANCE_ALGORITHM NAME_OF
#include "distance/algorithms.def"
#undef MC_DISTANCE_ALGORITHM
};
const char *const ffi_dynprog_names[] = {
  "auto",
#define MC_DYNPROG_ALGORITHM NAME_OF
#include "dynprog/algorithms.def"
#undef MC_DYNPROG_ALGORITHM
};
static const char *const haplotype_names[] = {
  "auto",
#define MC_HAPLOTYPE_ALGORITHM NAME_OF
#include "haplotype/algorithms.def"
#undef MC_HAPLOTYPE_ALGORITHM
};
const char *const ffi_layout_names[] = {
#define MC_DISTANCE_LAYOUT NAME_OF
#include "distance/algorithms.def"
#undef MC_DISTANCE_LAYOUT
};
const char *const ffi_paths_names[] = {
  "auto",
#define MC_PATHS_ALGORITHM(CONSTANT, name, least, powers) #name,
#include "paths/algorithms.def"
#undef MC_PATHS_ALGORITHM
};
const char *const ffi_sort_names[] = {
#define MC_SORT_METHOD NAME_OF
#include "sort/methods.def"
#undef MC_SORT_METHOD
};

static SEXP strings(const char *const *names, int count) {
  SEXP result = PROTECT(Rf_allocVector(STRSXP, count));
  for (int i = 0; i < count; i++)
    SET_STRING_ELT(result, i, Rf_mkChar(names[i]));
  UNPROTECT(1);
  return result;
}

/* A vector of names for each topic: a test compares them with the signatures in R. */
SEXP ffi_choices(void) {
  SEXP result = ffi_list_begin(8);
  ffi_put(result, "kendall", strings(ffi_kendall_names, MC_KENDALL_ALGORITHMS));
  ffi_put(result, "coefficient", strings(coefficient_names, MC_KENDALL_COEFFICIENTS));
  ffi_put(result, "distance", strings(ffi_distance_names, MC_DISTANCE_ALGORITHMS));
  ffi_put(result, "dynprog", strings(ffi_dynprog_names, MC_DYNPROG_ALGORITHMS));
  ffi_put(result, "haplotype", strings(haplotype_names, MC_HAPLOTYPE_ALGORITHMS));
  ffi_put(result, "layout", strings(ffi_layout_names, MC_DISTANCE_LAYOUTS));
  ffi_put(result, "paths", strings(ffi_paths_names, MC_PATHS_ALGORITHMS));
  ffi_put(result, "sort", strings(ffi_sort_names, MC_SORT_METHODS));
  return ffi_list_end(result);
}
