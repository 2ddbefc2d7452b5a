#include "haplotype/haplotype.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "haplotype/genotypes.h"
#include "haplotype/outcome.h"
#include "r/ffi.h"
#include "r/entries.h"

/* Of each subject: how many loci were added when its last pair was lost; 0: it has pairs. NULL: all
   have pairs. */
static SEXP lost_of(const mc_haplotype_fit *fit) {
  bool any = false;
  for (int64_t g = 0; g < fit->groups.count; g++)
    any = any || fit->lost[g] != 0;
  if (!any)
    return R_NilValue;
  SEXP result = Rf_allocVector(INTSXP, (R_xlen_t) fit->classes->subjects);
  for (int64_t i = 0; i < fit->classes->subjects; i++)
    INTEGER(result)[i] = fit->lost[fit->classes->of[i]];
  return result;
}

/* A list of the frequencies of the alleles of each locus. */
static SEXP alleles_of(const mc_haplotype_job *job, const mc_haplotype_allele_weights *alleles) {
  SEXP result = PROTECT(Rf_allocVector(VECSXP, job->loci));
  for (int j = 0; j < job->loci; j++) {
    SEXP own = Rf_allocVector(REALSXP, job->alleles[j]);
    SET_VECTOR_ELT(result, j, own);
    memcpy(REAL(own), alleles->weight + alleles->begin[j] + 1,
           (size_t) job->alleles[j] * sizeof(double));
  }
  UNPROTECT(1);
  return result;
}

/* Haplotypes, the most frequent first, and a row for each pair of each subject. */
static SEXP result_of(const mc_haplotype_outcome *o, const mc_call *call) {
  const mc_haplotype_fit *fit = o->fit;
  SEXP result = ffi_list_begin(15);
  SEXP haplotype =
    ffi_put(result, "haplotype", Rf_allocMatrix(INTSXP, (int) fit->haplotypes.count, o->job->loci));
  SEXP frequency = ffi_put_vector(result, "frequency", REALSXP, fit->haplotypes.count);
  mc_haplotype_outcome_haplotypes(o, INTEGER(haplotype), REAL(frequency), call);
  SEXP row = ffi_put_vector(result, "row", INTSXP, o->rows);
  SEXP one = ffi_put_vector(result, "one", INTSXP, o->rows);
  SEXP two = ffi_put_vector(result, "two", INTSXP, o->rows);
  SEXP posterior = ffi_put_vector(result, "posterior", REALSXP, o->rows);
  mc_haplotype_outcome_rows(o, INTEGER(row), INTEGER(one), INTEGER(two), REAL(posterior), call);
  ffi_put(result, "lost", lost_of(fit));
  SEXP loci = ffi_put_vector(result, "trace_loci", INTSXP, fit->iterations);
  SEXP round = ffi_put_vector(result, "trace_round", INTSXP, fit->iterations);
  SEXP loglik = ffi_put_vector(result, "trace", REALSXP, fit->iterations);
  for (int64_t i = 0; i < fit->iterations; i++) {
    INTEGER(loci)[i] = fit->trace[i].loci;
    INTEGER(round)[i] = fit->trace[i].round;
    REAL(loglik)[i] = fit->trace[i].loglik;
  }
  ffi_put(result, "loglik", Rf_ScalarReal(fit->loglik));
  ffi_put(result, "loglik_no_ld", Rf_ScalarReal(o->loglik));
  ffi_put(result, "alleles", alleles_of(o->job, &o->alleles));
  ffi_put(result, "converged", Rf_ScalarLogical(fit->converged));
  ffi_put(result, "threads", Rf_ScalarInteger(fit->threads));
  return ffi_list_end(result);
}

/* The limit that was met: list(locus, haplotypes, bytes), the locus from 1 on. */
static SEXP limit_of(const mc_haplotype_limit *limit) {
  SEXP result = ffi_list_begin(3);
  ffi_put(result, "locus", Rf_ScalarInteger(limit->locus + 1));
  ffi_put(result, "haplotypes", Rf_ScalarReal(limit->haplotypes));
  ffi_put(result, "bytes", Rf_ScalarReal(limit->bytes));
  return ffi_list_end(result);
}

/* Is `order` a permutation of 0 .. n - 1? */
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
    if (alleles[j] < 1 || alleles[j] > MC_HAPLOTYPE_MOST_ALLELES)
      return false;
  return true;
}

/* ---- arguments ---- */

/* The bytes that an R function allows, asked for once. */
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

static void check_that(bool good, const char *name) {
  if (!good)
    Rf_error("internal error: bad argument '%s'", name);
}

static const int *order_of(SEXP order, int loci) {
  check_that(TYPEOF(order) == INTSXP && Rf_xlength(order) == loci &&
               is_permutation(INTEGER_RO(order), loci),
             "order");
  return INTEGER_RO(order);
}

static const double *weight_of(SEXP weight, int subjects) {
  if (weight == R_NilValue)
    return NULL;
  check_that(TYPEOF(weight) == REALSXP && Rf_xlength(weight) == subjects, "weight");
  return REAL_RO(weight);
}

/* A setting by its name. */
static int whole(SEXP settings, const char *name, int low, int high) {
  return ffi_int(ffi_element(settings, name), low, high, name);
}

static double number(SEXP settings, const char *name, double most) {
  return ffi_double(ffi_element(settings, name), 0, most, name);
}

/* Everything but the seeds. */
static mc_haplotype_job job_of(SEXP allele, SEXP alleles, SEXP weight, SEXP settings, asking *ask) {
  const int loci = (int) Rf_xlength(alleles);
  check_that(TYPEOF(alleles) == INTSXP && loci >= 1 &&
               are_numbers_of_alleles(INTEGER_RO(alleles), loci),
             "alleles");
  check_that(TYPEOF(allele) == INTSXP && Rf_isMatrix(allele) && Rf_ncols(allele) == 2 * loci &&
               Rf_nrows(allele) >= 1,
             "allele");
  SEXP memory = ffi_element(settings, "memory");
  const bool asks = Rf_isFunction(memory);
  *ask = (asking){memory, NA_REAL};
  return (mc_haplotype_job){.subjects = Rf_nrows(allele),
                            .loci = loci,
                            .allele = INTEGER_RO(allele),
                            .alleles = INTEGER_RO(alleles),
                            .weight = weight_of(weight, Rf_nrows(allele)),
                            .order = order_of(ffi_element(settings, "order"), loci),
                            .cull_every = whole(settings, "cull_every", 0, INT_MAX),
                            .max_iterations = whole(settings, "max_iterations", 1, INT_MAX),
                            .min_posterior = number(settings, "min_posterior", 1),
                            .min_prior = number(settings, "min_prior", 1),
                            .tolerance = number(settings, "tolerance", R_PosInf),
                            .max_haplotypes = whole(settings, "max_haplotypes", 1, INT_MAX),
                            .max_bytes = asks ? 0 : number(settings, "memory", R_PosInf),
                            .ask_bytes = asks ? ask_bytes : NULL,
                            .ask_data = ask,
                            .refine = whole(settings, "refine", 0, INT_MAX),
                            .algorithm = (mc_haplotype_algorithm) whole(
                              settings, "algorithm", 0, MC_HAPLOTYPE_ALGORITHMS - 1)};
}

/* Are they whole numbers from 0 to below 2^53? */
static bool are_seeds(SEXP seeds) {
  bool good = TYPEOF(seeds) == REALSXP && Rf_xlength(seeds) >= 1 && Rf_xlength(seeds) <= INT_MAX;
  for (R_xlen_t k = 0; good && k < Rf_xlength(seeds); k++) {
    const double seed = REAL_RO(seeds)[k];
    good = seed >= 0 && seed < 9007199254740992.0 && seed == floor(seed);
  }
  return good;
}

/* One for each start. */
static const uint64_t *seeds_of(SEXP seeds, ffi_call *c) {
  uint64_t *seed = mc_alloc(c->call.arena, Rf_xlength(seeds), sizeof *seed);
  if (seed == NULL)
    ffi_check_in(c, MC_ERR_MEMORY);
  for (R_xlen_t k = 0; k < Rf_xlength(seeds); k++)
    seed[k] = (uint64_t) REAL_RO(seeds)[k];
  return seed;
}

/* ---- the entry ---- */

/* allele: subjects x 2 loci. alleles: how many there are at each locus. weight: of each subject, or
   NULL. settings: a list with the elements of haplotype_control(), and order (of loci, from 0 on),
   algorithm (its number), memory (bytes, or a function that returns them) and seeds (of the
   starts). The result is that of result_of(), or of limit_of(). */
SEXP ffi_haplotype_em(SEXP allele, SEXP alleles, SEXP weight, SEXP settings, SEXP threads,
                      SEXP tick) {
  asking ask;
  mc_haplotype_job job = job_of(allele, alleles, weight, settings, &ask);
  SEXP seeds = ffi_element(settings, "seeds");
  check_that(are_seeds(seeds), "seeds");
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  if (!mc_haplotype_genotypes_fit(job.allele, job.alleles, job.subjects, job.loci, call))
    Rf_error("internal error: bad argument 'allele'");
  job.starts = (int) Rf_xlength(seeds);
  job.seed = seeds_of(seeds, &c);
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_haplotype_outcome outcome;
  const mc_status status = mc_haplotype(&job, &fit, &limit, call);
  if (status != MC_ERR_SIZE)
    ffi_check_in(&c, status);
  if (status == MC_OK)
    ffi_check_in(&c, mc_haplotype_outcome_make(&job, &fit, &outcome, call));
  SEXP result = PROTECT(status == MC_OK ? result_of(&outcome, call) : limit_of(&limit));
  ffi_end(&c);
  UNPROTECT(1);
  return result;
}
