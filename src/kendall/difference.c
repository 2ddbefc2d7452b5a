#include "kendall/difference.h"

#include <math.h>

#include "base/team.h"
#include "kendall/ranks.h"

enum { CELLS = MC_TESTS, FOURS = MC_PAIRS_FOUR * MC_PAIRS_FOUR };

mc_kendall_fisher mc_kendall_fisher_of(double s, double scale, int64_t n, double spread) {
  if (!(scale > 0) || n <= 4)
    return (mc_kendall_fisher){NAN, NAN};
  const double tau = s / scale, most = 1 - 1 / (double) mc_kendall_pairs_among(n);
  const double t = tau > most ? most : tau < -most ? -most : tau;
  const double variance = 0.437 * (spread * spread) / (double) (n - 4);
  return (mc_kendall_fisher){0.5 * log((1 + t) / (1 - t)), variance};
}

double mc_kendall_difference_z(mc_kendall_fisher a, mc_kendall_fisher b) {
  return (a.value - b.value) / sqrt(a.variance + b.variance);
}

static mc_kendall_fisher fisher_at(const mc_kendall_tests *tests, int at) {
  return mc_kendall_fisher_of(tests->s[at], tests->scale[at], tests->n[at], tests->spread[at]);
}

static mc_kendall_fisher plain_fisher(double s, int64_t n) {
  return mc_kendall_fisher_of(s, (double) mc_kendall_pairs_among(n), n, 1);
}

/* ---- tables ---- */

bool mc_kendall_is_worth_a_table(int64_t entries, int64_t cells) {
  return entries < 1000000 && entries < cells / 4;
}

typedef struct {
  int64_t rows;
  double *to;
} transform_table;

static void fill_transforms(void *context, int64_t first, int64_t last) {
  const transform_table *f = context;
  const int64_t pairs = mc_kendall_pairs_among(f->rows);
  for (int64_t k = first; k < last; k++)
    f->to[k] = plain_fisher((double) (2 * k - pairs), f->rows).value;
}

mc_status mc_kendall_difference_tables(mc_kendall_difference *d, int64_t cells,
                                       const mc_call *call) {
  enum { GRAIN = 1024 };
  transform_table f[] = {{d->first_rows, NULL}, {d->second_rows, NULL}};
  d->first = d->second = NULL;
  for (int k = 0; k < 2; k++)
    if (f[k].rows <= 4 ||
        !mc_kendall_is_worth_a_table(mc_kendall_pairs_among(f[k].rows) + 1, cells))
      return MC_OK;
  for (int k = 0; k < 2; k++) {
    const int64_t entries = mc_kendall_pairs_among(f[k].rows) + 1;
    f[k].to = mc_alloc(call->arena, entries, sizeof *f[k].to);
    if (f[k].to == NULL)
      return MC_ERR_MEMORY;
    mc_ranges(mc_call_threads(call, 3e-8 * (double) entries), entries, GRAIN, fill_transforms,
              &f[k]);
  }
  d->first = f[0].to;
  d->second = f[1].to;
  return MC_OK;
}

/* ---- the first run ---- */

void mc_kendall_difference_keep(const mc_kendall_difference *d, const mc_pairs_room *room,
                                const mc_pairs_tile *t, const mc_kendall_tests *tests) {
  double variance[CELLS], value[CELLS];
  if (mc_kendall_plain_tile(&d->plain, room, t))
    return;
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const mc_kendall_fisher f = fisher_at(tests, at);
      variance[at] = f.variance;
      value[at] = f.value;
    }
  mc_pairs_room_keep(room, t, variance, d->variance);
  mc_pairs_room_keep(room, t, value, d->value);
}

/* ---- the second run ---- */

/* 4 x 4 pairs that are plain at both levels: transforms are looked up. `tau` is of the first. */
static void plain_tests(const mc_kendall_difference *d, bool is_a, const double *tau,
                        const double *s, double *z, double *p) {
  const int64_t first_pairs = mc_kendall_pairs_among(d->first_rows);
  const int64_t second_pairs = mc_kendall_pairs_among(d->second_rows);
  const double sd =
    sqrt(plain_fisher(0, d->first_rows).variance + plain_fisher(0, d->second_rows).variance);
  for (int k = 0; k < FOURS; k++) {
    const double before = mc_kendall_plain_s(tau[k], (double) first_pairs);
    const double u = d->first[((int64_t) before + first_pairs) / 2];
    const double v = d->second[((int64_t) s[k] + second_pairs) / 2];
    z[k] = (is_a ? v - u : u - v) / sd;
  }
  mc_kendall_tail_ps(d->tail, d->alternative, z, p, FOURS);
}

static void each_test(const mc_kendall_difference *d, bool is_a, const mc_pairs_room *room,
                      const mc_pairs_tile *t, const double *tau, const mc_kendall_tests *tests,
                      double *z, double *p) {
  double variance[CELLS], value[CELLS];
  mc_pairs_room_take(room, t, d->variance, variance);
  mc_pairs_room_take(room, t, d->value, value);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const bool plain = room->list == NULL && mc_kendall_plain_pair(&d->plain, t, i, j);
      const mc_kendall_fisher f = fisher_at(tests, at);
      const double pairs = (double) mc_kendall_pairs_among(d->first_rows);
      const mc_kendall_fisher kept =
        plain ? plain_fisher(mc_kendall_plain_s(tau[at], pairs), d->first_rows)
              : (mc_kendall_fisher){value[at], variance[at]};
      const double difference =
        is_a ? mc_kendall_difference_z(f, kept) : mc_kendall_difference_z(kept, f);
      z[at] = isnan(difference) ? d->na : difference;
      p[at] = isnan(difference) ? d->na : mc_kendall_tail_p(d->tail, d->alternative, difference);
    }
}

void mc_kendall_difference_tests(const mc_kendall_difference *d, mc_kendall_difference_run run,
                                 const mc_pairs_room *room, const mc_pairs_tile *t,
                                 const mc_kendall_tests *tests, double *z, double *p) {
  double tau[CELLS];
  mc_pairs_room_take(room, t, d->tau, tau);
  if (d->first != NULL && tests->plain && mc_kendall_plain_tile(&d->plain, room, t))
    plain_tests(d, run == MC_DIFFERENCE_A, tau, tests->s, z, p);
  else
    each_test(d, run == MC_DIFFERENCE_A, room, t, tau, tests, z, p);
}

void mc_kendall_difference_taus(const mc_kendall_difference *d, mc_kendall_difference_run run,
                                const mc_pairs_room *room, const mc_pairs_tile *t,
                                const double *tau, double *estimate) {
  const bool is_a = run == MC_DIFFERENCE_A;
  double before[CELLS];
  mc_pairs_room_take(room, t, d->tau, before);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const double difference = is_a ? tau[at] - before[at] : before[at] - tau[at];
      estimate[at] = isnan(difference) ? d->na : difference;
    }
}
