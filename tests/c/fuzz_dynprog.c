/* Dynamic programs: tables, trees and steps of parenthesizations, alignments with any gap cost and
   accordion folds are compared with their definitions, bit by bit: all algorithms on all targets,
   with one to four threads. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/dispatch.h"
#include "dynprog/accordion_oracle.h"
#include "dynprog/gap_oracle.h"
#include "dynprog/parenthesis_oracle.h"
#include "fuzz.h"
#include "guard.h"

const char fuzz_topic[] = "dynprog";

/* A number; what may not be becomes `bad`, which is forbidden. */
static double number(fuzz_source *s, fuzz_kind kind, double bad) {
  const double x = fuzz_number(s, kind);
  return isfinite(x) ? x : bad;
}

static double *numbers(fuzz_source *s, int64_t count, fuzz_kind kind, double bad) {
  double *x = GUARD_NEW(double, count);
  for (int64_t i = 0; i < count; i++)
    x[i] = number(s, kind, bad);
  return x;
}

/* Coordinates, and dimensions of matrices, which are not negative: small, or so large that their
   products are rounded. */
static double *dimensions(fuzz_source *s, int64_t count, fuzz_kind kind) {
  const double scale = fuzz_chance(s, 3) ? 123456789 : 1;
  double *x = GUARD_NEW(double, count);
  for (int64_t i = 0; i < count; i++)
    x[i] = fabs(fuzz_number(s, kind)) * scale;
  return x;
}

static void parenthesize(fuzz_source *s) {
  const int64_t n = fuzz_size(s, 140), parts = n > 0 ? n - 1 : 0;
  const fuzz_kind kind = (fuzz_kind) fuzz_pick(s, FUZZ_KINDS);
  const mc_dynprog_weight weight = (mc_dynprog_weight) fuzz_pick(s, MC_DYNPROG_WEIGHTS);
  const bool pairs = weight == MC_DYNPROG_WEIGHT_PAIRS;
  const bool maximum = pairs || (weight != MC_DYNPROG_WEIGHT_CHAIN && fuzz_chance(s, 2));
  const double bad = maximum ? -(double) INFINITY : (double) INFINITY;
  const bool sparse = fuzz_chance(s, 3);
  double *leaf = fuzz_chance(s, 3) || pairs ? NULL : numbers(s, parts, kind, bad);
  double *p = dimensions(s, n, kind == FUZZ_WHOLE ? FUZZ_WHOLE : FUZZ_REALS);
  double *q = dimensions(s, n, FUZZ_REALS);
  double *w = weight == MC_DYNPROG_WEIGHT_MATRIX ? numbers(s, n * n, kind, bad) : NULL;
  int32_t *base = GUARD_NEW(int32_t, parts), *mate = GUARD_NEW(int32_t, parts);
  for (int64_t i = 0; i < parts; i++) {
    if (leaf != NULL && sparse && fuzz_chance(s, 4))
      leaf[i] = bad;
    base[i] = 1 << fuzz_pick(s, 4);
    mate[i] = (15 - base[i]) & (int32_t) fuzz_pick(s, 16);
  }
  mc_dynprog_job job = {.n = n,
                        .leaf = leaf,
                        .maximum = maximum,
                        .weight = weight,
                        .p = p,
                        .q = q,
                        .w = w,
                        .base = base,
                        .mate = mate,
                        .loop = fuzz_pick(s, 4),
                        .cell = fuzz_pick(s, 3)};
  const parenthesis_answer want = parenthesis_solve(&job);
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
      const int threads = 1 + (turn + t + a) % 4;
      check_note("%s, n %d, weight %d, kind %d, maximum %d, algorithm %d, %d threads",
                 mc_target_active(), (int) n, weight, kind, maximum, a, threads);
      parenthesis_check(&job, &want, (mc_dynprog_algorithm) a, threads);
    }
    parenthesis_check_tree(&job, &want);
  }
  parenthesis_free(want);
  guard_free(leaf);
  guard_free(w);
  guard_free(p);
  guard_free(q);
  guard_free(base);
  guard_free(mate);
}

enum { SYMBOLS = 4 };

/* A cost: a number, forbidden at times, or of many digits. */
typedef struct {
  fuzz_kind kind;
  bool sparse, digits;
  double bad;
} costs;

static double cost(fuzz_source *s, const costs *c) {
  if (c->sparse && fuzz_chance(s, 3))
    return c->bad;
  return c->digits ? (double) (fuzz_bits(s) >> 11) * 0x1p-53 - 0.25 : fuzz_number(s, c->kind);
}

/* Costs by place are NaN where they are not to be read. */
static mc_gap_costs gaps(fuzz_source *s, const costs *c, int64_t count) {
  const bool by_place = fuzz_chance(s, 3);
  const int64_t points = count + 1, size = by_place ? points * points : count;
  double *w = GUARD_NEW(double, size);
  for (int64_t at = 0; at < size; at++)
    w[at] = by_place && at % points >= at / points ? (double) NAN : cost(s, c);
  return (mc_gap_costs){w, by_place};
}

static int32_t *symbols(fuzz_source *s, int64_t count, int kinds) {
  int32_t *x = GUARD_NEW(int32_t, count);
  for (int64_t i = 0; i < count; i++)
    x[i] = (int32_t) fuzz_pick(s, kinds);
  return x;
}

static void align(fuzz_source *s) {
  const int64_t m = fuzz_size(s, 80), n = fuzz_size(s, 80);
  const bool maximum = fuzz_chance(s, 2);
  const costs c = {.kind = (fuzz_kind) fuzz_pick(s, 2),
                   .sparse = fuzz_chance(s, 3),
                   .digits = fuzz_chance(s, 3),
                   .bad = maximum ? -(double) INFINITY : (double) INFINITY};
  double pair[SYMBOLS * (SYMBOLS + 1)];
  for (int k = 0; k < SYMBOLS * (SYMBOLS + 1); k++)
    pair[k] = cost(s, &c);
  int32_t *x = symbols(s, m, SYMBOLS), *y = symbols(s, n, SYMBOLS + 1);
  const mc_gap_job job = {.m = m,
                          .n = n,
                          .x = x,
                          .y = y,
                          .pair = fuzz_chance(s, 3) ? NULL : pair,
                          .kinds = SYMBOLS,
                          .match = cost(s, &c),
                          .mismatch = cost(s, &c),
                          .gap_x = gaps(s, &c, m),
                          .gap_y = gaps(s, &c, n),
                          .overlap = fuzz_chance(s, 3),
                          .maximum = maximum,
                          .cell_rows = fuzz_pick(s, 3),
                          .cell_columns = fuzz_pick(s, 3)};
  double *want = gap_solve(&job);
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
      const int threads = 1 + (turn + t + a) % 4;
      check_note("%s, %d x %d, overlap %d, maximum %d, algorithm %d, %d threads",
                 mc_target_active(), (int) m, (int) n, job.overlap, maximum, a, threads);
      gap_check(&job, want, (mc_dynprog_algorithm) a, threads);
    }
  guard_free(want);
  guard_free(x);
  guard_free(y);
  guard_free(guard_owned(job.gap_x.w));
  guard_free(guard_owned(job.gap_y.w));
}

static void fold(fuzz_source *s) {
  const int64_t n = fuzz_size(s, 140), share = fuzz_pick(s, 9);
  accordion_chain c = {n, GUARD_NEW(uint8_t, n), GUARD_NEW(uint16_t, (n + 1) * (n + 1))};
  for (int64_t i = 0; i < n; i++)
    c.hydrophobic[i] = fuzz_pick(s, 8) < share;
  memset(c.s, 0xee, (size_t) ((n + 1) * (n + 1)) * sizeof *c.s);
  accordion_solve(&c);
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
      const int threads = 1 + (turn + t + a) % 4;
      check_note("%s, chain of %d, algorithm %d, %d threads", mc_target_active(), (int) n, a,
                 threads);
      accordion_check(&c, (mc_dynprog_algorithm) a, threads);
    }
  accordion_free(&c);
}

void fuzz_job(fuzz_source *s) {
  switch (fuzz_pick(s, 4)) {
  case 0: fold(s); break;
  case 1: align(s); break;
  default: parenthesize(s); break;
  }
}
