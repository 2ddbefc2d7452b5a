#include "pairs/rows.h"

#include <string.h>

#include "base/integers.h"

static bool any_in(const mc_matrix *x) {
  int64_t size = x->rows * x->columns;
  if (x->type == MC_F64) {
    const double *value = x->data;
    for (int64_t i = 0; i < size; i++)
      if (value[i] != value[i])
        return true;
  } else {
    const int32_t *value = x->data;
    for (int64_t i = 0; i < size; i++)
      if (value[i] == INT32_MIN)
        return true;
  }
  return false;
}

void mc_pairs_flag_missing(const mc_matrix *x, uint8_t *flag) {
  for (int64_t j = 0; j < x->columns; j++) {
    if (x->type == MC_F64) {
      const double *value = (const double *) x->data + j * x->rows;
      for (int64_t i = 0; i < x->rows; i++)
        flag[i] |= value[i] != value[i];
    } else {
      const int32_t *value = (const int32_t *) x->data + j * x->rows;
      for (int64_t i = 0; i < x->rows; i++)
        flag[i] |= value[i] == INT32_MIN;
    }
  }
}

static mc_status flag_all(const mc_columns *x, mc_arena *arena, uint8_t *flag) {
  for (int64_t j = 0; j < x->columns; j += x->at_once) {
    mc_matrix view;
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &view));
    mc_pairs_flag_missing(&view, flag);
  }
  return MC_OK;
}

/* Has x an NA? Reading ends at the first NA. */
static mc_status any_missing(const mc_columns *x, mc_arena *arena, bool *any) {
  *any = false;
  for (int64_t j = 0; j < x->columns && !*any; j += x->at_once) {
    mc_matrix view;
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &view));
    *any = any_in(&view);
  }
  return MC_OK;
}

/* The rows without NA in x and y. */
static mc_status complete(mc_pairs_rows *rows, const mc_columns *x, const mc_columns *y,
                          mc_arena *arena) {
  const int64_t all = x->rows;
  uint8_t *flag = mc_alloc(arena, all, 1);
  if (flag == NULL)
    return MC_ERR_MEMORY;
  memset(flag, 0, (size_t) all);
  MC_TRY(flag_all(x, arena, flag));
  if (y != NULL)
    MC_TRY(flag_all(y, arena, flag));
  rows->n = 0;
  for (int64_t i = 0; i < all; i++)
    rows->n += flag[i] == 0;
  if (rows->n == all)
    return MC_OK;
  uint32_t *row = mc_alloc(arena, rows->n, sizeof *row);
  if (row == NULL)
    return MC_ERR_MEMORY;
  int64_t k = 0;
  for (int64_t i = 0; i < all; i++)
    if (flag[i] == 0)
      row[k++] = (uint32_t) i;
  rows->row = row;
  return MC_OK;
}

mc_status mc_pairs_rows_choose(mc_pairs_rows *rows, mc_pairs_use use, const mc_columns *x,
                               const mc_columns *y, mc_arena *arena) {
  bool any;
  *rows = (mc_pairs_rows){NULL, x->rows};
  switch (use) {
  case MC_USE_ALL_OBS:
    MC_TRY(any_missing(x, arena, &any));
    if (!any && y != NULL)
      MC_TRY(any_missing(y, arena, &any));
    return any ? MC_ERR_MISSING : MC_OK;
  case MC_USE_COMPLETE:
  case MC_USE_NA_OR_COMPLETE:
    MC_TRY(complete(rows, x, y, arena));
    return rows->n == 0 && use == MC_USE_COMPLETE ? MC_ERR_NO_COMPLETE : MC_OK;
  default: return MC_OK;
  }
}
