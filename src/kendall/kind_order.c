#include "kendall/kind_order.h"

#include "base/integers.h"
#include "kendall/few_values.h"
#include "kendall/ranks.h"

enum { ROWS = 512, KINDS = MC_FEW_VALUES + 2, MANY = KINDS - 1 };

/* Distinct values among the first rows; MANY if they are not few. */
static int kind_of(const mc_matrix *x, int64_t column) {
  const int64_t n = mc_min(x->rows, ROWS);
  double value[ROWS];
  uint8_t code[ROWS];
  mc_few_values few;
  for (int64_t i = 0; i < n; i++) {
    const int64_t at = column * x->rows + i;
    if (x->type == MC_F64)
      value[i] = ((const double *) x->data)[at];
    else /* NA is as good as any value here */
      value[i] = (double) ((const int32_t *) x->data)[at];
  }
  return mc_few_values_find(value, n, &few, code) ? few.distinct : MANY;
}

/* An order of the columns of x by kind, a counting sort, and whether it is worth having: there
   are both kinds, or groups of eight neighbours would have half as many values again. */
static mc_status order_of(const mc_matrix *x, mc_arena *arena, uint32_t **order, bool *worth_it) {
  int64_t first[KINDS + 1] = {0}, sorted = 0, as_is = 0;
  uint32_t *kind = mc_alloc(arena, x->columns, sizeof *kind);
  *order = mc_alloc(arena, x->columns, sizeof **order);
  if (kind == NULL || *order == NULL)
    return MC_ERR_MEMORY;
  for (int64_t j = 0; j < x->columns; j++) {
    kind[j] = (uint32_t) kind_of(x, j);
    first[kind[j] + 1]++;
  }
  const bool both = first[MANY + 1] > 0 && first[MANY + 1] < x->columns;
  for (int k = 0; k < KINDS; k++)
    first[k + 1] += first[k];
  for (int64_t j = 0; j < x->columns; j++)
    (*order)[first[kind[j]]++] = (uint32_t) j;
  for (int64_t j = 0; j < x->columns; j += 8) {
    uint32_t most = 0;
    const int64_t last = mc_min(x->columns, j + 8);
    for (int64_t k = j; k < last; k++)
      most = kind[k] > most ? kind[k] : most;
    as_is += most;
    sorted += kind[(*order)[last - 1]];
  }
  *worth_it = both || 2 * as_is > 3 * sorted;
  return MC_OK;
}

mc_status mc_kind_order(mc_kendall_job *job, mc_arena *arena) {
  const mc_matrix *x = mc_columns_in_memory(&job->x);
  const mc_matrix *y = job->symmetric ? x : mc_columns_in_memory(&job->y);
  const bool open = job->algorithm == MC_KENDALL_AUTO || job->algorithm == MC_KENDALL_TABLE;
  uint32_t *x_order, *y_order = NULL;
  bool x_worth = false, y_worth = false;
  if (!open || x == NULL || y == NULL || x->columns + y->columns < 4)
    return MC_OK;
  if (x->rows < 2 || x->rows > MC_RANKS_MAX_ROWS || y->rows != x->rows) /* not to be counted */
    return MC_OK;
  MC_TRY(order_of(x, arena, &x_order, &x_worth));
  if (!job->symmetric)
    MC_TRY(order_of(y, arena, &y_order, &y_worth));
  if (!x_worth && !y_worth)
    return MC_OK;
  job->kinds = true;
  job->x_picks = (mc_kendall_picks){x_order, x->columns};
  if (!job->symmetric)
    job->y_picks = (mc_kendall_picks){y_order, y->columns};
  return MC_OK;
}
