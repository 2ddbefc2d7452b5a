#include "base/columns.h"

#include <string.h>

#include "base/integers.h"

/* ---- columns of a matrix in memory ---- */

static mc_status view_of_matrix(const mc_columns *columns, int64_t first, int64_t last,
                                mc_arena *arena, mc_matrix *view) {
  (void) arena;
  *view = columns->matrix;
  view->data = (const unsigned char *) view->data + first * view->rows * mc_size_of(view->type);
  view->columns = last - first;
  return MC_OK;
}

static mc_column column_of_matrix(const mc_columns *columns, int64_t column) {
  const mc_matrix *x = &columns->matrix;
  const int64_t at = column * x->rows * mc_size_of(x->type);
  return (mc_column){(const unsigned char *) x->data + at, x->type, NULL, x->rows};
}

mc_columns mc_columns_of_matrix(mc_matrix x) {
  return (mc_columns){.rows = x.rows,
                      .columns = x.columns,
                      .at_once = x.columns > 0 ? x.columns : 1,
                      .read = view_of_matrix,
                      .stored = column_of_matrix,
                      .matrix = x};
}

const mc_matrix *mc_columns_in_memory(const mc_columns *columns) {
  return columns->read == view_of_matrix ? &columns->matrix : NULL;
}

int64_t mc_columns_at_once(int64_t rows) {
  enum { NUMBERS = (16 << 20) / sizeof(double) };
  return rows < NUMBERS ? NUMBERS / (rows + 1) + 1 : 1;
}

/* ---- picked columns ---- */

typedef struct {
  const mc_columns *from;
  const uint32_t *index;
  unsigned char *copies;
} pick;

/* The end of the run of neighbouring columns that begins at `first`. */
static int64_t run_end(const pick *p, int64_t first, int64_t last) {
  int64_t end = first + 1;
  while (end < last && p->index[end] == p->index[end - 1] + 1)
    end++;
  return end;
}

static mc_status read_picked(const mc_columns *columns, int64_t first, int64_t last,
                             mc_arena *arena, mc_matrix *view) {
  pick *p = columns->source;
  const bool whole_blocks = last - first >= p->from->at_once && run_end(p, first, last) == last;
  if (p->from->pick != NULL && !whole_blocks)
    return p->from->pick(p->from, p->index + first, last - first, arena, view);
  for (int64_t at = first, end; at < last; at = end) {
    end = run_end(p, at, last);
    mc_matrix run;
    MC_TRY(p->from->read(p->from, p->index[at], p->index[at] + (end - at), arena, &run));
    *view = run;
    if (at == first && end == last)
      return MC_OK;
    if (p->copies == NULL)
      p->copies = mc_alloc(arena, columns->at_once * columns->rows, sizeof(double));
    if (p->copies == NULL)
      return MC_ERR_MEMORY;
    const int64_t bytes = columns->rows * mc_size_of(run.type);
    memcpy(p->copies + (at - first) * bytes, run.data, (size_t) ((end - at) * bytes));
  }
  view->data = p->copies;
  view->columns = last - first;
  return MC_OK;
}

static mc_column stored_picked(const mc_columns *columns, int64_t column) {
  const pick *p = columns->source;
  return p->from->stored(p->from, p->index[column]);
}

mc_status mc_columns_pick(mc_columns *picked, const mc_columns *from, const uint32_t *index,
                          int64_t count, mc_arena *arena) {
  pick *p = mc_alloc(arena, 1, sizeof *p);
  if (p == NULL)
    return MC_ERR_MEMORY;
  *p = (pick){.from = from, .index = index};
  *picked = (mc_columns){.rows = from->rows,
                         .columns = count,
                         .at_once = mc_min(from->at_once, mc_columns_at_once(from->rows)),
                         .read = read_picked,
                         .stored = from->stored == NULL ? NULL : stored_picked,
                         .dense = from->dense,
                         .source = p};
  return MC_OK;
}

/* ---- a slice ---- */

typedef struct {
  const mc_columns *from;
  int64_t first;
  mc_arena *room;
} slice;

static mc_status read_slice(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                            mc_matrix *view) {
  const slice *s = columns->source;
  (void) arena;
  return s->from->read(s->from, s->first + first, s->first + last, s->room, view);
}

static mc_column stored_slice(const mc_columns *columns, int64_t column) {
  const slice *s = columns->source;
  return s->from->stored(s->from, s->first + column);
}

mc_status mc_columns_slice(mc_columns *to, const mc_columns *from, int64_t first, int64_t count,
                           mc_arena *room, mc_arena *arena) {
  if (mc_columns_in_memory(from) != NULL) {
    mc_matrix part = from->matrix;
    part.data = (const unsigned char *) part.data + first * part.rows * mc_size_of(part.type);
    part.columns = count;
    *to = mc_columns_of_matrix(part);
    to->dense = from->dense;
    return MC_OK;
  }
  slice *s = mc_alloc(arena, 1, sizeof *s);
  if (s == NULL)
    return MC_ERR_MEMORY;
  *s = (slice){.from = from, .first = first, .room = room};
  *to = (mc_columns){.rows = from->rows,
                     .columns = count,
                     .at_once = from->at_once,
                     .read = read_slice,
                     .stored = from->stored == NULL ? NULL : stored_slice,
                     .dense = from->dense,
                     .source = s};
  return MC_OK;
}
