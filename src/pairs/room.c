#include "pairs/room.h"

#include "pairs/put.h"

int64_t mc_pairs_room_size(const mc_pairs_room *r) {
  return r->list != NULL ? r->list->count : r->shape->x_columns * r->shape->y_columns;
}

void mc_pairs_room_put(const mc_pairs_room *r, const mc_pairs_tile *t, const double *value,
                       double *to) {
  if (r->list != NULL)
    mc_pairs_list_put(r->list, t, value, value, to);
  else
    mc_pairs_put(r->shape, t, value, value, to);
}

enum { FOUR = MC_PAIRS_FOUR };

void mc_pairs_room_keep(const mc_pairs_room *r, const mc_pairs_tile *t, const double *value,
                        double *to) {
  if (r->list != NULL) {
    mc_pairs_list_put(r->list, t, value, value, to);
    return;
  }
  const int64_t rows = r->shape->x_columns;
  to += t->row + t->column * rows;
  if (mc_pairs_is_four(t)) {
    for (int j = 0; j < FOUR; j++)
      for (int i = 0; i < FOUR; i++)
        to[i + j * rows] = value[i * FOUR + j];
    return;
  }
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++)
      to[i + j * rows] = value[t->stride * i + j];
}

void mc_pairs_room_take(const mc_pairs_room *r, const mc_pairs_tile *t, const double *from,
                        double *value) {
  if (r->list != NULL) {
    mc_pairs_list_take(r->list, t, from, value);
    return;
  }
  const int64_t rows = r->shape->x_columns;
  from += t->row + t->column * rows;
  if (mc_pairs_is_four(t)) {
    for (int j = 0; j < FOUR; j++)
      for (int i = 0; i < FOUR; i++)
        value[i * FOUR + j] = from[i + j * rows];
    return;
  }
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++)
      value[t->stride * i + j] = from[i + j * rows];
}
