#include "r/ffi.h"
#include "r/entries.h"
#include "base/threads.h"
#include "sort/copy.h"
#include "sort/gather.h"
#include "sort/order.h"
#include "sort/rank.h"
#include "sort/sort.h"

static mc_sort_type type_of(SEXP x, bool whole64) {
  switch (TYPEOF(x)) {
  case INTSXP:
  case LGLSXP: return MC_SORT_I32;
  case REALSXP: return whole64 ? MC_SORT_I64 : MC_SORT_F64;
  default: Rf_error("internal error: bad argument");
  }
}

/* A pointer to the data. An ALTREP vector may have to be expanded. */
static const void *data_of(SEXP x) {
  return TYPEOF(x) == REALSXP  ? (const void *) REAL_RO(x)
         : TYPEOF(x) == INTSXP ? (const void *) INTEGER_RO(x)
                               : (const void *) LOGICAL_RO(x);
}

static void *writable(SEXP x) {
  return TYPEOF(x) == REALSXP  ? (void *) REAL(x)
         : TYPEOF(x) == INTSXP ? (void *) INTEGER(x)
                               : (void *) LOGICAL(x);
}

/* The sorted numbers of x, without attributes. missing: 0 drop, 1 last, 2 first. */
SEXP ffi_sort(SEXP x, SEXP whole64, SEXP decreasing, SEXP missing, SEXP method, SEXP cutoff,
              SEXP threads, SEXP tick) {
  const mc_sort_job job = {.type = type_of(x, ffi_int(whole64, 0, 1, "x")),
                           .method =
                             (mc_sort_method) ffi_int(method, 0, MC_SORT_METHODS - 1, "method"),
                           .decreasing = ffi_int(decreasing, 0, 1, "decreasing"),
                           .cutoff = (int64_t) ffi_double(cutoff, 0, 9e15, "cutoff")};
  const mc_sort_missing where =
    (mc_sort_missing) ffi_int(missing, 0, MC_SORT_MISSING_FIRST, "na.last");
  const R_xlen_t n = Rf_xlength(x);
  const void *from = data_of(x);
  const int requested = ffi_int(threads, 0, INT_MAX, "threads");
  const int counters = n > 1 << 16 ? mc_threads(requested, (double) n * 1e-9) : 1;
  const mc_sort_counts counts = mc_sort_count(job.type, from, n, counters);
  const R_xlen_t kept = where == MC_SORT_MISSING_DROP ? n - (R_xlen_t) counts.missing : n;
  SEXP result = PROTECT(Rf_allocVector(TYPEOF(x), kept));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_sort_report report;
  ffi_check_in(&c, mc_sort_vector(&job, from, n, &counts, where, writable(result), &report, call));
  ffi_end(&c);
  UNPROTECT(1);
  return result;
}

static mc_sort_key key_of(SEXP x, bool whole64, bool decreasing) {
  const mc_sort_type type = type_of(x, whole64);
  return (mc_sort_key){data_of(x),
                       type == MC_SORT_I32   ? MC_SORT_KEY_I32
                       : type == MC_SORT_I64 ? MC_SORT_KEY_I64
                                             : MC_SORT_KEY_F64,
                       decreasing};
}

/* The order of the rows of `keys`, a list of vectors of one length. whole64 and decreasing have a
   flag for each. */
SEXP ffi_order(SEXP keys, SEXP whole64, SEXP decreasing, SEXP missing, SEXP threads, SEXP tick) {
  const int count = (int) Rf_xlength(keys);
  if (TYPEOF(keys) != VECSXP || count < 1 || TYPEOF(whole64) != INTSXP ||
      TYPEOF(decreasing) != INTSXP || Rf_xlength(whole64) != count ||
      Rf_xlength(decreasing) != count)
    Rf_error("internal error: bad argument");
  const R_xlen_t n = Rf_xlength(VECTOR_ELT(keys, 0));
  mc_sort_key *key = (mc_sort_key *) R_alloc((size_t) count, sizeof *key);
  for (int k = 0; k < count; k++) {
    SEXP x = VECTOR_ELT(keys, k);
    if (Rf_xlength(x) != n)
      Rf_error("internal error: bad argument");
    key[k] = key_of(x, INTEGER(whole64)[k] != 0, INTEGER(decreasing)[k] != 0);
  }
  const mc_sort_order_job job = {
    key, count, n, (mc_sort_missing) ffi_int(missing, 0, MC_SORT_MISSING_FIRST, "na.last")};
  const bool wide = n > INT_MAX;
  SEXP order = PROTECT(Rf_allocVector(wide ? REALSXP : INTSXP, n));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_sort_order_report report;
  ffi_check_in(&c, mc_sort_order(&job, writable(order), wide, &report, call));
  ffi_end(&c);
  if (report.rows < n)
    order = Rf_xlengthgets(order, (R_xlen_t) report.rows);
  UNPROTECT(1);
  return order;
}

/* x[places], without attributes. places: whole numbers from 1 to the length of x. */
SEXP ffi_gather(SEXP x, SEXP places, SEXP threads) {
  const mc_sort_gather_job job = {.from = data_of(x),
                                  .length = Rf_xlength(x),
                                  .size = type_of(x, false) == MC_SORT_I32 ? 4 : 8,
                                  .places = data_of(places),
                                  .count = Rf_xlength(places),
                                  .wide = type_of(places, false) == MC_SORT_F64};
  SEXP result = PROTECT(Rf_allocVector(TYPEOF(x), (R_xlen_t) job.count));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, R_NilValue);
  ffi_check_in(&c, mc_sort_gather(&job, writable(result), call));
  ffi_end(&c);
  UNPROTECT(1);
  return result;
}

/* The ranks of x, without attributes: integers; doubles for averages and for long vectors. missing:
   0 drop, 1 last, 2 first, 3 keep as NA. */
SEXP ffi_rank(SEXP x, SEXP whole64, SEXP ties, SEXP missing, SEXP threads, SEXP tick) {
  const int keep = MC_SORT_MISSING_FIRST + 1, where = ffi_int(missing, 0, keep, "na.last");
  const mc_sort_rank_job job = {
    .key = key_of(x, ffi_int(whole64, 0, 1, "x"), false),
    .n = Rf_xlength(x),
    .ties = (mc_sort_ties) ffi_int(ties, 0, MC_SORT_TIES_LAST, "ties.method"),
    .missing = where == keep ? MC_SORT_MISSING_LAST : (mc_sort_missing) where,
    .keep = where == keep,
    .na = NA_REAL};
  const bool wide = job.ties == MC_SORT_TIES_AVERAGE || job.n > INT_MAX;
  SEXP rank = PROTECT(Rf_allocVector(wide ? REALSXP : INTSXP, (R_xlen_t) job.n));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_sort_order_report report;
  ffi_check_in(&c, mc_sort_rank(&job, writable(rank), wide, &report, call));
  ffi_end(&c);
  if (report.rows < job.n)
    rank = Rf_xlengthgets(rank, (R_xlen_t) report.rows);
  UNPROTECT(1);
  return rank;
}
