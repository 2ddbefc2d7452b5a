/* Matrix chains by candidates: the splits k that can be best.

   A chain of points i, ..., j is a polygon, its order of products a triangulation, and a split k
   the triangle (i, k, j). Points have a strict order: by p, and points with the same p by a number
   that looks random. Then at least one of the best splits of (i, j) comes before all points
   between i and k, or before all points between k and j. docs/matrix_chains.md has the proof, by
   theorem 1 of Hu and Shing, Computation of matrix chain products, part I (1982). So for each
   end j there are the candidates k = j - 1, before(j - 1), before(before(j - 1)), ..., and for each
   beginning i the candidates i + 1, after(i + 1), ...:

     before(k)   the last point in front of k that comes before k in the order
     after(k)    the first point behind k that comes before k

   Both lists have ln(n) points on average if p has no pattern, and n in the worst case. Other
   splits may be tried, too. So a tile (J, I) of 64 x 64 tries these (the proof also tells which of
   them are of no use):

     for each distance d = 0, 1, ..., tiles - 1
       for each tile (J, I), J - I = d:
         far    C (tiles.h), by the candidates of the first point of J, and of the last point of I,
                that lie between I and J. Their rows and columns are copied into two squares
         near   A or B, by points in J and I: for groups of eight rows the candidates of the first
                of the rows, for groups of eight columns those of the last column; also the
                candidates of the first point of J in I, and of the last point of I in J

   A tile waits until the tiles (J - 1, I) and (J, I + 1) are finished (base/levels.h), and so all
   tiles between.

   All sums have to be exact. Otherwise another split may have a lesser sum, only by rounding.

   Time: O(n^2 log n) on average if p has no pattern, O(n^2) if p rises or falls (and n^3 / 2^18
   looks at blocks of points). The plan counts the steps; cells.c takes over if they are many.
   Memory: 8 bytes for each point, 144 for each block of 64 points, and 4 for each tile. */

#include "dynprog/candidates.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"
#include "base/levels.h"
#include "base/tiles.h"
#include "dynprog/tiles.h"

enum { SIDE = MC_DYNPROG_SIDE, GROUP = MC_DYNPROG_GROUP, GROUPS = SIDE / GROUP };

struct mc_dynprog_candidates {
  int32_t *before, *after; /* -1 and n where there is no such point */
  double *least, *most;    /* of p in each block of 64 points */
  mc_dynprog_near *above;  /* for each J: candidates in J of the groups of its rows */
  mc_dynprog_near *behind; /* for each I: candidates in I of the groups of its columns */
  mc_levels levels;        /* for each tile [J][I]: is it finished? */
};

/* ---- the order of points ---- */

static bool comes_before(const double *p, int64_t a, int64_t b) {
  if (p[a] != p[b])
    return p[a] < p[b];
  return mc_mix64((uint64_t) a) < mc_mix64((uint64_t) b);
}

static void link_points(mc_dynprog_candidates *c, const double *p, int64_t n) {
  for (int64_t k = 0; k < n; k++) {
    int64_t at = k - 1;
    while (at >= 0 && !comes_before(p, at, k))
      at = c->before[at];
    c->before[k] = (int32_t) at;
  }
  for (int64_t k = n - 1; k >= 0; k--) {
    int64_t at = k + 1;
    while (at < n && !comes_before(p, at, k))
      at = c->after[at];
    c->after[k] = (int32_t) at;
  }
}

/* Of block `tile` of points: its least and greatest number, and its near steps by its own
   candidates, as rows and as columns. Points from n on are in no interval. */
static void list_near(mc_dynprog_candidates *c, const double *p, int64_t tile, int64_t n) {
  const int64_t first = tile * SIDE, end = mc_min(first + SIDE, n);
  c->least[tile] = c->most[tile] = p[first];
  for (int64_t k = first + 1; k < end; k++) {
    c->least[tile] = fmin(c->least[tile], p[k]);
    c->most[tile] = fmax(c->most[tile], p[k]);
  }
  for (int64_t g = 0; g < GROUPS; g++) {
    uint64_t above = 0, behind = 0;
    for (int64_t k = mc_min(first + g * GROUP, end) - 1; k >= first; k = c->before[k])
      above |= UINT64_C(1) << (k - first);
    for (int64_t k = first + (g + 1) * GROUP; k < end; k = c->after[k])
      behind |= UINT64_C(1) << (k - first);
    c->above[tile].of[g] = above;
    c->behind[tile].of[g] = behind;
  }
}

/* ---- walks ---- */

/* A walk along the useful candidates of the ends in J (to the left, from J to the first point of I)
   or of the beginnings in I (to the right, from I to the last point of J). Numbers fall from one
   candidate to the next. These candidates are useful (end of docs/matrix_chains.md):

     the first one
     one whose predecessor has at least the least number of J (of I):   A (A')
     one that has at most the greatest number of I (of J):              B' (B) */
typedef struct {
  const int32_t *next;
  const double *p, *least;
  double own_least, other_most; /* of J and I; of I and J */
  int64_t k, end, direction;
} walk;

static walk walk_from_j(const mc_dynprog_work *w, int64_t j, int64_t i) {
  const mc_dynprog_candidates *c = w->candidates;
  return (walk){.next = c->before,
                .p = w->job->p,
                .least = c->least,
                .own_least = c->least[j],
                .other_most = c->most[i],
                .k = j * SIDE - 1,
                .end = i * SIDE - 1,
                .direction = -1};
}

static walk walk_from_i(const mc_dynprog_work *w, int64_t j, int64_t i) {
  const mc_dynprog_candidates *c = w->candidates;
  return (walk){.next = c->after,
                .p = w->job->p,
                .least = c->least,
                .own_least = c->least[i],
                .other_most = c->most[j],
                .k = (i + 1) * SIDE,
                .end = mc_min((j + 1) * SIDE, w->n),
                .direction = 1};
}

static bool is_at_end(const walk *a) {
  return a->direction < 0 ? a->k <= a->end : a->k >= a->end;
}

/* Goes to the next useful candidate, or to the end or beyond. If the next candidate is of no
   use, the next useful one is the first point with at most other_most. (This point is a
   candidate, because all points that the walk has passed are greater.) Whole blocks of greater
   points are skipped. */
static void go_on(walk *a) {
  const double passed = a->p[a->k];
  a->k = a->next[a->k];
  if (passed >= a->own_least)
    return;
  while (!is_at_end(a) && a->p[a->k] > a->other_most) {
    const bool at_edge = a->k % SIDE == (a->direction < 0 ? SIDE - 1 : 0);
    const bool skips = at_edge && a->least[a->k / SIDE] > a->other_most;
    a->k += skips ? a->direction * SIDE : a->direction;
  }
}

/* ---- the plan ---- */

/* Are all sums whole numbers below 2^53? A sum has fewer than n triangles. (If the exact sum of the
   leaves is not below 2^53, the rounded one is not either.) */
static bool is_exact(const mc_dynprog_job *job) {
  double leaves = 0;
  for (int64_t i = 0; job->leaf != NULL && i + 1 < job->n; i++) {
    if (job->leaf[i] != floor(job->leaf[i])) /* an infinite leaf makes the sum infinite */
      return false;
    leaves += fabs(job->leaf[i]);
  }
  return (double) job->n * mc_dynprog_greatest_product(job) + leaves < 0x1p53;
}

/* The far steps of all tiles, or a number above `most`. */
static double far_steps(const mc_dynprog_work *w, double most) {
  double steps = 0;
  for (int64_t j = 2; j < w->tiles; j++)
    for (int64_t i = 0; i + 1 < j && steps <= most; i++) {
      for (walk a = walk_from_j(w, j, i); a.k >= (i + 1) * SIDE; go_on(&a))
        steps++;
      for (walk a = walk_from_i(w, j, i); a.k < j * SIDE; go_on(&a))
        steps++;
    }
  return steps;
}

/* The sums of near steps. Each group also tries its own eight rows, and its own columns. */
static double near_sums(const mc_dynprog_work *w, const mc_dynprog_candidates *c) {
  double sums = (double) w->tiles * SIDE * SIDE * SIDE / 6;
  for (int64_t tile = 0; tile < w->tiles; tile++)
    for (int g = 0; g < GROUPS; g++) {
      const int64_t above = __builtin_popcountll(c->above[tile].of[g]) + GROUP / 2;
      const int64_t behind = __builtin_popcountll(c->behind[tile].of[g]) + GROUP / 2;
      const int64_t rows = above * tile, columns = behind * (w->tiles - 1 - tile);
      sums += (double) ((rows + columns) * GROUP * SIDE);
    }
  return sums;
}

/* The number of far steps up to which candidates are faster than cells. The products of cells have
   `dense` steps. A far step takes longer, because its operands are copied. And a tile waits for its
   neighbours with all of its far steps, while cells make products ahead. If the far steps of a tile
   grow with its distance d, the critical path has the steps of 0 + 1 + 2 + ... = tiles^2 / 2, and
   all tiles have tiles^3 / 6. So tiles / 3 threads have work. */
static double most_steps(const mc_dynprog_work *w) {
  const double tiles = (double) w->tiles, dense = tiles * (tiles - 1) * (tiles - 2) / 6 * SIDE;
  const int threads = mc_call_threads(w->call, w->sums * MC_DYNPROG_SECONDS);
  return dense / 2 * fmin(1, tiles / 3 / threads);
}

mc_status mc_dynprog_candidates_plan(mc_dynprog_work *w) {
  const mc_dynprog_job *job = w->job;
  const int64_t tiles = w->tiles;
  if (job->weight != MC_DYNPROG_WEIGHT_CHAIN || job->algorithm != MC_DYNPROG_AUTO ||
      job->cell > 0 || tiles < 2 || !is_exact(job))
    return MC_OK;
  mc_arena *arena = w->call->arena;
  mc_dynprog_candidates *c = mc_alloc(arena, 1, sizeof *c);
  if (c == NULL)
    return MC_ERR_MEMORY;
  c->before = mc_alloc(arena, w->n, sizeof *c->before);
  c->after = mc_alloc(arena, w->n, sizeof *c->after);
  c->above = mc_alloc(arena, tiles, sizeof *c->above);
  c->behind = mc_alloc(arena, tiles, sizeof *c->behind);
  c->least = mc_alloc(arena, tiles, sizeof *c->least);
  c->most = mc_alloc(arena, tiles, sizeof *c->most);
  if (c->before == NULL || c->after == NULL || c->above == NULL || c->behind == NULL ||
      c->least == NULL || c->most == NULL)
    return MC_ERR_MEMORY;
  link_points(c, job->p, w->n);
  for (int64_t tile = 0; tile < tiles; tile++)
    list_near(c, job->p, tile, w->n);
  w->candidates = c;
  const double most = job->candidates ? (double) INFINITY : most_steps(w),
               steps = far_steps(w, most);
  if (steps > most)
    w->candidates = NULL;
  else
    w->sums = steps * SIDE * SIDE + near_sums(w, c);
  return MC_OK;
}

/* ---- far ---- */

/* Copies of the operands of some steps: c(k, j) for the rows j of J, c(i, k) for the columns i of
   I, and p. */
typedef struct {
  _Alignas(64) double a[SIDE * SIDE], b[SIDE * SIDE], p[SIDE];
  int64_t count;
} far_operands;

static void do_far(const mc_dynprog_work *w, far_operands *f, int64_t j, int64_t i) {
  mc_dynprog_tile_c_steps(w, j, i, f->a, f->b, f->p, f->count);
  f->count = 0;
}

static void add_far(const mc_dynprog_work *w, far_operands *f, int64_t j, int64_t i, int64_t k) {
  if (f->count == SIDE)
    do_far(w, f, j, i);
  const double *column = mc_dynprog_tile_at(w, j, k / SIDE).x + k % SIDE;
  for (int64_t r = 0; r < SIDE; r++)
    f->a[r * SIDE + f->count] = column[r * SIDE];
  memcpy(f->b + f->count * SIDE, mc_dynprog_tile_at(w, k / SIDE, i).x + k % SIDE * SIDE,
         SIDE * sizeof *f->b);
  f->p[f->count++] = w->p[k];
}

/* Does the far steps. *in_i becomes the useful candidates of J that lie in I, *in_j those of I that
   lie in J. */
static void far(const mc_dynprog_work *w, int64_t j, int64_t i, uint64_t *in_i, uint64_t *in_j) {
  const int64_t first = (i + 1) * SIDE, end = j * SIDE;
  far_operands f;
  f.count = 0;
  memset(f.p, 0, sizeof f.p); /* whole vectors of p are read */
  int64_t nearest_i = -1;     /* the candidate of J that is nearest to I: often also one of I */
  walk a = walk_from_j(w, j, i);
  for (; a.k >= first; go_on(&a)) {
    add_far(w, &f, j, i, a.k);
    nearest_i = a.k;
  }
  for (*in_i = 0; a.k > a.end; go_on(&a))
    *in_i |= UINT64_C(1) << (a.k - (first - SIDE));
  for (a = walk_from_i(w, j, i); a.k < end; go_on(&a))
    if (a.k != nearest_i)
      add_far(w, &f, j, i, a.k);
  for (*in_j = 0; a.k < a.end; go_on(&a))
    *in_j |= UINT64_C(1) << (a.k - end);
  if (f.count > 0)
    do_far(w, &f, j, i);
}

/* ---- near ---- */

/* Of each group the near steps of its block, and of `more` those above (or behind) the group. */
static mc_dynprog_near steps_above(const mc_dynprog_near *own, uint64_t more) {
  mc_dynprog_near near;
  for (int g = 0; g < GROUPS; g++)
    near.of[g] = own->of[g] | (more & ((UINT64_C(1) << g * GROUP) - 1));
  return near;
}

static mc_dynprog_near steps_behind(const mc_dynprog_near *own, uint64_t more) {
  mc_dynprog_near near;
  for (int g = 0; g < GROUPS; g++)
    near.of[g] = own->of[g] | (more & ~((UINT64_C(2) << (g * GROUP + GROUP - 1)) - 1));
  return near;
}

/* ---- the order of tiles ---- */

MC_BODY(do_step, mc_dynprog_work, w, id) {
  const mc_dynprog_candidates *c = w->candidates;
  int64_t distance, j;
  mc_triangle_cell(w->tiles, id, &distance, &j);
  const int64_t i = j - distance;
  if (distance == 0) {
    mc_dynprog_tile_a(w, j);
  } else {
    mc_levels_wait(&c->levels, (j - 1) * w->tiles + i, 1);
    mc_levels_wait(&c->levels, j * w->tiles + i + 1, 1);
    uint64_t in_i, in_j;
    far(w, j, i, &in_i, &in_j);
    const mc_dynprog_near above = steps_above(&c->above[j], in_j);
    const mc_dynprog_near behind = steps_behind(&c->behind[i], in_i);
    mc_dynprog_tile_b_near(w, j, i, &above, &behind);
  }
  mc_levels_raise(&c->levels, j * w->tiles + i);
}

mc_status mc_dynprog_candidates_run(mc_dynprog_work *w) {
  mc_dynprog_candidates *c = w->candidates;
  const int64_t steps = mc_triangle_cells(w->tiles);
  c->levels = mc_levels_make(w->call->arena, w->tiles * w->tiles, w->threads);
  if (c->levels.level == NULL)
    return MC_ERR_MEMORY;
  return mc_run_each(w->call->monitor, w->threads, steps, w->sums / (double) steps, do_step, w);
}
