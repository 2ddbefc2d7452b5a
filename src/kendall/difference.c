#include "kendall/difference.h"

#include <math.h>

#include "kendall/ranks.h"

enum { CELLS = MC_TESTS };

mc_kendall_fisher mc_kendall_fisher_of(double tau, int64_t n, double spread) {
  if (isnan(spread) || isnan(tau) || n <= 4)
    return (mc_kendall_fisher){NAN, NAN};
  const double most = 1 - 1 / (double) mc_kendall_pairs_among(n);
  const double t = tau > most ? most : tau < -most ? -most : tau;
  const double variance = 0.437 * (spread * spread) / (double) (n - 4);
  return (mc_kendall_fisher){0.5 * log((1 + t) / (1 - t)), variance};
}

double mc_kendall_difference_z(mc_kendall_fisher a, mc_kendall_fisher b) {
  return (a.value - b.value) / sqrt(a.variance + b.variance);
}

static void keep(const mc_kendall_difference *d, const mc_pairs_room *room, const mc_pairs_tile *t,
                 const double *tau, const mc_kendall_tests *tests) {
  double variance[CELLS], value[CELLS];
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const mc_kendall_fisher f = mc_kendall_fisher_of(tau[at], tests->n[at], tests->spread[at]);
      variance[at] = f.variance;
      value[at] = f.value;
    }
  mc_pairs_room_keep(room, t, tau, d->estimate);
  mc_pairs_room_keep(room, t, variance, d->z);
  mc_pairs_room_keep(room, t, value, d->p);
}

static void finish(const mc_kendall_difference *d, bool is_a, const mc_pairs_room *room,
                   const mc_pairs_tile *t, const double *tau, const mc_kendall_tests *tests) {
  double estimate[CELLS], z[CELLS], p[CELLS];
  mc_pairs_room_take(room, t, d->estimate, estimate);
  mc_pairs_room_take(room, t, d->z, z);
  mc_pairs_room_take(room, t, d->p, p);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const mc_kendall_fisher f = mc_kendall_fisher_of(tau[at], tests->n[at], tests->spread[at]);
      const mc_kendall_fisher kept = {p[at], z[at]};
      const double other = estimate[at];
      const double difference =
        is_a ? mc_kendall_difference_z(f, kept) : mc_kendall_difference_z(kept, f);
      estimate[at] = isnan(other) || isnan(tau[at]) ? d->na
                     : is_a                         ? tau[at] - other
                                                    : other - tau[at];
      z[at] = isnan(difference) ? d->na : difference;
      p[at] = isnan(difference) ? d->na : mc_kendall_normal_p(d->alternative, difference);
    }
  mc_pairs_room_put(room, t, estimate, d->estimate);
  mc_pairs_room_put(room, t, z, d->z);
  mc_pairs_room_put(room, t, p, d->p);
}

void mc_kendall_difference_put(const mc_kendall_difference *d, mc_kendall_difference_run run,
                               const mc_pairs_room *room, const mc_pairs_tile *tile,
                               const double *tau, const mc_kendall_tests *tests) {
  if (run == MC_DIFFERENCE_KEEP)
    keep(d, room, tile, tau, tests);
  else
    finish(d, run == MC_DIFFERENCE_A, room, tile, tau, tests);
}
