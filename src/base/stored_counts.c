#include "base/stored_counts.h"

#include "base/integers.h"

typedef struct {
  mc_matrix view;
  int64_t *count; /* of its first column */
} counting;

static void count_column(void *context, int64_t j, int thread) {
  const counting *c = context;
  (void) thread;
  const int64_t rows = c->view.rows;
  int64_t count = 0;
  if (c->view.type == MC_F64) {
    const double *value = (const double *) c->view.data + j * rows;
    for (int64_t i = 0; i < rows; i++)
      count += value[i] != 0;
  } else {
    const int32_t *value = (const int32_t *) c->view.data + j * rows;
    for (int64_t i = 0; i < rows; i++)
      count += value[i] != 0;
  }
  c->count[j] = count;
}

mc_status mc_stored_counts(const mc_columns *x, int threads, mc_monitor *monitor, mc_arena *arena,
                           int64_t *count) {
  mc_monitor_start(monitor, (double) x->columns);
  for (int64_t j = 0; j < x->columns; j += x->at_once) {
    counting c = {.count = count + j};
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &c.view));
    MC_TRY(mc_run_each(monitor, threads, c.view.columns, 1, count_column, &c));
  }
  return MC_OK;
}
