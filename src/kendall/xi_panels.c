#include "kendall/xi_panels.h"

#include <string.h>

#include "base/integers.h"
#include "kernels/kendall/types.h"

int mc_kendall_xi_panel_columns(int width) {
  return width == 2 ? MC_XI_COLUMNS16 : MC_XI_COLUMNS32;
}

static int64_t panels_of(int width, int64_t columns) {
  const int64_t side = mc_kendall_xi_panel_columns(width);
  return (columns + side - 1) / side;
}

/* Bytes of a column, but for its ranks. */
enum { COLUMN_BYTES = sizeof(uint32_t) + 2 * sizeof(double) + 1 };

int64_t mc_kendall_xi_panels_bytes(int64_t n, int width, int64_t columns) {
  return panels_of(width, columns) * mc_kendall_xi_panel_columns(width) *
         (n * width + COLUMN_BYTES);
}

mc_status mc_kendall_xi_panels_make(mc_kendall_xi_panels *p, int64_t n, int width, int64_t columns,
                                    mc_arena *arena) {
  *p = (mc_kendall_xi_panels){.n = n,
                              .panel_columns = mc_kendall_xi_panel_columns(width),
                              .panels = panels_of(width, columns),
                              .width = width};
  const int64_t all = p->panels * p->panel_columns;
  p->rank = mc_alloc(arena, all * width, n);
  p->twice = mc_alloc(arena, all, sizeof *p->twice);
  p->scale = mc_alloc(arena, all, sizeof *p->scale);
  p->z = mc_alloc(arena, all, sizeof *p->z);
  p->plain = mc_alloc(arena, p->panels, sizeof *p->plain);
  return p->rank == NULL || p->twice == NULL || p->scale == NULL || p->z == NULL || p->plain == NULL
           ? MC_ERR_MEMORY
           : MC_OK;
}

/* ---- a column ---- */

/* Counts the rows of each dense rank. */
static void count_ranks(const mc_kendall_ranks *y, int64_t j, uint32_t *count) {
  memset(count, 0, (size_t) y->column[j].distinct * sizeof *count);
  for (int64_t i = 0; i < y->n; i++)
    count[mc_kendall_rank_at(y, j, i)]++;
}

/* Copies a column; `of_rank` are the ranks r_i - 1 of dense ranks, NULL if they are equal. */
static void copy16(const uint16_t *rank, int64_t n, const uint32_t *of_rank, uint16_t *to) {
  for (int64_t i = 0; i < n; i++)
    to[i * MC_XI_COLUMNS16] = of_rank == NULL ? rank[i] : (uint16_t) of_rank[rank[i]];
}

static void copy32(const uint32_t *rank, int64_t n, const uint32_t *of_rank, uint32_t *to) {
  for (int64_t i = 0; i < n; i++)
    to[i * MC_XI_COLUMNS32] = of_rank == NULL ? rank[i] : of_rank[rank[i]];
}

static void clear(const mc_kendall_xi_panels *p, int64_t at, int64_t c) {
  for (int64_t i = 0; i < p->n; i++)
    if (p->width == 2)
      ((uint16_t *) p->rank)[at + i * MC_XI_COLUMNS16 + c] = 0;
    else
      ((uint32_t *) p->rank)[at + i * MC_XI_COLUMNS32 + c] = 0;
}

typedef struct {
  mc_kendall_xi_panels *panels;
  const mc_kendall_ranks *y;
  bool test;
  uint32_t *count;
} packing;

/* Packs column c of a panel whose ranks begin at element `at`. */
static mc_kendall_xi_margin pack_column(const packing *q, int64_t at, int64_t c, int64_t j,
                                        uint32_t *count) {
  const mc_kendall_xi_panels *p = q->panels;
  const mc_kendall_ranks *y = q->y;
  const bool tied = y->column[j].tied;
  mc_kendall_xi_margin margin;
  if (tied) {
    count_ranks(y, j, count);
    margin = mc_kendall_xi_tied(count, y->column[j].distinct, p->n, q->test);
  } else {
    margin = mc_kendall_xi_untied(p->n);
  }
  if (p->width == 2)
    copy16((const uint16_t *) y->rank + j * y->stride, p->n, tied ? count : NULL,
           (uint16_t *) p->rank + at + c);
  else
    copy32((const uint32_t *) y->rank + j * y->stride, p->n, tied ? count : NULL,
           (uint32_t *) p->rank + at + c);
  return margin;
}

static void pack_panel(void *context, int64_t id, int thread) {
  const packing *q = context;
  mc_kendall_xi_panels *p = q->panels;
  const int64_t j0 = id * p->panel_columns, at = j0 * p->n;
  p->plain[id] = true;
  for (int64_t c = 0; c < p->panel_columns; c++) {
    const int64_t j = j0 + c;
    mc_kendall_xi_margin margin = {0};
    if (j < q->y->columns && !q->y->column[j].missing)
      margin = pack_column(q, at, c, j, q->count + thread * p->n);
    else
      clear(p, at, c);
    if (j < q->y->columns && margin.scale == 0)
      p->plain[id] = false;
    p->twice[j] = (uint32_t) (2 * margin.sum);
    p->scale[j] = margin.scale;
    p->z[j] = margin.z;
  }
}

mc_status mc_kendall_xi_panels_fill(mc_kendall_xi_panels *panels, const mc_kendall_ranks *y,
                                    bool test, int threads, uint32_t *count, const mc_call *call) {
  packing q = {panels, y, test, count};
  panels->panels = panels_of(panels->width, y->columns);
  return mc_run_each(call->monitor, threads, panels->panels, 0, pack_panel, &q);
}

mc_kendall_xi_panel mc_kendall_xi_panels_at(const mc_kendall_xi_panels *p, int64_t panel) {
  const int64_t j = panel * p->panel_columns;
  return (mc_kendall_xi_panel){.rank = (const unsigned char *) p->rank + j * p->n * p->width,
                               .twice = p->twice + j,
                               .scale = p->scale + j};
}
