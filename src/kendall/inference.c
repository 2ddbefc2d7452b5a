#include "kendall/inference.h"

#include <math.h>

#include "base/integers.h"
#include "base/team.h"
#include "kendall/exact.h"
#include "kendall/normal.h"

double mc_kendall_variance(int64_t n, int64_t x_pairs, double x_triples, int64_t y_pairs,
                           double y_triples) {
  const double pairs = 2 * (double) x_pairs * (double) y_pairs / ((double) n * ((double) n - 1));
  return n > 2 ? x_triples * y_triples / (9 * mc_kendall_triples_among(n)) + pairs : pairs;
}

double mc_kendall_untied_variance(int64_t n) {
  const int64_t pairs = mc_kendall_pairs_among(n);
  return mc_kendall_variance(n, pairs, mc_kendall_triples_among(n), pairs,
                             mc_kendall_triples_among(n));
}

/* ---- p-values ---- */

double mc_kendall_normal_p(mc_kendall_alternative alternative, double z) {
  switch (alternative) {
  case MC_LESS: return mc_kendall_normal_upper(-z);
  case MC_GREATER: return mc_kendall_normal_upper(z);
  default: return 2 * mc_kendall_normal_upper(fabs(z));
  }
}

static double exact_p(mc_kendall_alternative alternative, const double *at_most, int64_t n,
                      int64_t s) {
  const int64_t all = mc_kendall_pairs_among(n), concordant = (all + s) / 2;
  const double less = at_most[concordant], more = at_most[all - concordant];
  const double p = alternative == MC_LESS      ? less
                   : alternative == MC_GREATER ? more
                                               : 2 * (less < more ? less : more);
  return p < 1 ? p : 1;
}

static double z_of(const mc_kendall_inference *f, int64_t s, double sd) {
  const double size = (double) (s < 0 ? -s : s) - (f->options.continuity && s != 0);
  return (s < 0 ? -size : size) / sd;
}

/* The p-value of S = s for n rows without ties: exact for few rows, else from z. */
static double untied_p(const mc_kendall_inference *f, int64_t n, int64_t s, double z) {
  return n <= f->exact_rows ? exact_p(f->options.alternative, f->exact[n], n, s)
                            : mc_kendall_normal_p(f->options.alternative, z);
}

/* ---- before tiles ---- */

/* p-values of all S, for all rows without ties. */
static void fill_p(void *context, int64_t first, int64_t last) {
  const mc_kendall_inference *f = context;
  const int64_t n = f->shape->n, all = mc_kendall_pairs_among(n);
  for (int64_t q = first; q < last; q++)
    f->p[q] = untied_p(f, n, 2 * q - all, z_of(f, 2 * q - all, f->sd));
}

/* Is a table of p-values less work than the p-value of each pair? */
static bool is_worth_a_table(const mc_pairs_shape *shape) {
  const double entries = (double) mc_kendall_pairs_among(shape->n) + 1;
  return entries < 1e6 && entries < (double) shape->x_columns * (double) shape->y_columns / 4;
}

mc_status mc_kendall_inference_begin(mc_kendall_inference *f, mc_kendall_test_options options,
                                     const mc_pairs_shape *shape, double na, const mc_call *call) {
  enum { GRAIN = 1024 };
  *f = (mc_kendall_inference){.options = options, .na = na, .shape = shape, .call = call};
  if (shape->n <= 1)
    return MC_OK;
  f->exact_rows = options.exact < 0   ? MC_EXACT_DEFAULT_ROWS
                  : options.exact > 0 ? MC_EXACT_MAX_ROWS
                                      : 0;
  const int64_t all = mc_kendall_pairs_among(shape->n);
  f->variance = mc_kendall_untied_variance(shape->n);
  f->sd = sqrt(f->variance);
  f->exact = mc_alloc(call->arena, MC_EXACT_MAX_ROWS + 1, sizeof *f->exact);
  if (f->exact == NULL)
    return MC_ERR_MEMORY;
  for (int64_t n = 0; n <= MC_EXACT_MAX_ROWS; n++)
    f->exact[n] = NULL;
  if (shape->pairwise) {
    f->groups_each = mc_round_up(shape->n, MC_ALIGN / (int64_t) sizeof *f->groups);
    f->groups = mc_alloc(call->arena, shape->threads * f->groups_each, sizeof *f->groups);
    if (f->groups == NULL)
      return MC_ERR_MEMORY;
    for (int64_t k = 0; k < shape->threads * f->groups_each; k++)
      f->groups[k] = 0;
  }
  if (options.only_sums || !is_worth_a_table(shape))
    return MC_OK;
  if (shape->n <= f->exact_rows)
    MC_TRY(mc_kendall_exact_tables(f->exact, shape->n, shape->n, call->arena));
  f->p = mc_alloc(call->arena, all + 1, sizeof *f->p);
  if (f->p == NULL)
    return MC_ERR_MEMORY;
  mc_ranges(shape->threads, all + 1, GRAIN, fill_p, f);
  return MC_OK;
}

static int64_t least_present(const mc_kendall_ranks *ranks) {
  int64_t least = ranks->n;
  for (int64_t j = 0; j < ranks->columns; j++)
    least = mc_min(least, ranks->column[j].present);
  return least;
}

mc_status mc_kendall_inference_panel(mc_kendall_inference *f, const mc_kendall_panel *panel) {
  const int64_t n = panel->a->n;
  /* two columns have at least so many common rows */
  const int64_t least =
    panel->pairs.shape->pairwise ? least_present(panel->a) + least_present(panel->b) - n : n;
  const int64_t first = least > 2 ? least : 2;
  const int64_t last = f->options.only_sums ? 0 : mc_min(n, f->exact_rows);
  for (int64_t k = first; k <= last; k++)
    if (f->exact[k] == NULL)
      return mc_kendall_exact_tables(f->exact, first, last, f->call->arena);
  return MC_OK;
}

/* ---- tiles ---- */

/* The triples that are not all tied in column i of a, over the `common` rows that column j of b
   has. */
static double common_triples(const mc_kendall_ranks *a, int64_t i, const mc_kendall_ranks *b,
                             int64_t j, int64_t common, uint32_t *groups) {
  double triples = 0;
  for (int64_t k = 0; k < a->n; k++) {
    const uint32_t rank = mc_kendall_rank_at(a, i, k);
    if (rank != MC_RANK32_NA && mc_kendall_rank_at(b, j, k) != MC_RANK32_NA)
      groups[rank]++;
  }
  for (int64_t k = 0; k < a->n; k++) {
    const uint32_t rank = mc_kendall_rank_at(a, i, k);
    if (rank == MC_RANK32_NA)
      continue;
    triples += mc_kendall_triples_of_ties(common, groups[rank]);
    groups[rank] = 0;
  }
  return triples;
}

/* The same; known already if column j of b has all rows of column i of a. */
static double triples_of(const mc_kendall_ranks *a, int64_t i, const mc_kendall_ranks *b, int64_t j,
                         int64_t common, uint32_t *groups) {
  const mc_kendall_ranked *x = &a->column[i];
  return common == x->present ? x->triples
         : !x->tied           ? mc_kendall_triples_among(common)
                              : common_triples(a, i, b, j, common, groups);
}

/* One pair with valid counts. */
typedef struct {
  int64_t n, s, x_pairs, y_pairs;
} pair_counts;

static double variance_of(mc_kendall_inference *f, const mc_kendall_tile *t, int i, int j,
                          pair_counts c, int thread) {
  const mc_kendall_panel *p = t->panel;
  const int64_t all = mc_kendall_pairs_among(c.n);
  if (c.n == f->shape->n && c.x_pairs == all && c.y_pairs == all)
    return f->variance;
  uint32_t *groups = f->groups == NULL ? NULL : f->groups + thread * f->groups_each;
  return mc_kendall_variance(c.n, c.x_pairs,
                             triples_of(p->a, t->i0 + i, p->b, t->j0 + j, c.n, groups), c.y_pairs,
                             triples_of(p->b, t->j0 + j, p->a, t->i0 + i, c.n, groups));
}

/* sd / sqrt((n_0 - n_1) (n_0 - n_2)), divided by its value without ties. */
static double spread_of(pair_counts c, double sd) {
  const int64_t all = mc_kendall_pairs_among(c.n);
  if (c.x_pairs == all && c.y_pairs == all)
    return 1;
  return sd / sqrt((double) c.x_pairs * (double) c.y_pairs) * (double) all /
         sqrt(mc_kendall_untied_variance(c.n));
}

static double p_of(mc_kendall_inference *f, pair_counts c, double z) {
  const int64_t all = mc_kendall_pairs_among(c.n);
  const bool untied = c.x_pairs == all && c.y_pairs == all;
  if (f->options.exact > 0 && !(untied && c.n <= f->exact_rows))
    atomic_fetch_add_explicit(untied ? &f->long_pairs : &f->tied_pairs, 1, memory_order_relaxed);
  if (!untied)
    return mc_kendall_normal_p(f->options.alternative, z);
  return f->p != NULL && c.n == f->shape->n ? f->p[(all + c.s) / 2] : untied_p(f, c.n, c.s, z);
}

/* Is the pair i, j tested? Not if a column is constant or, unless pairwise, lacks rows. */
static bool has_test(const mc_kendall_tile *t, int i, int j, pair_counts c) {
  const mc_kendall_panel *p = t->panel;
  const bool missing = p->a->column[t->i0 + i].missing || p->b->column[t->j0 + j].missing;
  return (p->pairs.shape->pairwise || !missing) && c.x_pairs > 0 && c.y_pairs > 0;
}

static bool is_complete(const mc_kendall_ranks *ranks, int64_t first, int count) {
  bool complete = true;
  for (int k = 0; k < count; k++)
    complete &= !ranks->column[first + k].missing;
  return complete;
}

/* Have the columns of the tile all rows and no ties? (A false no is possible.) */
static bool is_plain(const mc_kendall_tile *t) {
  return t->by == MC_KENDALL_BY_BITS && t->form == MC_BITS_UNTIED &&
         is_complete(t->panel->a, t->i0, t->at.rows) &&
         is_complete(t->panel->b, t->j0, t->at.columns);
}

/* Is the p-value of each pair without ties in the table? Not if p_of() must count pairs with too
   many rows. */
static bool are_looked_up(const mc_kendall_inference *f) {
  return f->p != NULL && !(f->options.exact > 0 && f->shape->n > f->exact_rows);
}

const int64_t *mc_kendall_plain_discordant(const mc_kendall_inference *f,
                                           const mc_kendall_tile *t) {
  return mc_pairs_is_four(&t->at) && t->at.left_out == 0 && are_looked_up(f) && is_plain(t)
           ? t->counts[0]
           : NULL;
}

double mc_kendall_plain_p(const mc_kendall_inference *f, int64_t discordant) {
  return f->p[mc_kendall_pairs_among(f->shape->n) - discordant];
}

/* The usual tile: 4 x 4 columns that have all rows and no ties. S is the number of pairs of rows
   minus twice the discordant pairs, and p-values are looked up. False, with nothing done, for
   other tiles. */
static bool plain_tests(const mc_kendall_inference *f, const mc_kendall_tile *t,
                        mc_kendall_tests *tests) {
  if ((!f->options.only_sums && !are_looked_up(f)) || !is_plain(t))
    return false;
  const int64_t all = mc_kendall_pairs_among(f->shape->n);
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k++) {
    tests->n[k] = f->shape->n;
    tests->spread[k] = 1;
  }
  for (int k = 0; !f->options.only_sums && k < MC_BITS_PANEL * MC_BITS_PANEL; k++) {
    const int64_t discordant = t->counts[0][k];
    tests->z[k] = z_of(f, all - 2 * discordant, f->sd);
    tests->p[k] = f->p[all - discordant];
  }
  for (int k = 0; f->options.sums && k < MC_BITS_PANEL * MC_BITS_PANEL; k++) {
    tests->s[k] = (double) (all - 2 * t->counts[0][k]);
    tests->scale[k] = (double) all;
    tests->variance[k] = f->variance;
  }
  return true;
}

static bool some_untied(const mc_kendall_ranks *ranks, int64_t first, int count) {
  bool some = false;
  for (int k = 0; k < count; k++)
    some |= !ranks->column[first + k].tied;
  return some;
}

static inline void fill_squares(const mc_kendall_tile *t, int64_t n, int rows, int columns,
                                int stride, mc_kendall_squares *squares) {
  const mc_kendall_ranked *x = t->panel->a->column + t->i0, *y = t->panel->b->column + t->j0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      const double s = (double) squares->counts.s[stride * i + j];
      squares->square[stride * i + j] =
        s * s / mc_kendall_variance(n, x[i].pairs, x[i].triples, y[j].pairs, y[j].triples);
    }
}

bool mc_kendall_squares_of(const mc_kendall_inference *f, const mc_kendall_tile *t,
                           mc_kendall_squares *squares) {
  const mc_kendall_ranks *a = t->panel->a, *b = t->panel->b;
  const int64_t n = f->shape->n;
  const mc_kendall_test_options *o = &f->options;
  if (o->alternative != MC_TWO_SIDED || o->continuity || o->exact > 0 || o->only_sums || n < 3 ||
      t->at.left_out != 0 || !is_complete(a, t->i0, t->at.rows) ||
      !is_complete(b, t->j0, t->at.columns))
    return false;
  if (n <= f->exact_rows && some_untied(a, t->i0, t->at.rows) &&
      some_untied(b, t->j0, t->at.columns))
    return false;
  mc_kendall_finish(t, &squares->counts);
  if (mc_pairs_is_four(&t->at))
    fill_squares(t, n, MC_PAIRS_FOUR, MC_PAIRS_FOUR, MC_PAIRS_FOUR, squares);
  else
    fill_squares(t, n, t->at.rows, t->at.columns, t->at.stride, squares);
  return true;
}

double mc_kendall_squares_p(mc_kendall_inference *f, const mc_kendall_tile *t,
                            const mc_kendall_squares *squares, int i, int j, int thread) {
  const int at = t->at.stride * i + j;
  const mc_kendall_counts *c = &squares->counts;
  const pair_counts counts = {f->shape->n, c->s[at], c->x_pairs[at], c->y_pairs[at]};
  const double sd = sqrt(variance_of(f, t, i, j, counts, thread));
  return p_of(f, counts, z_of(f, counts.s, sd));
}

void mc_kendall_inference_of(mc_kendall_inference *f, const mc_kendall_tile *t, int thread,
                             mc_kendall_tests *tests) {
  mc_kendall_counts c;
  tests->plain = plain_tests(f, t, tests);
  if (tests->plain)
    return;
  mc_kendall_finish(t, &c);
  for (int i = 0; i < t->at.rows; i++)
    for (int j = t->at.diagonal ? i : 0; j < t->at.columns; j++) {
      const int at = t->at.stride * i + j;
      if (!mc_pairs_tile_has(&t->at, i, j))
        continue;
      const int64_t n = mc_kendall_common_rows(t, i, j);
      const pair_counts counts = {n, c.s[at], c.x_pairs[at], c.y_pairs[at]};
      tests->n[at] = n;
      if (!has_test(t, i, j, counts)) {
        tests->z[at] = tests->p[at] = tests->spread[at] = f->na;
        tests->s[at] = tests->scale[at] = tests->variance[at] = 0;
        continue;
      }
      const double variance = variance_of(f, t, i, j, counts, thread), sd = sqrt(variance);
      if (!f->options.only_sums) {
        tests->z[at] = z_of(f, counts.s, sd);
        tests->p[at] = p_of(f, counts, tests->z[at]);
      }
      tests->spread[at] = f->options.spread ? spread_of(counts, sd) : f->na;
      if (f->options.sums) {
        tests->s[at] = (double) counts.s;
        tests->scale[at] = sqrt((double) counts.x_pairs * (double) counts.y_pairs);
        tests->variance[at] = variance;
      }
    }
}
