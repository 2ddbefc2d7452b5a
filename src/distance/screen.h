#ifndef MC_DISTANCE_SCREEN_H
#define MC_DISTANCE_SCREEN_H

#include <stdint.h>

#include "distance/tree.h"
#include "distance/work.h"

/* A filter for searches of neighbours by Euclidean distance ("filter and refine"; Seidl and
   Kriegel, SIGMOD 1998). Before the exact sums of a panel of queries and a panel of points are
   made, inner products in single precision tell which sums may be within the queries' limits
   (kernels/distance/screen.h). Exact sums are then made for those few only, or for all if they are
   not few. An inner product takes a third of the instructions of an exact sum, and floats half of
   the room of doubles.

   No sum within a limit is missed. All that follows is in units of `scale`: the points are A =
   scale (x - center), in [-1, 1] in each coordinate, and a = A rounded to float; u = 2^-24; |a| is
   the norm. Points (b) likewise.

     |a - A| <= U |a|                    U is a little more than u
     |a - b| <= |A - B| + U (|a| + |b|)
     |A - B| <= root(limit)              if the sum, as computed, is within the limit
     t = a b - |b|^2 / 2 = (|a|^2 - |a - b|^2) / 2
     computed t >= t - G |b| (|a| + |b| / 2)      G is a little more than (d + 3) u: roundings of
                                                  d products, d sums and the first number

   So a sum within the limit has

     computed t >= |a|^2 / 2 - (root(limit) + U (|a| + |b|))^2 / 2 - G |b| (|a| + |b| / 2)

   with the greatest |b| of the panel, because the right side falls as |b| grows. "A little more"
   covers the roundings of these formulas in double precision.

   TINY, for each coordinate, is for numbers so small that floats lose them. It also suffices if the
   processor takes floats below 2^-126 (1.2e-38) as 0. (Libraries that were compiled for fast
   arithmetic make the processor do so.) Then a coordinate loses up to 2^-126 each in a, in b, in
   the product and in the sum, and start and least lose as much. Doubles below 2^-1022 may be lost
   likewise: at the least exponent of the scale that is 2^-122 for an exact square, for which TINY
   is under the root, and twice outside.

   The filter begins when a panel that was met exactly had few sums within the limits. If the limits
   are small against the norms, too many sums pass. The panel is then met exactly, and so are the
   next ones: 1, 3, 7, 15, 15, ..., until the filter lets few sums pass. */

/* Points of one set: queries or points. */
typedef struct {
  float *number;    /* [panel][coordinate][lane] */
  float *start;     /* -|b|^2 / 2 of each point */
  double *half;     /* at most |a|^2 / 2 */
  double *norm;     /* at least |a| */
  double *greatest; /* the greatest norm of each panel */
} mc_distance_screened;

typedef struct {
  bool on; /* false: another metric, coordinates too few or too many, or no scale suits them; all
              sums are made */
  const mc_distance_work *work;
  mc_distance_screened a, b; /* the same if symmetric */
  double square;             /* scale^2 */
  double narrow;             /* U */
  double sums;               /* G */
  double wide;               /* 1, and the roundings of exact sums */
} mc_distance_screen;

/* Makes the filter for packed points, in panels of MC_DISTANCE_LANES, with the boxes of the panels
   of both sets. Memory: 4 bytes for each coordinate of a point, and 20 bytes a point. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_distance_screen_make(mc_distance_screen *s, const mc_distance_work *work,
                                  const mc_distance_boxes *a, const mc_distance_boxes *b);

/* What a thread knows of its panel of queries. */
typedef struct {
  int64_t panel;
  double limit[MC_DISTANCE_LANES];
  double root[MC_DISTANCE_LANES]; /* of each query: root(limit) + U |a| in units of `scale`; -1: no
                                     sum is within the limit */
  uint32_t changed;               /* bit q: the limit has changed, root[q] has not */
  double *query;                  /* [query][coordinate], as packed */
  int64_t met;                    /* sums within limits at the last panel that was met exactly */
  int64_t wait, pause;            /* panels that are to be met exactly now, and last time */
} mc_distance_queries;

/* MC_OK, MC_ERR_MEMORY */
mc_status mc_distance_queries_make(mc_distance_queries *r, const mc_distance_screen *s);

/* Begins a panel of queries; its limits follow, for all of its MC_DISTANCE_LANES places. If the
   filter let too much pass for the last panel of queries, its rest goes on. */
void mc_distance_queries_start(mc_distance_queries *r, const mc_distance_screen *s, int64_t panel);

/* Sums of query q above the limit do not matter. */
static inline void mc_distance_queries_limit(mc_distance_queries *r, int64_t q, double limit) {
  r->limit[q] = limit;
  r->changed |= UINT32_C(1) << q;
}

/* Which sums against a panel of points may be within the limits? Bit l of which[q] for query q and
   lane l. Returns false if all sums are to be made instead. */
bool mc_distance_queries_screen(mc_distance_queries *r, const mc_distance_screen *s, int64_t points,
                                uint32_t *which);

/* The exact sums of query q against the lanes `which` of a panel of points: sum[l] for each bit l.
   Other elements become anything. */
void mc_distance_queries_sums(const mc_distance_queries *r, const mc_distance_screen *s, int64_t q,
                              int64_t points, uint32_t which, double *sum);

#endif
