/* Turns counts into taus. Most tiles are counts of the bitset kernel, and become 4 x 4 taus at
   once. Other tiles, and special pairs, are done pair by pair. */

#include "kendall/taus.h"

#include <float.h>
#include <math.h>

/* Four columns in the form that kendall_bits_taus() takes. */
typedef struct mc_kendall_taus_four {
  mc_kendall_bits_columns columns;
  bool plain; /* there are four columns, and each has taus */
} four;

static int64_t fours(int64_t columns) {
  return (columns + MC_BITS_PANEL - 1) / MC_BITS_PANEL;
}

/* The root that stats::cor takes, of twice the pairs of rows that are not tied. For columns of
   one matrix it is the root of a double. For two matrices, or if rows are missing pairwise, it
   is the root of a long double, rounded to a double (kernels/kendall/taus.h). */
static double root_of(const mc_pairs_shape *shape, int64_t pairs) {
#if LDBL_MANT_DIG > 53 && LDBL_MANT_DIG < 108
  if (shape->pairwise || !shape->of_one)
    return (double) sqrtl(2 * (long double) pairs);
#endif
  (void) shape;
  return sqrt(2 * (double) pairs);
}

/* ---- the columns of a panel ---- */

int64_t mc_kendall_taus_bytes(int64_t a_columns, int64_t b_columns) {
  return (fours(a_columns) + fours(b_columns)) * (int64_t) sizeof(four);
}

mc_status mc_kendall_taus_begin(mc_kendall_taus *taus, const mc_pairs_shape *shape, double na,
                                const mc_call *call) {
  const int64_t b_columns = shape->b_columns > 0 ? shape->b_columns : shape->a_columns;
  *taus = (mc_kendall_taus){.na = na, .shape = shape, .call = call};
  if (shape->n <= 1)
    return MC_OK;
  taus->a = mc_alloc(call->arena, fours(shape->a_columns), sizeof *taus->a);
  taus->b = mc_alloc(call->arena, fours(b_columns), sizeof *taus->b);
  return taus->a == NULL || taus->b == NULL ? MC_ERR_MEMORY : MC_OK;
}

typedef struct {
  const mc_pairs_shape *shape;
  const mc_kendall_ranks *ranks;
  bool is_a;
  four *to;
} preparation;

static void prepare_four(const preparation *p, int64_t number) {
  four *f = &p->to[number];
  f->plain = (number + 1) * MC_BITS_PANEL <= p->ranks->columns;
  for (int k = 0; k < MC_BITS_PANEL; k++) {
    const int64_t column = number * MC_BITS_PANEL + k;
    const mc_kendall_ranked none = {0};
    const mc_kendall_ranked *c = column < p->ranks->columns ? &p->ranks->column[column] : &none;
    const double root = root_of(p->shape, c->pairs);
    const double root_all = root_of(p->shape, mc_kendall_pairs_among(c->present));
    if (c->pairs == 0 || (c->missing && !p->shape->pairwise))
      f->plain = false;
    for (int l = 0; l < MC_BITS_PANEL; l++) {
      const int at = p->is_a ? k * MC_BITS_PANEL + l : l * MC_BITS_PANEL + k;
      f->columns.pairs[at] = (double) c->pairs;
      f->columns.root[at] = root;
      f->columns.root_all[at] = root_all;
    }
  }
}

static void prepare_range(void *context, int64_t first, int64_t last) {
  for (int64_t k = first; k < last; k++)
    prepare_four(context, k);
}

void mc_kendall_taus_panel(mc_kendall_taus *taus, const mc_kendall_panel *panel) {
  enum { GRAIN = 64 };
  preparation a = {taus->shape, panel->a, true, taus->a};
  preparation b = {taus->shape, panel->b, false, taus->b};
  mc_ranges(taus->shape->threads, fours(panel->a->columns), GRAIN, prepare_range, &a);
  mc_ranges(taus->shape->threads, fours(panel->b->columns), GRAIN, prepare_range, &b);
}

/* ---- tiles ---- */

/* All 4 x 4 taus at once. False, with nothing done, if one of them is not a plain quotient. */
static bool plain_taus(const mc_kendall_taus *m, const mc_kendall_tile *t, double *tau) {
  if (t->by == MC_KENDALL_BY_PAIRS || t->at.diagonal ||
      mc_kendall_pairs_among(m->shape->n) >= INT64_C(1) << 53)
    return false;
  const four *a = &m->a[t->i0 / MC_BITS_PANEL], *b = &m->b[t->j0 / MC_BITS_PANEL];
  return a->plain && b->plain &&
         m->call->kernels->kendall_bits_taus(t->form, &a->columns, &b->columns, t->counts, tau);
}

static bool is_self(const mc_kendall_tile *t, int i, int j) {
  return t->panel->pairs.triangle && t->i0 + i == t->j0 + j;
}

static void count_constant(mc_kendall_taus *m, const mc_kendall_tile *t, int i, int j) {
  if (!m->no_self || !is_self(t, i, j))
    atomic_fetch_add(&m->constant_pairs, 1);
}

/* Is the tau of the pair i, j the quotient of its counts? If not, it is *value. */
static bool has_quotient(mc_kendall_taus *m, const mc_kendall_tile *t, int i, int j,
                         const mc_kendall_counts *c, double *value) {
  const mc_kendall_panel *p = t->panel;
  const mc_pairs_shape *shape = m->shape;
  const mc_kendall_ranked *x = &p->a->column[t->i0 + i], *y = &p->b->column[t->j0 + j];
  const int at = c->stride * i + j;
  const bool no_rows = !shape->pairwise && (x->missing || y->missing);
  *value = m->na;
  if (!shape->pairwise && is_self(t, i, j)) {
    *value = 1;
    return false;
  }
  if (no_rows) {
    /* stats::cor notices a constant second column before an NA of the first column. */
    const uint32_t *user = shape->symmetric ? shape->x_user : NULL;
    const bool swapped = user != NULL && user[t->at.row + i] > user[t->at.column + j];
    const mc_kendall_ranked *later = swapped ? x : y;
    if (shape->of_one && !shape->listed && !later->missing && later->pairs == 0)
      count_constant(m, t, i, j);
    return false;
  }
  if (c->x_pairs[at] > 0 && c->y_pairs[at] > 0)
    return true;
  /* Pairs with fewer than two common rows cause no warning. */
  if (mc_kendall_common_rows(t, i, j) >= 2)
    count_constant(m, t, i, j);
  return false;
}

static void each_tau(mc_kendall_taus *m, const mc_kendall_tile *t, double *tau) {
  enum { CELLS = MC_PAIRS_CELLS, LANES = 8 };
  double s[CELLS], p[CELLS], q[CELLS], quotient[CELLS];
  int to[CELLS], count = 0;
  mc_kendall_counts c;
  mc_kendall_finish(t, &c);
  for (int i = 0; i < t->at.rows; i++)
    for (int j = t->at.diagonal ? i : 0; j < t->at.columns; j++) {
      const int at = c.stride * i + j;
      if (!mc_pairs_tile_has(&t->at, i, j) || !has_quotient(m, t, i, j, &c, &tau[at]))
        continue;
      s[count] = (double) c.s[at];
      p[count] = root_of(m->shape, c.x_pairs[at]);
      q[count] = root_of(m->shape, c.y_pairs[at]);
      to[count++] = at;
    }
  for (int k = count; k % LANES != 0; k++)
    s[k] = p[k] = q[k] = 1;
  m->call->kernels->kendall_taus(s, p, q, quotient, (count + LANES - 1) / LANES * LANES);
  for (int k = 0; k < count; k++)
    tau[to[k]] = quotient[k];
}

void mc_kendall_taus_untied(const mc_kendall_taus *taus, const int64_t *discordant, double *tau) {
  const int64_t pairs = mc_kendall_pairs_among(taus->shape->n);
  const double root = root_of(taus->shape, pairs);
  mc_kendall_bits_columns columns;
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k++) {
    columns.pairs[k] = (double) pairs;
    columns.root[k] = columns.root_all[k] = root;
  }
  taus->call->kernels->kendall_bits_taus(MC_BITS_UNTIED, &columns, &columns, &discordant, tau);
}

void mc_kendall_taus_of(mc_kendall_taus *taus, const mc_kendall_tile *tile, double *tau) {
  if (!plain_taus(taus, tile, tau))
    each_tau(taus, tile, tau);
}
