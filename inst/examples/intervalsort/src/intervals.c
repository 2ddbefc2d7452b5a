#include <stdint.h>
#include <stdlib.h>

#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

#include <manycore.h>

#if MANYCORE_API < 1
#error "this needs the C routines of manycore 0.1.0 or newer"
#endif

typedef struct {
  int32_t chromosome, start, end, row;
} interval;

/* Several threads call this at once: it reads its two elements and nothing else. The row makes the
   order unique, so the sort is stable, and the same with any number of threads. */
static int compare(const void *x_, const void *y_) {
  const interval *x = x_, *y = y_;
  if (x->chromosome != y->chromosome) return x->chromosome < y->chromosome ? -1 : 1;
  if (x->start != y->start) return x->start < y->start ? -1 : 1;
  if (x->end != y->end) return x->end < y->end ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static SEXP order_intervals(SEXP chromosome, SEXP start, SEXP end, SEXP threads, SEXP parallel) {
  const R_xlen_t n = Rf_xlength(start);
  if (Rf_xlength(chromosome) != n || Rf_xlength(end) != n) Rf_error("lengths differ");
  if (n > INT32_MAX) Rf_error("too many intervals");
  /* All memory comes before the sort, and from the main thread: R must not be called inside. */
  SEXP order = PROTECT(Rf_allocVector(INTSXP, n));
  interval *a = (interval *) R_alloc(n, sizeof *a);
  for (R_xlen_t i = 0; i < n; i++) {
    a[i].chromosome = INTEGER(chromosome)[i];
    a[i].start = INTEGER(start)[i];
    a[i].end = INTEGER(end)[i];
    a[i].row = (int32_t) i + 1;
  }
  if (Rf_asLogical(parallel)) {
    mc_qsort(a, (size_t) n, sizeof *a, compare, Rf_asInteger(threads), 0);
  } else {
    qsort(a, (size_t) n, sizeof *a, compare);
  }
  for (R_xlen_t i = 0; i < n; i++) INTEGER(order)[i] = a[i].row;
  UNPROTECT(1);
  return order;
}

static SEXP sort_doubles(SEXP x, SEXP threads) {
  x = PROTECT(Rf_duplicate(x));
  mc_sort_f64(REAL(x), (size_t) Rf_xlength(x), Rf_asInteger(threads), 0);
  UNPROTECT(1);
  return x;
}

static const R_CallMethodDef entries[] = {
  {"C_order_intervals", (DL_FUNC) order_intervals, 5},
  {"C_sort_doubles", (DL_FUNC) sort_doubles, 2},
  {NULL, NULL, 0}
};

void R_init_intervalsort(DllInfo *dll) {
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
}
