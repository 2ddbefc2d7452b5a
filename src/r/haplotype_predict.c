#include "haplotype/predict.h"

#include <string.h>

#include "r/ffi.h"
#include "r/entries.h"

/* allele: subjects x 2 loci, from 0 to alleles + 1. haplotype: haplotypes x loci, from 1 on. */
static mc_haplotype_predict_job job_of(SEXP allele, SEXP alleles, SEXP haplotype, SEXP frequency) {
  const int64_t loci = Rf_xlength(alleles);
  bool good = TYPEOF(allele) == INTSXP && Rf_isMatrix(allele) && TYPEOF(alleles) == INTSXP &&
              loci >= 1 && loci <= INT32_MAX / 2 && Rf_ncols(allele) == 2 * loci &&
              Rf_nrows(allele) >= 1 && TYPEOF(haplotype) == INTSXP && Rf_isMatrix(haplotype) &&
              Rf_ncols(haplotype) == loci && Rf_nrows(haplotype) >= 1 &&
              TYPEOF(frequency) == REALSXP && Rf_xlength(frequency) == Rf_nrows(haplotype);
  const int64_t subjects = good ? Rf_nrows(allele) : 0, haplotypes = good ? Rf_nrows(haplotype) : 0;
  for (int64_t j = 0; j < loci && good; j++) {
    const int most = INTEGER_RO(alleles)[j];
    const int *x = INTEGER_RO(allele) + 2 * j * subjects;
    const int *y = INTEGER_RO(haplotype) + j * haplotypes;
    good = most >= 1 && most < MC_HAPLOTYPE_MOST_ALLELES;
    if (!good)
      break;
    int wrong = 0;
    for (int64_t i = 0; i < 2 * subjects; i++)
      wrong |= (x[i] < 0) | (x[i] > most + 1);
    for (int64_t h = 0; h < haplotypes; h++)
      wrong |= (y[h] < 1) | (y[h] > most);
    good = good && !wrong;
  }
  for (int64_t h = 0; h < haplotypes; h++)
    good = good && REAL_RO(frequency)[h] > 0;
  if (!good)
    Rf_error("internal error: bad argument");
  return (mc_haplotype_predict_job){.subjects = subjects,
                                    .loci = (int) loci,
                                    .allele = INTEGER_RO(allele),
                                    .alleles = INTEGER_RO(alleles),
                                    .haplotypes = haplotypes,
                                    .haplotype = INTEGER_RO(haplotype),
                                    .frequency = REAL_RO(frequency)};
}

static SEXP places_of(const int32_t *x, int64_t n) {
  SEXP result = Rf_allocVector(INTSXP, (R_xlen_t) n);
  for (int64_t i = 0; i < n; i++)
    INTEGER(result)[i] = x[i] + 1;
  return result;
}

/* list(group: of each subject; pairs: how many each group has; one, two, posterior). */
SEXP ffi_predict_pairs(SEXP allele, SEXP alleles, SEXP haplotype, SEXP frequency,
                       SEXP min_posterior, SEXP threads, SEXP tick) {
  const mc_haplotype_predict_job job = job_of(allele, alleles, haplotype, frequency);
  const double least = ffi_double(min_posterior, 0, 2, "min_posterior");
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_haplotype_prediction p;
  const mc_status status = mc_haplotype_predict_pairs(&job, least, &p, call);
  if (status == MC_ERR_SIZE) {
    ffi_end(&c);
    ffi_stop("size", "min_posterior",
             "there are 2^31 pairs of haplotypes or more with posteriors of 'min_posterior'");
  }
  ffi_check_in(&c, status);
  const int64_t pairs = p.begin[p.groups.count];
  SEXP result = ffi_list_begin(5);
  ffi_put(result, "group", places_of(p.groups.of, job.subjects));
  SEXP counts = ffi_put_vector(result, "pairs", INTSXP, p.groups.count);
  for (int64_t g = 0; g < p.groups.count; g++)
    INTEGER(counts)[g] = (int) (p.begin[g + 1] - p.begin[g]);
  ffi_put(result, "one", places_of(p.one, pairs));
  ffi_put(result, "two", places_of(p.two, pairs));
  SEXP posterior = ffi_put_vector(result, "posterior", REALSXP, pairs);
  if (pairs > 0)
    memcpy(REAL(posterior), p.posterior, (size_t) pairs * sizeof *p.posterior);
  SEXP answer = PROTECT(ffi_list_end(result));
  ffi_end(&c);
  UNPROTECT(1);
  return answer;
}

/* uniform: subjects x draws. list(one, two) of that shape; 0: no pair explains the genotype. */
SEXP ffi_predict_draws(SEXP allele, SEXP alleles, SEXP haplotype, SEXP frequency, SEXP uniform,
                       SEXP threads, SEXP tick) {
  const mc_haplotype_predict_job job = job_of(allele, alleles, haplotype, frequency);
  if (TYPEOF(uniform) != REALSXP || !Rf_isMatrix(uniform) || Rf_nrows(uniform) != job.subjects ||
      Rf_ncols(uniform) < 1)
    Rf_error("internal error: bad argument");
  const int draws = Rf_ncols(uniform);
  SEXP result = ffi_list_begin(2);
  SEXP one = ffi_put(result, "one", Rf_allocMatrix(INTSXP, (int) job.subjects, draws));
  SEXP two = ffi_put(result, "two", Rf_allocMatrix(INTSXP, (int) job.subjects, draws));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  ffi_check_in(&c, mc_haplotype_predict_draws(&job, draws, REAL_RO(uniform), INTEGER(one),
                                              INTEGER(two), call));
  for (int64_t i = 0; i < job.subjects * draws; i++) {
    INTEGER(one)[i]++;
    INTEGER(two)[i]++;
  }
  ffi_end(&c);
  return ffi_list_end(result);
}
