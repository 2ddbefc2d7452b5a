#include "kendall/strata.h"

#include <math.h>

#include "kendall/ranks.h"

enum { CELLS = MC_TESTS, FOURS = MC_PAIRS_FOUR * MC_PAIRS_FOUR };

mc_kendall_stratified mc_kendall_stratified_of(const mc_kendall_strata *g, double s,
                                               double variance, double scale) {
  if (!(scale > 0))
    return (mc_kendall_stratified){g->na, g->na, g->na};
  const double size = fabs(s) - (g->continuity && s != 0);
  const double z = (s < 0 ? -size : size) / sqrt(variance);
  return (mc_kendall_stratified){s / scale, z, mc_kendall_tail_p(g->tail, g->alternative, z)};
}

/* 4 x 4 pairs that are plain at this level and at those before it. */
static void put_plain(const mc_kendall_strata *g, const mc_pairs_room *room, const mc_pairs_tile *t,
                      const mc_kendall_tests *tests) {
  double tau[FOURS], z[FOURS], p[FOURS];
  if (g->first && !g->last)
    return;
  if (g->second)
    mc_pairs_room_take(room, t, g->first_tau, tau);
  else if (!g->first)
    mc_pairs_room_take(room, t, g->tau, tau);
  for (int k = 0; k < FOURS; k++) {
    const double before = g->first    ? 0
                          : g->second ? mc_kendall_plain_s(tau[k], g->first_scale)
                                      : tau[k];
    tau[k] = before + tests->s[k];
  }
  if (!g->last) {
    mc_pairs_room_keep(room, t, tau, g->tau);
    return;
  }
  for (int k = 0; k < FOURS; k++) {
    const mc_kendall_stratified *r = &g->table[((int64_t) tau[k] + g->most) / 2];
    tau[k] = r->tau;
    z[k] = r->z;
    p[k] = r->p;
  }
  mc_pairs_room_put(room, t, tau, g->tau);
  mc_pairs_room_put(room, t, z, g->z);
  mc_pairs_room_put(room, t, p, g->p);
}

static void put_each(const mc_kendall_strata *g, const mc_pairs_room *room, const mc_pairs_tile *t,
                     const mc_kendall_tests *tests) {
  double tau[CELLS], z[CELLS], p[CELLS], first_tau[CELLS];
  if (!g->first) {
    mc_pairs_room_take(room, t, g->tau, tau);
    mc_pairs_room_take(room, t, g->z, z);
    mc_pairs_room_take(room, t, g->p, p);
  }
  if (g->second)
    mc_pairs_room_take(room, t, g->first_tau, first_tau);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const bool plain = room->list == NULL && mc_kendall_plain_pair(&g->plain, t, i, j);
      const double before = g->first             ? 0
                            : plain && g->second ? mc_kendall_plain_s(first_tau[at], g->first_scale)
                                                 : tau[at];
      const bool known = g->first || plain; /* g->variance is 0 at the first */
      const double s = before + tests->s[at];
      const double variance = (known ? g->variance : z[at]) + tests->variance[at];
      const double scale = (known ? g->scale : p[at]) + tests->scale[at];
      const mc_kendall_stratified r = g->last ? mc_kendall_stratified_of(g, s, variance, scale)
                                              : (mc_kendall_stratified){s, variance, scale};
      tau[at] = r.tau;
      z[at] = r.z;
      p[at] = r.p;
    }
  void (*put)(const mc_pairs_room *, const mc_pairs_tile *, const double *, double *) =
    g->last ? mc_pairs_room_put : mc_pairs_room_keep;
  put(room, t, tau, g->tau);
  put(room, t, z, g->z);
  put(room, t, p, g->p);
}

void mc_kendall_strata_put(const mc_kendall_strata *g, const mc_pairs_room *room,
                           const mc_pairs_tile *t, const mc_kendall_tests *tests) {
  if (tests->plain && (!g->last || g->table != NULL) && mc_kendall_plain_tile(&g->plain, room, t))
    put_plain(g, room, t, tests);
  else
    put_each(g, room, t, tests);
}
