#include <string.h>

#include "base/hash.h"
#include "haplotype/cells.h"
#include "haplotype/genotypes.h"
#include "haplotype/types.h"
#include "r/ffi.h"
#include "r/entries.h"

/* ---- numbers ---- */

static mc_matrix cells_of(SEXP x) {
  if (!Rf_isMatrix(x) || (TYPEOF(x) != INTSXP && TYPEOF(x) != LGLSXP && TYPEOF(x) != REALSXP))
    Rf_error("internal error: bad argument");
  return ffi_matrix(x, R_XLEN_T_MAX, "x");
}

/* Counts of cells by name (mc_haplotype_cell_counts). */
SEXP ffi_genotypes_look(SEXP x, SEXP threads) {
  const mc_matrix cells = cells_of(x);
  static const char *const names[] = {"known",    "zeros",  "others", "negative",
                                      "fraction", "above3", "pairs",  "alone"};
  enum { COUNT = sizeof names / sizeof *names };
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, R_NilValue);
  mc_haplotype_cell_counts counts;
  ffi_check_in(&c, mc_haplotype_cells_look(&cells, &counts, call));
  ffi_end(&c);
  const int64_t value[COUNT] = {counts.known,    counts.zeros,  counts.others, counts.negative,
                                counts.fraction, counts.above3, counts.pairs,  counts.alone};
  SEXP result = ffi_list_begin(COUNT);
  for (int k = 0; k < COUNT; k++)
    ffi_put(result, names[k], Rf_ScalarReal((double) value[k]));
  return ffi_list_end(result);
}

/* A map of `values` numbers from 0 to `known`; NULL: there is none. */
static const int *map_of(SEXP map, int values, int known) {
  if (map == R_NilValue)
    return NULL;
  if (TYPEOF(map) != INTSXP || Rf_xlength(map) != values)
    Rf_error("internal error: bad argument");
  for (int v = 0; v < values; v++)
    if (INTEGER_RO(map)[v] < 0 || INTEGER_RO(map)[v] > known)
      Rf_error("internal error: bad argument");
  return INTEGER_RO(map);
}

static SEXP alleles_of(const mc_haplotype_genotype_result *r, int loci, SEXPTYPE type) {
  SEXP result = PROTECT(Rf_allocVector(VECSXP, loci));
  for (int j = 0; j < loci; j++) {
    SEXP own = Rf_allocVector(type, (R_xlen_t) r->count[j]);
    SET_VECTOR_ELT(result, j, own);
    for (int64_t a = 0; a < r->count[j]; a++) {
      const double x =
        r->allele[j] == NULL ? 1 : r->allele[j][a]; /* any number: the alleles are too many */
      if (type == REALSXP)
        REAL(own)[a] = x;
      else
        INTEGER(own)[a] = (int) x;
    }
  }
  UNPROTECT(1);
  return result;
}

static SEXP rows_without(const mc_haplotype_genotype_result *r, int64_t n) {
  SEXP result = Rf_allocVector(INTSXP, (R_xlen_t) r->empty);
  for (int64_t i = 0, to = 0; i < n && r->empty > 0; i++)
    if (r->nothing[i])
      INTEGER(result)[to++] = (int) i + 1;
  return result;
}

/* x: a matrix. one, two: a map of its numbers, from 0 on, to alleles from 1 to `known`, or NULL
   (genotypes.h). Returns list(allele, known: the alleles of each locus, as in x or the map;
   nothing: rows without any), or NULL if a cell is invalid. */
SEXP ffi_genotypes_code(SEXP x, SEXP one, SEXP two, SEXP known, SEXP threads) {
  const mc_matrix cells = cells_of(x);
  const int values = one == R_NilValue ? 0 : (int) Rf_xlength(one);
  const int most = ffi_int(known, 0, INT32_MAX, "known");
  const int width = two == R_NilValue ? 2 : 1;
  if (cells.columns % width != 0 || cells.rows < 1 || cells.columns > INT32_MAX / 4 ||
      (width == 1 && one == R_NilValue))
    Rf_error("internal error: bad argument");
  const mc_haplotype_genotype_job job = {.cells = cells,
                                         .loci = (int) (cells.columns / width),
                                         .width = width,
                                         .one = map_of(one, values, most),
                                         .two = map_of(two, values, most),
                                         .values = values,
                                         .known = most};
  SEXP allele = PROTECT(Rf_allocMatrix(INTSXP, (int) cells.rows, 2 * job.loci));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, R_NilValue);
  mc_haplotype_genotype_result r;
  ffi_check_in(&c, mc_haplotype_genotypes_code(&job, INTEGER(allele), &r, call));
  if (r.odd) {
    ffi_end(&c);
    UNPROTECT(1);
    return R_NilValue;
  }
  const SEXPTYPE type = job.one == NULL && cells.type == MC_F64 ? REALSXP : INTSXP;
  SEXP result = ffi_list_begin(3);
  ffi_put(result, "allele", allele);
  ffi_put(result, "known", alleles_of(&r, job.loci, type));
  ffi_put(result, "nothing", rows_without(&r, cells.rows));
  SEXP answer = PROTECT(ffi_list_end(result));
  ffi_end(&c);
  UNPROTECT(2);
  return answer;
}

/* ---- strings ---- */

typedef struct {
  SEXP *slot; /* slots of the hash table: strings */
  int *number;
  uint64_t size;
} string_table;

/* Where a string is first, from 0 on, and how often it occurs. */
typedef struct {
  int64_t first, count;
} string_place;

static uint64_t slot_of(const string_table *t, SEXP x) {
  uint64_t at = mc_mix64((uint64_t) (uintptr_t) x) & (t->size - 1);
  while (t->slot[at] != NULL && t->slot[at] != x)
    at = (at + 1) & (t->size - 1);
  return at;
}

static string_table table_of(uint64_t size, mc_arena *arena) {
  string_table t = {mc_alloc(arena, (int64_t) size, sizeof *t.slot),
                    mc_alloc(arena, (int64_t) size, sizeof *t.number), size};
  if (t.slot != NULL)
    memset(t.slot, 0, (size_t) size * sizeof *t.slot);
  return t;
}

/* Numbers the strings of x, of which R keeps one copy each. Returns list(number: from 0 on, in the
   shape of x; first: where each string is first, from 1 on; count: how often it occurs). One thread
   does it: O(cells). */
SEXP ffi_strings_number(SEXP x, SEXP threads) {
  if (TYPEOF(x) != STRSXP || !Rf_isMatrix(x))
    Rf_error("internal error: bad argument");
  const R_xlen_t n = Rf_xlength(x);
  SEXP number = PROTECT(Rf_allocMatrix(INTSXP, Rf_nrows(x), Rf_ncols(x)));
  const SEXP *string = STRING_PTR_RO(x);
  int *to = INTEGER(number);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, R_NilValue);
  string_table t = table_of(1024, call->arena);
  int64_t count = 0, room = 512;
  string_place *known = mc_alloc(call->arena, room, sizeof *known);
  if (t.slot == NULL || t.number == NULL || known == NULL)
    ffi_check_in(&c, MC_ERR_MEMORY);
  for (R_xlen_t i = 0; i < n; i++) {
    uint64_t at = slot_of(&t, string[i]);
    if (t.slot[at] == NULL) {
      if (count == INT32_MAX / 4)
        ffi_check_in(&c, MC_ERR_SIZE);
      t.slot[at] = string[i];
      t.number[at] = (int) count;
      known[count++] = (string_place){i, 0};
    }
    to[i] = t.number[at];
    known[to[i]].count++;
    if (count == room) { /* the table is half full */
      const string_place *kept = known;
      t = table_of(2 * t.size, call->arena);
      known = mc_alloc(call->arena, room = 2 * room, sizeof *known);
      if (t.slot == NULL || t.number == NULL || known == NULL)
        ffi_check_in(&c, MC_ERR_MEMORY);
      for (int64_t k = 0; k < count; k++) {
        SEXP own = string[kept[k].first];
        const uint64_t place = slot_of(&t, own);
        known[k] = kept[k];
        t.slot[place] = own;
        t.number[place] = (int) k;
      }
    }
  }
  SEXP result = ffi_list_begin(3);
  ffi_put(result, "number", number);
  SEXP first = ffi_put_vector(result, "first", REALSXP, count);
  SEXP often = ffi_put_vector(result, "count", REALSXP, count);
  for (int64_t k = 0; k < count; k++) {
    REAL(first)[k] = (double) known[k].first + 1;
    REAL(often)[k] = (double) known[k].count;
  }
  SEXP answer = PROTECT(ffi_list_end(result));
  ffi_end(&c);
  UNPROTECT(2);
  return answer;
}
