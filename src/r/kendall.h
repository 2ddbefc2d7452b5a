#ifndef MC_R_KENDALL_H
#define MC_R_KENDALL_H

#include "r/ffi.h"
#include "pairs/order.h"
#include "kendall/request.h"

/* What a call asks for: y is NULL for x against itself; use and algorithm are numbers of
   mc_pairs_use and mc_kendall_algorithm, scratch is in bytes. */
mc_kendall_request ffi_kendall_request(SEXP x, SEXP y, SEXP use, SEXP algorithm, SEXP scratch);

/* A list of pairs of the request's columns: i and j are integers from 1 on, which are checked. */
mc_pairs_given ffi_kendall_pairs(SEXP i, SEXP j, const mc_kendall_request *request);

/* A matrix with a number for each of its pairs, put into the list. */
double *ffi_kendall_matrix(SEXP list, const char *name, const mc_kendall_request *request);
int32_t *ffi_kendall_integers(SEXP list, const char *name, const mc_kendall_request *request);

/* What is known of the call in the end: constant_pairs, algorithm, threads. */
enum { FFI_KENDALL_REPORT = 3 };
void ffi_kendall_report(SEXP list, const mc_kendall_report *report);

#endif
