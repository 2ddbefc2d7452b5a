#include "haplotype/haplotype.h"

#include <limits.h>
#include <string.h>

#include "haplotype/genotypes.h"
#include "haplotype/outcome.h"
#include "r/ffi.h"
#include "r/entries.h"

static SEXP integers(int64_t n) {
  return Rf_allocVector(INTSXP, (R_xlen_t) n);
}

static SEXP doubles(int64_t n) {
  return Rf_allocVector(REALSXP, (R_xlen_t) n);
}

/* Loci added when no pair was left, or 0, of each subject; NULL: 0 of all. */
static SEXP lost_of(const mc_haplotype_fit *fit) {
  bool any = false;
  for (int64_t g = 0; g < fit->groups.count; g++)
    any = any || fit->lost[g] != 0;
  if (!any)
    return R_NilValue;
  SEXP result = integers(fit->classes->subjects);
  for (int64_t i = 0; i < fit->classes->subjects; i++)
    INTEGER(result)[i] = fit->lost[fit->classes->of[i]];
  return result;
}

/* A list of the frequencies of each locus' alleles. */
static SEXP alleles_of(const mc_haplotype_job *job, const mc_allele_weights *alleles) {
  SEXP result = PROTECT(Rf_allocVector(VECSXP, job->loci));
  for (int j = 0; j < job->loci; j++) {
    SEXP own = doubles(job->alleles[j]);
    SET_VECTOR_ELT(result, j, own);
    memcpy(REAL(own), alleles->weight + alleles->begin[j] + 1,
           (size_t) job->alleles[j] * sizeof(double));
  }
  UNPROTECT(1);
  return result;
}

/* Haplotypes, the most frequent first; a row for each pair of each subject. */
static SEXP result_of(const mc_outcome *o, const mc_call *call) {
  const mc_haplotype_fit *fit = o->fit;
  ffi_list result = ffi_list_begin(15);
  SEXP haplotype = Rf_allocMatrix(INTSXP, (int) fit->haplotypes.count, o->job->loci);
  ffi_put(&result, "haplotype", haplotype);
  SEXP frequency = doubles(fit->haplotypes.count);
  ffi_put(&result, "frequency", frequency);
  mc_outcome_haplotypes(o, INTEGER(haplotype), REAL(frequency), call);
  SEXP row = integers(o->rows);
  ffi_put(&result, "row", row);
  SEXP one = integers(o->rows);
  ffi_put(&result, "one", one);
  SEXP two = integers(o->rows);
  ffi_put(&result, "two", two);
  SEXP posterior = doubles(o->rows);
  ffi_put(&result, "posterior", posterior);
  mc_outcome_rows(o, INTEGER(row), INTEGER(one), INTEGER(two), REAL(posterior), call);
  ffi_put(&result, "lost", lost_of(fit));
  SEXP loci = integers(fit->iterations);
  ffi_put(&result, "trace_loci", loci);
  SEXP round = integers(fit->iterations);
  ffi_put(&result, "trace_round", round);
  SEXP loglik = doubles(fit->iterations);
  ffi_put(&result, "trace", loglik);
  for (int64_t i = 0; i < fit->iterations; i++) {
    INTEGER(loci)[i] = fit->trace[i].loci;
    INTEGER(round)[i] = fit->trace[i].round;
    REAL(loglik)[i] = fit->trace[i].loglik;
  }
  ffi_put(&result, "loglik", Rf_ScalarReal(fit->loglik));
  ffi_put(&result, "loglik_no_ld", Rf_ScalarReal(o->loglik));
  ffi_put(&result, "alleles", alleles_of(o->job, &o->alleles));
  ffi_put(&result, "converged", Rf_ScalarLogical(fit->converged));
  ffi_put(&result, "threads", Rf_ScalarInteger(fit->threads));
  return ffi_list_end(&result);
}

/* Where a limit was met: list(locus, haplotypes, bytes), the locus from 1 on. */
static SEXP limit_of(const mc_haplotype_limit *limit) {
  ffi_list result = ffi_list_begin(3);
  ffi_put(&result, "locus", Rf_ScalarInteger(limit->locus + 1));
  ffi_put(&result, "haplotypes", Rf_ScalarReal(limit->haplotypes));
  ffi_put(&result, "bytes", Rf_ScalarReal(limit->bytes));
  return ffi_list_end(&result);
}

/* Is each of 0 .. n - 1 there once? */
static bool is_permutation(const int *order, int n) {
  const void *top = vmaxget();
  char *seen = R_alloc((size_t) n, 1);
  bool good = true;
  memset(seen, 0, (size_t) n);
  for (int i = 0; i < n && good; i++) {
    good = order[i] >= 0 && order[i] < n && !seen[order[i]];
    if (good)
      seen[order[i]] = 1;
  }
  vmaxset(top);
  return good;
}

static bool are_numbers_of_alleles(const int *alleles, int loci) {
  for (int j = 0; j < loci; j++)
    if (alleles[j] < 1 || alleles[j] > MC_MOST_ALLELES)
      return false;
  return true;
}

/* What an R function says, once. */
typedef struct {
  SEXP ask;
  double bytes; /* NA before */
} asking;

static double ask_bytes(void *data) {
  asking *a = data;
  if (ISNAN(a->bytes)) {
    SEXP call = PROTECT(Rf_lang1(a->ask));
    a->bytes = Rf_asReal(Rf_eval(call, R_GlobalEnv));
    UNPROTECT(1);
    if (ISNAN(a->bytes))
      a->bytes = 1e18;
  }
  return a->bytes;
}

/* allele: subjects x 2 loci; alleles: how many at each locus; order: of loci, from 0 on;
   counts: cull_every, max_iterations, algorithm, refine; numbers: min_posterior, min_prior,
   tolerance, max_haplotypes; memory: bytes, or a function that says how many; seeds: of each start,
   whole numbers below 2^53. */
SEXP ffi_haplotype_em(SEXP allele, SEXP alleles, SEXP weight, SEXP order, SEXP counts, SEXP numbers,
                      SEXP memory, SEXP seeds, SEXP threads, SEXP tick) {
  const int loci = (int) Rf_xlength(alleles);
  if (TYPEOF(allele) != INTSXP || !Rf_isMatrix(allele) || TYPEOF(alleles) != INTSXP || loci < 1 ||
      Rf_ncols(allele) != 2 * loci || Rf_nrows(allele) < 1 || TYPEOF(order) != INTSXP ||
      Rf_xlength(order) != loci || !is_permutation(INTEGER_RO(order), loci) ||
      !are_numbers_of_alleles(INTEGER_RO(alleles), loci) || TYPEOF(counts) != INTSXP ||
      Rf_xlength(counts) != 4 || INTEGER_RO(counts)[2] < 0 ||
      INTEGER_RO(counts)[2] >= MC_HAPLOTYPE_ALGORITHMS || INTEGER_RO(counts)[3] < 0 ||
      TYPEOF(numbers) != REALSXP || Rf_xlength(numbers) != 4 ||
      (TYPEOF(memory) != REALSXP && !Rf_isFunction(memory)) || TYPEOF(seeds) != REALSXP ||
      Rf_xlength(seeds) < 1 || Rf_xlength(seeds) > INT_MAX ||
      (weight != R_NilValue &&
       (TYPEOF(weight) != REALSXP || Rf_xlength(weight) != Rf_nrows(allele))))
    Rf_error("internal error: bad argument");
  const double *number = REAL_RO(numbers);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  const int starts = (int) Rf_xlength(seeds);
  if (!mc_genotypes_fit(INTEGER_RO(allele), INTEGER_RO(alleles), Rf_nrows(allele), loci, call))
    Rf_error("internal error: bad argument");
  uint64_t *seed = mc_alloc(call->arena, starts, sizeof *seed);
  if (seed == NULL)
    ffi_check_in(&c, MC_ERR_MEMORY);
  for (int k = 0; k < starts; k++)
    seed[k] = (uint64_t) REAL_RO(seeds)[k];
  asking ask = {memory, NA_REAL};
  const mc_haplotype_job job = {.subjects = Rf_nrows(allele),
                                .loci = loci,
                                .allele = INTEGER_RO(allele),
                                .alleles = INTEGER_RO(alleles),
                                .weight = weight == R_NilValue ? NULL : REAL_RO(weight),
                                .order = INTEGER_RO(order),
                                .cull_every = INTEGER_RO(counts)[0],
                                .max_iterations = INTEGER_RO(counts)[1],
                                .min_posterior = number[0],
                                .min_prior = number[1],
                                .tolerance = number[2],
                                .max_haplotypes = (int64_t) number[3],
                                .max_bytes = TYPEOF(memory) == REALSXP ? Rf_asReal(memory) : 0,
                                .ask_bytes = TYPEOF(memory) == REALSXP ? NULL : ask_bytes,
                                .ask_data = &ask,
                                .starts = starts,
                                .refine = INTEGER_RO(counts)[3],
                                .seed = seed,
                                .algorithm = (mc_haplotype_algorithm) INTEGER_RO(counts)[2]};
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_outcome outcome;
  const mc_status status = mc_haplotype(&job, &fit, &limit, call);
  if (status != MC_ERR_SIZE)
    ffi_check_in(&c, status);
  if (status == MC_OK)
    ffi_check_in(&c, mc_outcome_make(&job, &fit, &outcome, call));
  SEXP result = PROTECT(status == MC_OK ? result_of(&outcome, call) : limit_of(&limit));
  ffi_end(&c);
  UNPROTECT(1);
  return result;
}
