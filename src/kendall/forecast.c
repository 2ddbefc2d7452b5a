/* The forecast of a plan:

     for each part
       sparse: seconds follow from the rows off the base, which are known
       else: rank a sample of the part's columns of x and of y
             if columns of few values come first: two kinds of columns, up to four pieces
             for each piece: choose the algorithm for columns like the sample's */

#include "kendall/forecast.h"

#include "base/integers.h"
#include "kendall/cost.h"
#include "kendall/ranks.h"
#include "kendall/table.h"

enum { MOST_COLUMNS = 64, VALUES = 1 << 21, LEAST_COLUMNS = 2 };

/* The ranked sample of a side of a part, and the columns that it stands for. */
typedef struct {
  mc_kendall_ranks ranks;
  double columns;
} side;

typedef struct {
  const mc_kendall_plan *plan;
  const mc_pairs_sink *sink;
  const mc_call *call;
  mc_pairs_rows rows; /* rows of the sample */
  mc_kendall_forecast *to;
} state;

/* ---- samples ---- */

/* Up to VALUES / LEAST_COLUMNS of the rows that take part, evenly spaced. */
static mc_status sample_rows(state *s) {
  const mc_pairs_rows *all = &s->plan->rows;
  const int64_t most = VALUES / LEAST_COLUMNS;
  s->rows = *all;
  if (all->n <= most)
    return MC_OK;
  uint32_t *row = mc_alloc(s->call->arena, most, sizeof *row);
  if (row == NULL)
    return MC_ERR_MEMORY;
  for (int64_t i = 0; i < most; i++) {
    const int64_t at = (int64_t) ((double) i / (double) most * (double) all->n);
    row[i] = all->row == NULL ? (uint32_t) at : all->row[at];
  }
  s->rows = (mc_pairs_rows){row, most};
  return MC_OK;
}

/* Ranks columns at evenly spaced places [first, last). */
static mc_status rank_sample(state *s, const mc_columns *x, int64_t first, int64_t last, side *to) {
  const int64_t n = s->rows.n, columns = last - first;
  const int64_t fit = mc_min(MOST_COLUMNS, VALUES / (n > 0 ? n : 1));
  const int64_t count = mc_min(columns, fit < LEAST_COLUMNS ? LEAST_COLUMNS : fit);
  mc_call quiet = *s->call;
  quiet.monitor = NULL;
  uint32_t *place = mc_alloc(s->call->arena, count, sizeof *place);
  mc_columns some;
  mc_kendall_rank_scratch scratch;
  if (place == NULL)
    return MC_ERR_MEMORY;
  for (int64_t k = 0; k < count; k++)
    place[k] = (uint32_t) (first + k * columns / count);
  MC_TRY(mc_columns_pick(&some, x, place, count, s->call->arena));
  MC_TRY(mc_kendall_rank_scratch_make(&scratch, n, 1, s->call->arena));
  MC_TRY(mc_kendall_ranks_make(&to->ranks, n, count, (mc_kendall_ranks_extras){0}, s->call->arena));
  const mc_kendall_rank_job job = {&to->ranks, &some, 0, count};
  to->columns = (double) columns;
  MC_TRY(mc_kendall_ranks_fill(&job, 1, s->rows.row, 1, &scratch, 0, &quiet));
  /* many values in some rows: the number grows with the rows */
  for (int64_t j = 0; j < count; j++) {
    int64_t *distinct = &to->ranks.column[j].distinct;
    if (2 * *distinct > n)
      *distinct = (int64_t) ((double) *distinct / (double) n * (double) s->plan->rows.n);
  }
  return MC_OK;
}

/* The census of the columns for which columns [first, last) of a sample stand. */
static mc_kendall_census census_of(const state *s, const side *of, int64_t first, int64_t last) {
  const mc_kendall_ranks some = mc_kendall_ranks_view(&of->ranks, first, last);
  const mc_kendall_census census = mc_kendall_census_of(&some, s->plan->shape.pairwise);
  return mc_kendall_census_scaled(&census, of->columns * (double) (last - first) /
                                             (double) of->ranks.columns);
}

/* ---- pieces ---- */

/* The panels of a part with a wanted pair, and their pairs and columns. */
typedef struct {
  int64_t panels;
  double pairs, columns;
} census_of_panels;

static mc_status count_panel(void *context, const mc_pairs_panel *panel, bool a_ready) {
  census_of_panels *c = context;
  c->panels++;
  c->pairs += mc_pairs_of_panel(panel);
  c->columns +=
    (double) ((a_ready ? 0 : panel->a_columns) + (panel->triangle ? 0 : panel->b_columns));
  return MC_OK;
}

static census_of_panels panels_of(const state *s, const mc_pairs_part *part, int64_t panel_side) {
  census_of_panels c = {0};
  int64_t ready = -1;
  (void) mc_pairs_walk(part, panel_side, &s->plan->shape, s->sink->only, &ready, count_panel, &c);
  return c;
}

static void add_piece(state *s, mc_kendall_piece piece) {
  s->to->piece[s->to->count++] = piece;
  s->to->seconds += piece.seconds;
}

/* The wanted pairs. All pairs of a list are in one part. */
static double pairs_of(const state *s, const census_of_panels *c) {
  return s->sink->only == NULL ? c->pairs : s->sink->only->pairs;
}

static void add_sparse(state *s, const mc_kendall_part *part) {
  const mc_kendall_sparse_part sparse = mc_kendall_plan_sparse(s->plan, part);
  const mc_kendall_sparse_panels *plan = &s->plan->sparse;
  const census_of_panels c = panels_of(s, &part->at, plan->side);
  const double once = mc_kendall_sparse_packing_seconds(&sparse, s->plan->rows.n, s->call->kernels);
  const double x = (double) (part->at.x1 - part->at.x0), y = (double) (part->at.y1 - part->at.y0);
  const double counting =
    mc_kendall_sparse_part_seconds(&sparse, s->plan->rows.n, s->call->kernels);
  const double all = mc_pairs_of_part(&part->at),
               packed = c.columns / (part->at.triangle ? x : x + y);
  add_piece(
    s, (mc_kendall_piece){.at = part->at,
                          .algorithm = MC_KENDALL_SPARSE,
                          .pairs = pairs_of(s, &c),
                          .side = plan->side,
                          .panels = c.panels,
                          .threads = plan->threads,
                          .seconds = (counting * c.pairs / all + once * packed) / plan->threads});
}

/* Of the `all` columns of a part, the number for which the sample's first k of `count` stand. */
static int64_t columns_until(int64_t k, int64_t count, int64_t all) {
  return k == count ? all : k * all / count;
}

/* The choice for the sample's columns [i0, i1) of x and [j0, j1) of y. */
static mc_kendall_choice choice_of(const state *s, const side *x, const side *y, bool triangle,
                                   int64_t i0, int64_t i1, int64_t j0, int64_t j1) {
  const mc_kendall_census a = census_of(s, x, i0, i1), b = census_of(s, y, j0, j1);
  return mc_kendall_choose(&s->plan->dense.may, s->plan->rows.n, &a, triangle ? NULL : &b,
                           s->sink->only, s->call->kernels);
}

static void add_ranked(state *s, const mc_pairs_part *part, const side *x, const side *y,
                       int64_t i0, int64_t i1, int64_t j0, int64_t j1) {
  const mc_kendall_dense *plan = &s->plan->dense;
  const int64_t nx = part->x1 - part->x0, ny = part->y1 - part->y0;
  const bool triangle = part->triangle && i0 == j0;
  if (i0 == i1 || j0 == j1)
    return;
  const mc_kendall_choice choice = choice_of(s, x, y, triangle, i0, i1, j0, j1);
  const mc_pairs_part at = {.x0 = part->x0 + columns_until(i0, x->ranks.columns, nx),
                            .x1 = part->x0 + columns_until(i1, x->ranks.columns, nx),
                            .y0 = part->y0 + columns_until(j0, y->ranks.columns, ny),
                            .y1 = part->y0 + columns_until(j1, y->ranks.columns, ny),
                            .triangle = triangle};
  const census_of_panels c = panels_of(s, &at, plan->side);
  add_piece(s, (mc_kendall_piece){.at = at,
                                  .algorithm = choice.algorithm,
                                  .pairs = pairs_of(s, &c),
                                  .side = plan->side,
                                  .panels = c.panels,
                                  .threads = plan->threads,
                                  .seconds = choice.seconds / plan->threads});
}

/* Adds the seconds of ranking to the first piece. */
static void add_ranking(state *s, const mc_pairs_part *part, const side *x, const side *y,
                        mc_kendall_piece *first) {
  const mc_kendall_dense *plan = &s->plan->dense;
  const census_of_panels c = panels_of(s, part, plan->side);
  const mc_kendall_census a = census_of(s, x, 0, x->ranks.columns);
  const mc_kendall_census b = census_of(s, y, 0, y->ranks.columns);
  double columns = a.columns, seconds = mc_kendall_ranking_seconds(s->plan->rows.n, &a);
  if (!part->triangle) {
    columns += b.columns;
    seconds += mc_kendall_ranking_seconds(s->plan->rows.n, &b);
  }
  const double ranking = seconds * c.columns / columns / plan->sort_threads;
  first->seconds += ranking;
  s->to->seconds += ranking;
}

/* Makes the same pieces as kendall.c: if columns are in an order by kind, a part whose first
   columns have few values and whose last columns have many is three or four pieces. */
static mc_status add_dense(state *s, const mc_kendall_part *part) {
  const mc_pairs_part *at = &part->at;
  const bool tables = s->plan->dense.may.tables && s->plan->shape.x_user != NULL;
  const int first = s->to->count;
  side x, y;
  MC_TRY(rank_sample(s, &s->plan->x, at->x0, at->x1, &x));
  y = x;
  if (!at->triangle)
    MC_TRY(rank_sample(s, &s->plan->y, at->y0, at->y1, &y));
  const int64_t a = x.ranks.columns, b = y.ranks.columns;
  const int64_t i = tables ? mc_kendall_table_columns(&x.ranks) : 0;
  const int64_t j = tables ? mc_kendall_table_columns(&y.ranks) : 0;
  if (i == 0 || j == 0 || (i == a && j == b) ||
      choice_of(s, &x, &y, at->triangle, 0, i, 0, j).algorithm != MC_KENDALL_TABLE) {
    add_ranked(s, at, &x, &y, 0, a, 0, b);
  } else {
    add_ranked(s, at, &x, &y, 0, i, 0, j);
    add_ranked(s, at, &x, &y, 0, i, j, b);
    if (!at->triangle)
      add_ranked(s, at, &x, &y, i, a, 0, j);
    add_ranked(s, at, &x, &y, i, a, j, b);
  }
  add_ranking(s, at, &x, &y, &s->to->piece[first]);
  return MC_OK;
}

mc_status mc_kendall_forecast_make(mc_kendall_forecast *forecast, const mc_kendall_plan *plan,
                                   const mc_pairs_sink *sink, const mc_call *call) {
  state s = {.plan = plan, .sink = sink, .call = call, .to = forecast};
  *forecast = (mc_kendall_forecast){.n = plan->rows.n,
                                    .threads = plan->shape.threads,
                                    .scratch = plan->dense.bytes + plan->sparse.bytes};
  MC_TRY(sample_rows(&s));
  for (int p = 0; p < plan->part_count; p++)
    if (plan->parts[p].algorithm == MC_KENDALL_SPARSE)
      add_sparse(&s, &plan->parts[p]);
    else
      MC_TRY(add_dense(&s, &plan->parts[p]));
  return MC_OK;
}
