#include "kendall/test_sink.h"

#include <math.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/team.h"
#include "pairs/rows.h"
#include "pairs/put.h"

enum { CELLS = MC_TESTS, MATRICES = 5 };

static int matrices_of(const mc_kendall_test_matrices *m, double **list) {
  double *all[MATRICES] = {m->tau, m->z, m->p, m->low, m->high};
  int count = 0;
  for (int k = 0; k < MATRICES; k++)
    if (all[k] != NULL)
      list[count++] = all[k];
  return count;
}

typedef struct {
  int32_t *to, n;
} rows;

static void fill_rows(void *context, int64_t first, int64_t last) {
  const rows *r = context;
  for (int64_t i = first; i < last; i++)
    r->to[i] = r->n;
}

static const int64_t FILL_GRAIN = 1 << 16;

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_test_sink *m = (mc_kendall_test_sink *) sink;
  m->room.shape = shape;
  m->tester.options.spread = m->to.low != NULL || m->difference != NULL;
  m->tester.options.sums = m->strata != NULL || m->difference != NULL;
  const int64_t cells = mc_pairs_room_size(&m->room);
  double *list[MATRICES];
  const int count = matrices_of(&m->to, list);
  m->width = mc_kendall_interval_width((double) shape->n, m->quantile);
  MC_TRY(mc_kendall_tester_begin(&m->tester, shape, call));
  mc_fresh fresh[MATRICES + 1];
  for (int k = 0; k < count; k++)
    fresh[k] = (mc_fresh){list[k], cells * (int64_t) sizeof **list};
  fresh[count] = (mc_fresh){m->to.n, cells * (int64_t) sizeof *m->to.n};
  MC_TRY(mc_first_touch_all(fresh, count + 1, shape->threads, call->monitor));
  for (int k = 0; k < count && shape->n <= 1; k++)
    for (int64_t i = 0; i < cells; i++)
      list[k][i] = m->tester.na;
  rows r = {m->to.n, (int32_t) shape->n};
  mc_ranges(shape->threads, cells, FILL_GRAIN, fill_rows, &r);
  return MC_OK;
}

static void put_numbers(const mc_kendall_test_sink *m, const mc_pairs_tile *t, const double *value,
                        double *to) {
  mc_pairs_room_put(&m->room, t, value, to);
}

/* Writes the number of rows of each pair into a matrix, if it is not the number of all rows. */
static void put_rows(const mc_kendall_test_sink *m, const mc_pairs_tile *t, const int64_t *n) {
  if (m->room.list != NULL) {
    mc_pairs_list_put_rows(m->room.list, t, n, m->to.n);
    return;
  }
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++)
      if (n[t->stride * i + j] != m->tester.shape->n) {
        const int64_t row = mc_pairs_user(m->tester.shape->x_user, t->row + i);
        const int64_t column = mc_pairs_user(m->tester.shape->y_user, t->column + j);
        m->to.n[row + column * m->tester.shape->x_columns] = (int32_t) n[t->stride * i + j];
        if (m->tester.shape->symmetric)
          m->to.n[column + row * m->tester.shape->x_columns] = (int32_t) n[t->stride * i + j];
      }
}

/* ---- one row ---- */

/* Marks with 1 the columns that lack the row. */
static mc_status flag_columns(const mc_columns *x, mc_arena *arena, uint8_t *flag) {
  memset(flag, 0, (size_t) x->columns);
  for (int64_t j = 0; j < x->columns; j += x->at_once) {
    mc_matrix view;
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &view));
    mc_pairs_flag_missing(&(mc_matrix){view.data, view.type, view.columns, 1}, flag + j);
  }
  return MC_OK;
}

mc_status mc_kendall_test_one_row(const mc_kendall_request *request, const mc_pairs_given *pairs,
                                  int32_t *n, const mc_call *call) {
  const bool keeps_rows = request->use == MC_USE_PAIRWISE || request->use == MC_USE_EVERYTHING;
  const mc_columns *x = &request->x, *y = request->symmetric ? x : &request->y;
  if (x->rows != 1 || !keeps_rows)
    return MC_OK;
  uint8_t *of_x = mc_alloc(call->arena, x->columns, 1);
  uint8_t *of_y = mc_alloc(call->arena, y->columns, 1);
  if (of_x == NULL || of_y == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(flag_columns(x, call->arena, of_x));
  MC_TRY(flag_columns(y, call->arena, of_y));
  for (int64_t k = 0; pairs != NULL && k < pairs->count; k++)
    n[k] = !of_x[pairs->i[k] - 1] && !of_y[pairs->j[k] - 1];
  for (int64_t j = 0; pairs == NULL && j < y->columns; j++)
    for (int64_t i = 0; i < x->columns; i++)
      n[i + j * x->columns] = !of_x[i] && !of_y[j];
  return MC_OK;
}

/* ---- intervals ---- */

double mc_kendall_interval_width(double n, double quantile) {
  return tanh(quantile * sqrt(0.437 / (n - 4)));
}

/* 4 x 4 pairs of columns that have all rows, more than 4, and no ties. */
static void plain_intervals(const mc_kendall_test_sink *m, const double *tau, double *low,
                            double *high) {
  enum { FOURS = MC_PAIRS_FOUR * MC_PAIRS_FOUR };
  const mc_kendall_alternative alternative = m->tester.options.alternative;
  for (int k = 0; k < FOURS; k++) {
    low[k] = (tau[k] - m->width) / (1 - tau[k] * m->width);
    high[k] = (tau[k] + m->width) / (1 + tau[k] * m->width);
  }
  for (int k = 0; k < FOURS && alternative == MC_LESS; k++)
    low[k] = -1;
  for (int k = 0; k < FOURS && alternative == MC_GREATER; k++)
    high[k] = 1;
}

/* tanh(atanh(tau) - atanh(width)) and tanh(atanh(tau) + atanh(width)), without these functions. */
static void put_intervals(const mc_kendall_test_sink *m, const mc_pairs_tile *t, const double *tau,
                          const mc_kendall_tests *tests) {
  double low[CELLS], high[CELLS], width = m->width, spread = 1;
  int64_t rows = m->tester.shape->n;
  const bool plain = tests->plain && rows > 4;
  if (plain)
    plain_intervals(m, tau, low, high);
  for (int i = 0; i < t->rows && !plain; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int at = t->stride * i + j;
      if (!mc_pairs_tile_has(t, i, j))
        continue;
      low[at] = high[at] = m->tester.na;
      if (isnan(tests->spread[at]) || tests->n[at] <= 4)
        continue;
      if (tests->n[at] != rows || tests->spread[at] != spread) {
        rows = tests->n[at];
        spread = tests->spread[at];
        width = mc_kendall_interval_width((double) rows, m->quantile * spread);
      }
      low[at] =
        m->tester.options.alternative == MC_LESS ? -1 : (tau[at] - width) / (1 - tau[at] * width);
      high[at] =
        m->tester.options.alternative == MC_GREATER ? 1 : (tau[at] + width) / (1 + tau[at] * width);
    }
  put_numbers(m, t, low, m->to.low);
  put_numbers(m, t, high, m->to.high);
}

/* ---- a level ---- */

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  mc_kendall_test_sink *m = (mc_kendall_test_sink *) sink;
  if (m->plain != NULL)
    mc_kendall_plain_panel(m->plain, mc_kendall_panel_of(panel));
  return mc_kendall_tester_panel(&m->tester, panel);
}

/* The second run of a difference. */
static void put_difference(const mc_kendall_test_sink *m, const mc_pairs_tile *t, const double *tau,
                           const mc_kendall_tests *tests) {
  double estimate[CELLS], z[CELLS], p[CELLS];
  mc_kendall_difference_taus(m->difference, m->run, &m->room, t, tau, estimate);
  mc_kendall_difference_tests(m->difference, m->run, &m->room, t, tests, z, p);
  put_numbers(m, t, estimate, m->estimate);
  put_numbers(m, t, z, m->z);
  put_numbers(m, t, p, m->p);
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_kendall_test_sink *m = (mc_kendall_test_sink *) sink;
  double tau[CELLS];
  mc_kendall_tests tests;
  mc_kendall_taus_of(&m->tester.taus, mc_kendall_tile_of(tile), tau);
  mc_kendall_inference_of(&m->tester.inference, mc_kendall_tile_of(tile), thread, &tests);
  put_numbers(m, tile, tau, m->to.tau);
  put_numbers(m, tile, tests.z, m->to.z);
  put_numbers(m, tile, tests.p, m->to.p);
  if (!tests.plain)
    put_rows(m, tile, tests.n);
  if (m->to.low != NULL)
    put_intervals(m, tile, tau, &tests);
  if (m->strata != NULL)
    mc_kendall_strata_put(m->strata, &m->room, tile, &tests);
  if (m->difference != NULL && m->run == MC_DIFFERENCE_KEEP)
    mc_kendall_difference_keep(m->difference, &m->room, tile, &tests);
  else if (m->difference != NULL)
    put_difference(m, tile, tau, &tests);
}

mc_kendall_test_sink mc_kendall_test_sink_make(mc_kendall_test_matrices to,
                                               const mc_pairs_list *list,
                                               mc_kendall_test_options options, double quantile,
                                               double na) {
  const mc_pairs_sink sink = {.begin = begin,
                              .panel = panel,
                              .put = put,
                              .only = list != NULL ? &list->filter : NULL,
                              .order = list != NULL ? &list->order : NULL,
                              .any_order = list == NULL};
  return (mc_kendall_test_sink){.tester = mc_kendall_tester_make(sink, options, na),
                                .to = to,
                                .room = {.list = list},
                                .quantile = quantile};
}
