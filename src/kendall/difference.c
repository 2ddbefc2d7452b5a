#include "kendall/difference.h"

#include <math.h>

#include "kendall/ranks.h"
#include "kendall/strata.h"

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

/* ---- the first run ---- */

static void keep(const mc_kendall_difference *d, const mc_pairs_room *room, const mc_pairs_tile *t,
                 const double *tau, const mc_kendall_tests *tests) {
  double variance[CELLS], value[CELLS];
  mc_pairs_room_keep(room, t, tau, d->estimate);
  if (d->skips && tests->plain)
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
  mc_pairs_room_keep(room, t, variance, d->z);
  mc_pairs_room_keep(room, t, value, d->p);
}

/* ---- the second run ---- */

/* 4 x 4 pairs that are plain at both levels: transforms are looked up. */
static void plain(const mc_kendall_difference *d, bool is_a, const double *tau,
                  const mc_kendall_tests *tests, const double *before, double *estimate, double *z,
                  double *p) {
  const int64_t first_pairs = mc_kendall_pairs_among(d->first_rows);
  const int64_t second_pairs = mc_kendall_pairs_among(d->second_rows);
  const double sd =
    sqrt(plain_fisher(0, d->first_rows).variance + plain_fisher(0, d->second_rows).variance);
  for (int k = 0; k < FOURS; k++) {
    const double u = d->first[((int64_t) before[k] + first_pairs) / 2];
    const double v = d->second[((int64_t) tests->s[k] + second_pairs) / 2];
    z[k] = (is_a ? v - u : u - v) / sd;
    estimate[k] = is_a ? tau[k] - estimate[k] : estimate[k] - tau[k];
  }
  for (int k = 0; k < FOURS; k++)
    p[k] = mc_kendall_tail_p(d->tail, d->alternative, z[k]);
}

static void each(const mc_kendall_difference *d, bool is_a, const mc_pairs_room *room,
                 const mc_pairs_tile *t, const double *tau, const mc_kendall_tests *tests,
                 const double *before, double *estimate, double *z, double *p) {
  mc_pairs_room_take(room, t, d->z, z);
  mc_pairs_room_take(room, t, d->p, p);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const bool known = d->skips && !mc_kendall_is_marked(before[at]);
      const mc_kendall_fisher f = fisher_at(tests, at);
      const mc_kendall_fisher kept =
        known ? plain_fisher(before[at], d->first_rows) : (mc_kendall_fisher){p[at], z[at]};
      const double other = estimate[at];
      const double difference =
        is_a ? mc_kendall_difference_z(f, kept) : mc_kendall_difference_z(kept, f);
      estimate[at] = isnan(other) || isnan(tau[at]) ? d->na
                     : is_a                         ? tau[at] - other
                                                    : other - tau[at];
      z[at] = isnan(difference) ? d->na : difference;
      p[at] = isnan(difference) ? d->na : mc_kendall_tail_p(d->tail, d->alternative, difference);
    }
}

void mc_kendall_difference_put(const mc_kendall_difference *d, mc_kendall_difference_run run,
                               const mc_pairs_room *room, const mc_pairs_tile *t, const double *tau,
                               const mc_kendall_tests *tests, const double *before) {
  double estimate[CELLS], z[CELLS], p[CELLS];
  const bool is_a = run == MC_DIFFERENCE_A;
  if (run == MC_DIFFERENCE_KEEP) {
    keep(d, room, t, tau, tests);
    return;
  }
  mc_pairs_room_take(room, t, d->estimate, estimate);
  if (d->skips && d->first != NULL && tests->plain && !t->diagonal && room->list == NULL &&
      !mc_kendall_any_marked(before))
    plain(d, is_a, tau, tests, before, estimate, z, p);
  else
    each(d, is_a, room, t, tau, tests, before, estimate, z, p);
  mc_pairs_room_put(room, t, estimate, d->estimate);
  mc_pairs_room_put(room, t, z, d->z);
  mc_pairs_room_put(room, t, p, d->p);
}
