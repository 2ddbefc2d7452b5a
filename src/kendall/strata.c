#include "kendall/strata.h"

#include <math.h>

enum { CELLS = MC_TESTS };

static void add(const mc_kendall_strata *g, const mc_pairs_room *room, const mc_pairs_tile *t,
                const double *from, const double *more, double *sum) {
  if (!g->first)
    mc_pairs_room_take(room, t, from, sum);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++)
      if (mc_pairs_tile_has(t, i, j)) {
        const int at = t->stride * i + j;
        sum[at] = g->first ? more[at] : sum[at] + more[at];
      }
}

/* Turns the sums S, V and D into tau, z and the p-value. */
static void finish(const mc_kendall_strata *g, const mc_pairs_tile *t, double *tau, double *z,
                   double *p) {
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const double s = tau[at], sd = sqrt(z[at]), scale = p[at];
      if (!(scale > 0)) {
        tau[at] = z[at] = p[at] = g->na;
        continue;
      }
      const double size = fabs(s) - (g->continuity && s != 0);
      tau[at] = s / scale;
      z[at] = (s < 0 ? -size : size) / sd;
      p[at] = mc_kendall_normal_p(g->alternative, z[at]);
    }
}

void mc_kendall_strata_put(const mc_kendall_strata *g, const mc_pairs_room *room,
                           const mc_pairs_tile *t, const mc_kendall_tests *tests) {
  double tau[CELLS], z[CELLS], p[CELLS];
  add(g, room, t, g->tau, tests->s, tau);
  add(g, room, t, g->z, tests->variance, z);
  add(g, room, t, g->p, tests->scale, p);
  if (g->last)
    finish(g, t, tau, z, p);
  void (*put)(const mc_pairs_room *, const mc_pairs_tile *, const double *, double *) =
    g->last ? mc_pairs_room_put : mc_pairs_room_keep;
  put(room, t, tau, g->tau);
  put(room, t, z, g->z);
  put(room, t, p, g->p);
}
