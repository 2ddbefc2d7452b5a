#include "kendall/strata.h"

#include <math.h>
#include <string.h>

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

/* 4 x 4 pairs that are plain at all levels so far. */
static void put_plain(const mc_kendall_strata *g, const mc_pairs_room *room, const mc_pairs_tile *t,
                      const mc_kendall_tests *tests, const double *before) {
  double tau[FOURS], z[FOURS], p[FOURS];
  for (int k = 0; k < FOURS; k++)
    tau[k] = before[k] + tests->s[k];
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
                     const mc_kendall_tests *tests, const double *before) {
  const double pairs = (double) mc_kendall_pairs_among(g->rows);
  double tau[CELLS], z[CELLS], p[CELLS];
  if (!g->first) {
    mc_pairs_room_take(room, t, g->z, z);
    mc_pairs_room_take(room, t, g->p, p);
  }
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      const bool marked = g->marks && mc_kendall_is_marked(before[at]);
      const bool known = g->first || (g->marks && !marked); /* g->variance is 0 at the first */
      const bool plain = tests->scale[at] == pairs && tests->n[at] == g->rows;
      const double s = (marked ? floor(before[at]) : before[at]) + tests->s[at];
      const double variance = (known ? g->variance : z[at]) + tests->variance[at];
      const double scale = (known ? g->scale : p[at]) + tests->scale[at];
      if (g->last) {
        const mc_kendall_stratified r = mc_kendall_stratified_of(g, s, variance, scale);
        tau[at] = r.tau;
        z[at] = r.z;
        p[at] = r.p;
      } else {
        tau[at] = g->marks && (marked || !plain) ? s + 0.5 : s;
        z[at] = variance;
        p[at] = scale;
      }
    }
  void (*put)(const mc_pairs_room *, const mc_pairs_tile *, const double *, double *) =
    g->last ? mc_pairs_room_put : mc_pairs_room_keep;
  put(room, t, tau, g->tau);
  put(room, t, z, g->z);
  put(room, t, p, g->p);
}

void mc_kendall_strata_put(const mc_kendall_strata *g, const mc_pairs_room *room,
                           const mc_pairs_tile *t, const mc_kendall_tests *tests, double *before) {
  if (g->first || room->list != NULL)
    memset(before, 0, CELLS * sizeof *before);
  if (!g->first)
    mc_pairs_room_take(room, t, g->tau, before);
  if (tests->plain && g->marks && !t->diagonal && room->list == NULL &&
      (!g->last || g->table != NULL) && !mc_kendall_any_marked(before))
    put_plain(g, room, t, tests, before);
  else
    put_each(g, room, t, tests, before);
}
