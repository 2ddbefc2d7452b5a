#include <stdint.h>

#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

#include <manycore.h>

#if MANYCORE_API < 2
#error "this needs mc_count_pairs() of manycore"
#endif

typedef struct {
  double *distance;
  int *n;
  int64_t columns; /* of x */
  int symmetric;
} result;

/* The share of discordant pairs of rows: n_d = (total - s) / 2 of n (n - 1) / 2. */
static double share(int64_t s, int64_t total, int64_t n) {
  return n < 2 ? NA_REAL : (double) (total - s) / ((double) n * (double) (n - 1));
}

/* Several threads call this at once, each for other pairs: it writes to the places of these pairs,
   and calls nothing of R. */
static void put(void *data, const manycore_counts *c) {
  const result *r = data;
  for (int j = 0; j < c->columns; j++)
    for (int i = 0; i < c->rows && (!c->diagonal || i <= j); i++) {
      const int at = c->stride * i + j;
      const int64_t x = c->row + i, y = c->column + j;
      const double d = share(c->s[at], c->total[at], c->n[at]);
      r->distance[x + y * r->columns] = d;
      r->n[x + y * r->columns] = (int) c->n[at];
      if (r->symmetric) {
        r->distance[y + x * r->columns] = d;
        r->n[y + x * r->columns] = (int) c->n[at];
      }
    }
}

static SEXP kendall_distance(SEXP x, SEXP y, SEXP pairwise, SEXP threads) {
  const int symmetric = y == R_NilValue;
  if (!symmetric && Rf_nrows(x) != Rf_nrows(y)) Rf_error("numbers of rows differ");
  /* All memory is R's and comes before the call: an interrupt may leave the call by a jump. */
  SEXP distance = PROTECT(Rf_allocMatrix(REALSXP, Rf_ncols(x), Rf_ncols(symmetric ? x : y)));
  SEXP n = PROTECT(Rf_allocMatrix(INTSXP, Rf_ncols(x), Rf_ncols(symmetric ? x : y)));
  result r = {REAL(distance), INTEGER(n), Rf_ncols(x), symmetric};
  for (R_xlen_t k = 0; k < Rf_xlength(distance); k++) { /* if there are fewer than two rows */
    r.distance[k] = NA_REAL;
    r.n[k] = NA_INTEGER;
  }
  const manycore_count_job job = {.x = REAL(x),
                                  .y = symmetric ? NULL : REAL(y),
                                  .rows = Rf_nrows(x),
                                  .x_columns = Rf_ncols(x),
                                  .y_columns = symmetric ? 0 : Rf_ncols(y),
                                  .pairwise = Rf_asLogical(pairwise),
                                  .threads = Rf_asInteger(threads),
                                  .put = put,
                                  .data = &r};
  const int status = mc_count_pairs(&job);
  if (status == MANYCORE_MISSING) Rf_error("missing values: give pairwise = TRUE");
  if (status != MANYCORE_DONE) Rf_error("mc_count_pairs() answered %d", status);
  Rf_setAttrib(distance, Rf_install("rows"), n);
  UNPROTECT(2);
  return distance;
}

/* ---- for the tests of manycore: jobs that end in other ways ---- */

typedef struct {
  int begun, polls, stop_at, threads;
  int jump;     /* 1: out of begin(), 2: out of poll() */
  int wrong[2]; /* of each thread: did put() get wrong counts? */
} watch;

static void watch_begin(void *data, int threads) {
  watch *w = data;
  w->begun++;
  w->threads = threads;
  if (w->jump == 1) Rf_error("begin() jumps");
}

static void watch_put(void *data, const manycore_counts *counts) {
  watch *w = data;
  if (counts->size != sizeof *counts || !MANYCORE_HAS(counts, n) || counts->reserved != 0)
    w->wrong[counts->thread] = 1;
}

static int watch_poll(void *data, double done) {
  watch *w = data;
  (void) done;
  if (w->jump == 2) Rf_error("poll() jumps");
  return ++w->polls == w->stop_at;
}

/* c(status, calls of begin(), calls of poll(), threads, did put() get wrong counts?) of a job that is stopped at a poll. `bad`:
   the number of something wrong with the job. 6 and 7: begin() and poll() jump. */
static SEXP watched(SEXP x, SEXP stop_at, SEXP bad) {
  watch w = {.stop_at = Rf_asInteger(stop_at)};
  manycore_count_job job = {.x = REAL(x),
                            .rows = Rf_nrows(x),
                            .x_columns = Rf_ncols(x),
                            .threads = 2,
                            .begin = watch_begin,
                            .put = watch_put,
                            .poll = watch_poll,
                            .data = &w};
  switch (Rf_asInteger(bad)) {
  case 1: job.put = NULL; break;
  case 2: job.rows = -1; break;
  case 3: job.x = NULL; break;
  case 4: job.pairwise = 7; break;
  case 5: job.rows = INT64_C(1) << 31; break;
  case 6: w.jump = 1; break;
  case 7: w.jump = 2; break;
  default: break;
  }
  const int status = mc_count_pairs(&job);
  SEXP answer = PROTECT(Rf_allocVector(INTSXP, 5));
  INTEGER(answer)[0] = status;
  INTEGER(answer)[1] = w.begun;
  INTEGER(answer)[2] = w.polls;
  INTEGER(answer)[3] = w.threads;
  INTEGER(answer)[4] = w.wrong[0] || w.wrong[1];
  UNPROTECT(1);
  return answer;
}

static const R_CallMethodDef entries[] = {
  {"C_kendall_distance", (DL_FUNC) kendall_distance, 4},
  {"C_watched", (DL_FUNC) watched, 3},
  {NULL, NULL, 0}
};

void R_init_pairsign(DllInfo *dll) {
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
}
