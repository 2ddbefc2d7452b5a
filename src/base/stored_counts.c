#include "base/stored_counts.h"

#include "base/integers.h"
#include "base/jobs.h"

int64_t mc_stored_count(const mc_column *column) {
  int64_t count = 0;
  if (column->type == MC_F64) {
    const double *value = column->value;
    for (int64_t k = 0; k < column->count; k++)
      count += value[k] != 0;
  } else {
    const int32_t *value = column->value;
    for (int64_t k = 0; k < column->count; k++)
      count += value[k] != 0;
  }
  return count;
}

typedef struct {
  const mc_columns *x; /* with stored() */
  int64_t *count;      /* of its first column */
} counting;

MC_BODY(count_one, const counting, c, j) {
  const mc_column column = c->x->stored(c->x, j);
  c->count[j] = mc_stored_count(&column);
}

static mc_status count_in_place(const mc_columns *x, mc_monitor *monitor, int64_t *count) {
  counting c = {x, count};
  return mc_run_each(monitor, 1, x->columns, 1, count_one, &c);
}

mc_status mc_stored_counts(const mc_columns *x, mc_monitor *monitor, mc_arena *arena,
                           int64_t *count) {
  mc_monitor_start(monitor, (double) x->columns);
  if (x->stored != NULL)
    return count_in_place(x, monitor, count);
  for (int64_t j = 0; j < x->columns; j += x->at_once) {
    mc_matrix view;
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &view));
    const mc_columns block = mc_columns_of_matrix(view);
    MC_TRY(count_in_place(&block, monitor, count + j));
  }
  return MC_OK;
}
