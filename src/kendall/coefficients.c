/* Turns counts into coefficients. They are quotients of exact integers, so all algorithms,
   targets and numbers of threads give the same bits. */

#include "kendall/coefficients.h"

#include <string.h>

#include "base/integers.h"

int64_t mc_kendall_coefficients_constant(const mc_kendall_coefficients *maker) {
  return maker->kind == MC_KENDALL_B ? atomic_load(&maker->taus.constant_pairs)
                                     : atomic_load(&maker->constant_pairs);
}

/* ---- distinct values, for tau-c ---- */

typedef struct {
  const mc_kendall_ranks *ranks;
  int64_t column;
} place;

static const mc_kendall_ranked *column_at(place p) {
  return &p.ranks->column[p.column];
}

/* The number of distinct values of column p in the `common` rows that `other` has, too. It is
   known if no row is lost or no row is tied. Otherwise each pass over the rows counts 65,536
   ranks, until all common rows or all values are found. */
static int64_t distinct_in_common(place p, place other, int64_t common) {
  enum { WINDOW = 1 << 16 };
  const mc_kendall_ranked *c = column_at(p);
  if (!column_at(other)->missing)
    return c->distinct;
  if (!c->tied)
    return common;
  const int64_t most = mc_min(common, c->distinct);
  int64_t found = 0;
  uint64_t seen[WINDOW / 64];
  for (int64_t first = 0; first < c->distinct && found < most; first += WINDOW) {
    memset(seen, 0, (size_t) (mc_min(WINDOW, c->distinct - first) + 63) / 64 * sizeof *seen);
    for (int64_t i = 0; i < p.ranks->n && found < most; i++) {
      const int64_t rank = mc_kendall_rank_at(p.ranks, p.column, i), at = rank - first;
      if (rank >= c->distinct || at < 0 || at >= WINDOW ||
          mc_kendall_rank_at(other.ranks, other.column, i) == MC_RANK32_NA)
        continue;
      found += (seen[at / 64] >> at % 64 & 1) == 0;
      seen[at / 64] |= (uint64_t) 1 << at % 64;
    }
  }
  return found;
}

/* The lesser number of distinct values of two columns in their common rows. The column with fewer
   values in all its rows is counted. The other column is counted only if it may have lost so many
   values that it has fewer. */
static int64_t lesser_distinct(place x, place y, int64_t common) {
  if (column_at(x)->distinct > column_at(y)->distinct) {
    const place swap = x;
    x = y;
    y = swap;
  }
  const mc_kendall_ranked *more = column_at(y);
  const int64_t few = distinct_in_common(x, y, common);
  if (more->distinct - (more->present - common) >= few)
    return few;
  return mc_min(few, distinct_in_common(y, x, common));
}

/* ---- quotients ---- */

/* The coefficient of the pair i, j is factor * s / below[0], that of j, i factor * s / below[1]. */
typedef struct {
  double factor, below[2];
} quotient;

static quotient quotient_of(mc_kendall_coefficient kind, const mc_kendall_tile *t, int i, int j,
                            const mc_kendall_counts *c) {
  const int at = c->stride * i + j;
  switch (kind) {
  case MC_KENDALL_A: {
    const double pairs = (double) mc_kendall_pairs_among(mc_kendall_common_rows(t, i, j));
    return (quotient){1, {pairs, pairs}};
  }
  case MC_KENDALL_C: {
    const place x = {t->panel->a, t->i0 + i}, y = {t->panel->b, t->j0 + j};
    const int64_t common = mc_kendall_common_rows(t, i, j);
    const int64_t m = common < 2 ? 0 : lesser_distinct(x, y, common);
    const double n = (double) common, below = m < 2 ? 0 : n * n * (double) (m - 1);
    return (quotient){2 * (double) m, {below, below}};
  }
  case MC_KENDALL_GAMMA: return (quotient){1, {(double) c->total[at], (double) c->total[at]}};
  case MC_KENDALL_SOMERS: return (quotient){1, {(double) c->y_pairs[at], (double) c->x_pairs[at]}};
  default: return (quotient){2, {1, 1}}; /* a covariance */
  }
}

/* Rounding of its two products can make tau-c, and no other coefficient, exceed 1. */
static double value_of(double above, double below, double na) {
  if (below <= 0)
    return na;
  const double value = above / below;
  return value > 1 ? 1 : value < -1 ? -1 : value;
}

static void one(mc_kendall_coefficients *m, const mc_kendall_tile *t, int i, int j,
                const mc_kendall_counts *c, double *value, double *mirrored) {
  const int at = c->stride * i + j;
  const quotient q = quotient_of(m->kind, t, i, j, c);
  const double above = q.factor * (double) c->s[at];
  if (m->kind == MC_KENDALL_COVARIANCE) {
    value[at] = above;
    return;
  }
  value[at] = value_of(above, q.below[0], m->maker.na);
  mirrored[at] = value_of(above, q.below[1], m->maker.na);
  /* Pairs with fewer than two common rows cause no warning. */
  const bool none = q.below[0] <= 0 || (m->shape->of_one && q.below[1] <= 0);
  if (none && mc_kendall_common_rows(t, i, j) >= 2)
    atomic_fetch_add(&m->constant_pairs, 1);
}

/* ---- the maker ---- */

static mc_status begin(mc_pairs_maker *maker, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_coefficients *m = (mc_kendall_coefficients *) maker;
  m->shape = shape;
  return m->kind == MC_KENDALL_B ? mc_kendall_taus_begin(&m->taus, shape, maker->na, call) : MC_OK;
}

static mc_status panel(mc_pairs_maker *maker, const mc_pairs_panel *panel) {
  mc_kendall_coefficients *m = (mc_kendall_coefficients *) maker;
  if (m->kind == MC_KENDALL_B)
    mc_kendall_taus_panel(&m->taus, mc_kendall_panel_of(panel));
  return MC_OK;
}

static const double *make_taus(mc_pairs_maker *maker, const mc_pairs_tile *tile, double *value,
                               double *mirrored) {
  (void) mirrored;
  mc_kendall_taus_of(&((mc_kendall_coefficients *) maker)->taus, mc_kendall_tile_of(tile), value);
  return value;
}

static const double *make(mc_pairs_maker *maker, const mc_pairs_tile *of, double *value,
                          double *mirrored) {
  mc_kendall_coefficients *m = (mc_kendall_coefficients *) maker;
  const mc_kendall_tile *tile = mc_kendall_tile_of(of);
  const mc_kendall_panel *p = tile->panel;
  mc_kendall_counts c;
  mc_kendall_finish(tile, &c);
  for (int i = 0; i < of->rows; i++)
    for (int j = of->diagonal ? i : 0; j < of->columns; j++) {
      if (!mc_pairs_tile_has(of, i, j))
        continue;
      if (!m->shape->pairwise &&
          (p->a->column[tile->i0 + i].missing || p->b->column[tile->j0 + j].missing))
        value[c.stride * i + j] = mirrored[c.stride * i + j] = maker->na;
      else
        one(m, tile, i, j, &c, value, mirrored);
    }
  return m->kind == MC_KENDALL_SOMERS ? mirrored : value;
}

mc_kendall_coefficients mc_kendall_coefficients_make(mc_kendall_coefficient kind, double na) {
  const bool rows = kind == MC_KENDALL_A || kind == MC_KENDALL_C;
  mc_kendall_coefficients m = {.maker = {.begin = begin,
                                         .panel = panel,
                                         .make = kind == MC_KENDALL_B ? make_taus : make,
                                         .bytes = mc_kendall_taus_bytes,
                                         .wants = (rows ? MC_KENDALL_COMMON_ROWS : 0) |
                                                  (kind == MC_KENDALL_GAMMA ? MC_KENDALL_TOTAL : 0),
                                         .na = na},
                               .kind = kind};
  return m;
}
