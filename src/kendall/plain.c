#include "kendall/plain.h"

static const int64_t MOST_ROWS = INT64_C(1) << 25;

mc_status mc_kendall_plain_make(mc_kendall_plain *plain, int64_t x_columns, int64_t y_columns,
                                int64_t rows, mc_arena *arena) {
  *plain = (mc_kendall_plain){.x_columns = x_columns, .y_columns = y_columns};
  plain->x = mc_alloc(arena, x_columns, 1);
  plain->y = y_columns < 0 ? plain->x : mc_alloc(arena, y_columns, 1);
  if (plain->x == NULL || plain->y == NULL)
    return MC_ERR_MEMORY;
  memset(plain->x, rows < MOST_ROWS, (size_t) x_columns);
  if (y_columns > 0)
    memset(plain->y, rows < MOST_ROWS, (size_t) y_columns);
  return MC_OK;
}

static void note(const mc_kendall_ranks *ranks, uint8_t *plain) {
  for (int64_t k = 0; k < ranks->columns; k++) {
    const mc_kendall_ranked *column = &ranks->column[k];
    plain[k] = !column->missing && !column->tied && ranks->n < MOST_ROWS;
  }
}

void mc_kendall_plain_panel(mc_kendall_plain *plain, const mc_kendall_panel *panel) {
  note(panel->a, plain->x + panel->pairs.a0);
  note(panel->b, plain->y + panel->pairs.b0);
}

static void also(uint8_t *plain, const uint8_t *other, int64_t columns) {
  for (int64_t k = 0; k < columns; k++)
    plain[k] &= other[k];
}

void mc_kendall_plain_also(mc_kendall_plain *plain, const mc_kendall_plain *other) {
  also(plain->x, other->x, plain->x_columns);
  if (plain->y != plain->x)
    also(plain->y, other->y, plain->y_columns);
}
