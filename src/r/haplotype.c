#include "haplotype/haplotype.h"

#include <limits.h>
#include <string.h>

#include "haplotype/pairs.h"
#include "r/ffi.h"
#include "r/entries.h"

static SEXP integers(int64_t n) {
  return Rf_allocVector(INTSXP, (R_xlen_t) n);
}

static SEXP doubles_of(const double *x, int64_t n) {
  SEXP result = Rf_allocVector(REALSXP, (R_xlen_t) n);
  if (n > 0)
    memcpy(REAL(result), x, (size_t) n * sizeof *x);
  return result;
}

/* Numbers from 0 on as numbers from 1 on. */
static SEXP places_of(const int32_t *x, int64_t n) {
  SEXP result = integers(n);
  int *to = INTEGER(result);
  for (int64_t i = 0; i < n; i++)
    to[i] = x[i] + 1;
  return result;
}

/* Haplotypes against loci, in the order of the data. */
static SEXP alleles_of(const mc_haplotype_job *job, const mc_haplotype_fit *fit) {
  const int64_t n = fit->haplotypes.count;
  SEXP result = Rf_allocMatrix(INTSXP, (int) n, job->loci);
  for (int k = 0; k < job->loci; k++) {
    int *column = INTEGER(result) + job->order[k] * n;
    for (int64_t h = 0; h < n; h++)
      column[h] = mc_haplotype_allele(fit, h, k);
  }
  return result;
}

static SEXP result_of(const mc_haplotype_job *job, const mc_haplotype_fit *fit) {
  const int64_t groups = fit->groups.count, pairs = fit->pairs.begin[groups];
  ffi_list result = ffi_list_begin(15);
  ffi_put(&result, "haplotype", alleles_of(job, fit));
  ffi_put(&result, "frequency", doubles_of(fit->haplotypes.frequency, fit->haplotypes.count));
  ffi_put(&result, "group", places_of(fit->groups.of, job->subjects));
  ffi_put(&result, "weight", doubles_of(fit->groups.weight, groups));
  SEXP length = integers(groups);
  ffi_put(&result, "pairs", length);
  for (int64_t g = 0; g < groups; g++)
    INTEGER(length)[g] = (int) (fit->pairs.begin[g + 1] - fit->pairs.begin[g]);
  ffi_put(&result, "one", places_of(fit->pairs.one, pairs));
  ffi_put(&result, "two", places_of(fit->pairs.two, pairs));
  ffi_put(&result, "expected", doubles_of(fit->pairs.expected, pairs));
  SEXP lost = integers(job->subjects);
  ffi_put(&result, "lost", lost);
  memcpy(INTEGER(lost), fit->lost, (size_t) job->subjects * sizeof *fit->lost);
  SEXP loci = integers(fit->iterations);
  ffi_put(&result, "trace_loci", loci);
  SEXP round = integers(fit->iterations);
  ffi_put(&result, "trace_round", round);
  SEXP loglik = Rf_allocVector(REALSXP, (R_xlen_t) fit->iterations);
  ffi_put(&result, "trace", loglik);
  for (int64_t i = 0; i < fit->iterations; i++) {
    INTEGER(loci)[i] = fit->trace[i].loci;
    INTEGER(round)[i] = fit->trace[i].round;
    REAL(loglik)[i] = fit->trace[i].loglik;
  }
  ffi_put(&result, "loglik", Rf_ScalarReal(fit->loglik));
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

static bool is_permutation(const int *order, int n) {
  for (int i = 0; i < n; i++) {
    if (order[i] < 0 || order[i] >= n)
      return false;
    for (int j = 0; j < i; j++)
      if (order[i] == order[j])
        return false;
  }
  return true;
}

static bool alleles_fit(const int *allele, const int *alleles, int64_t subjects, int loci) {
  for (int j = 0; j < loci; j++) {
    if (alleles[j] < 1 || alleles[j] > MC_MOST_ALLELES)
      return false;
    for (int64_t i = 2 * j * subjects; i < 2 * (j + 1) * subjects; i++)
      if (allele[i] < 0 || allele[i] > alleles[j])
        return false;
  }
  return true;
}

/* allele: subjects x 2 loci; alleles: how many at each locus; order: of loci, from 0 on;
   counts: cull_every, max_iterations, algorithm, refine; numbers: min_posterior, min_prior,
   tolerance, max_haplotypes, max_bytes; seeds: of each start, whole numbers below 2^53. */
SEXP ffi_haplotype_em(SEXP allele, SEXP alleles, SEXP weight, SEXP order, SEXP counts, SEXP numbers,
                      SEXP seeds, SEXP threads, SEXP tick) {
  const int loci = (int) Rf_xlength(alleles);
  if (TYPEOF(allele) != INTSXP || !Rf_isMatrix(allele) || TYPEOF(alleles) != INTSXP || loci < 1 ||
      Rf_ncols(allele) != 2 * loci || Rf_nrows(allele) < 1 || TYPEOF(order) != INTSXP ||
      Rf_xlength(order) != loci || !is_permutation(INTEGER_RO(order), loci) ||
      !alleles_fit(INTEGER_RO(allele), INTEGER_RO(alleles), Rf_nrows(allele), loci) ||
      TYPEOF(counts) != INTSXP || Rf_xlength(counts) != 4 || INTEGER_RO(counts)[2] < 0 ||
      INTEGER_RO(counts)[2] >= MC_HAPLOTYPE_ALGORITHMS || INTEGER_RO(counts)[3] < 0 ||
      TYPEOF(numbers) != REALSXP || Rf_xlength(numbers) != 5 || TYPEOF(seeds) != REALSXP ||
      Rf_xlength(seeds) < 1 || Rf_xlength(seeds) > INT_MAX ||
      (weight != R_NilValue &&
       (TYPEOF(weight) != REALSXP || Rf_xlength(weight) != Rf_nrows(allele))))
    Rf_error("internal error: bad argument");
  const double *number = REAL_RO(numbers);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  const int starts = (int) Rf_xlength(seeds);
  uint64_t *seed = mc_alloc(call->arena, starts, sizeof *seed);
  if (seed == NULL)
    ffi_check_in(&c, MC_ERR_MEMORY);
  for (int k = 0; k < starts; k++)
    seed[k] = (uint64_t) REAL_RO(seeds)[k];
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
                                .max_bytes = number[4],
                                .starts = starts,
                                .refine = INTEGER_RO(counts)[3],
                                .seed = seed,
                                .algorithm = (mc_haplotype_algorithm) INTEGER_RO(counts)[2]};
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  const mc_status status = mc_haplotype(&job, &fit, &limit, call);
  if (status != MC_ERR_SIZE)
    ffi_check_in(&c, status);
  SEXP result = PROTECT(status == MC_OK ? result_of(&job, &fit) : limit_of(&limit));
  ffi_end(&c);
  UNPROTECT(1);
  return result;
}
