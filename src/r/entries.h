#ifndef MC_ENTRIES_H
#define MC_ENTRIES_H

#include <Rinternals.h>

/* Every routine that R may call, declared by entries.def, which is also the table of init.c:
   ffi_<name>() with as many arguments. */
#define MC_SEXP_0 void
#define MC_SEXP_1 SEXP
#define MC_SEXP_2 MC_SEXP_1, SEXP
#define MC_SEXP_3 MC_SEXP_2, SEXP
#define MC_SEXP_4 MC_SEXP_3, SEXP
#define MC_SEXP_5 MC_SEXP_4, SEXP
#define MC_SEXP_6 MC_SEXP_5, SEXP
#define MC_SEXP_7 MC_SEXP_6, SEXP
#define MC_SEXP_8 MC_SEXP_7, SEXP
#define MC_SEXP_9 MC_SEXP_8, SEXP
#define MC_SEXP_10 MC_SEXP_9, SEXP
#define MC_SEXP_11 MC_SEXP_10, SEXP
#define MC_SEXP_12 MC_SEXP_11, SEXP
#define MC_SEXP_13 MC_SEXP_12, SEXP
#define MC_SEXP_14 MC_SEXP_13, SEXP
#define MC_ENTRY(name, arity) SEXP ffi_##name(MC_SEXP_##arity);
#include "r/entries.def"
#undef MC_ENTRY

#endif
