#include "base/stored_counts.h"

#include "base/integers.h"

static int64_t count_values(const void *values, mc_type type, int64_t size) {
  int64_t count = 0;
  if (type == MC_F64) {
    const double *value = values;
    for (int64_t i = 0; i < size; i++)
      count += value[i] != 0;
  } else {
    const int32_t *value = values;
    for (int64_t i = 0; i < size; i++)
      count += value[i] != 0;
  }
  return count;
}

typedef struct {
  const mc_columns *x;
  mc_matrix view; /* columns that were read, if they are not stored */
  int64_t *count; /* of the first column */
} counting;

static void count_stored(void *context, int64_t j, int thread) {
  const counting *c = context;
  (void) thread;
  const mc_column column = c->x->stored(c->x, j);
  c->count[j] = count_values(column.value, column.type, column.count);
}

static void count_read(void *context, int64_t j, int thread) {
  const counting *c = context;
  (void) thread;
  const int64_t rows = c->view.rows;
  const unsigned char *data = c->view.data;
  c->count[j] = count_values(data + j * rows * mc_size_of(c->view.type), c->view.type, rows);
}

mc_status mc_stored_counts(const mc_columns *x, int threads, mc_monitor *monitor, mc_arena *arena,
                           int64_t *count) {
  mc_monitor_start(monitor, (double) x->columns);
  if (x->stored != NULL) {
    counting c = {.x = x, .count = count};
    return mc_run_each(monitor, threads, x->columns, 1, count_stored, &c);
  }
  for (int64_t j = 0; j < x->columns; j += x->at_once) {
    counting c = {.x = x, .count = count + j};
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &c.view));
    MC_TRY(mc_run_each(monitor, threads, c.view.columns, 1, count_read, &c));
  }
  return MC_OK;
}
