/* Ranks are made once. A permuted column gathers the ranks of a column, and these are dense ranks
   again. */

#include "kendall/permuted.h"

#include "base/team.h"

enum { ROOM = 1 << 20, GRAIN = 1 << 14 }; /* numbers that are made at once; by one thread */

typedef struct {
  const mc_kendall_permuted *permuted;
  int64_t first;
} request;

static void gather16(const uint16_t *rank, const int32_t *rows, int64_t n, int32_t *to) {
  for (int64_t i = 0; i < n; i++)
    to[i] = rank[rows[i]];
}

static void gather32(const uint32_t *rank, const int32_t *rows, int64_t n, int32_t *to) {
  for (int64_t i = 0; i < n; i++)
    to[i] = (int32_t) rank[rows[i]];
}

static void permute(void *context, int64_t begin, int64_t end) {
  const request *q = context;
  const mc_kendall_permuted *p = q->permuted;
  const mc_kendall_ranks *ranks = p->ranks;
  for (int64_t k = begin; k < end; k++) {
    const int64_t column = q->first + k, r = column / ranks->columns;
    const int64_t at = column % ranks->columns * ranks->stride;
    const int32_t *rows = p->rows + r * ranks->n;
    int32_t *to = p->room + k * ranks->n;
    if (ranks->width == 2)
      gather16((const uint16_t *) ranks->rank + at, rows, ranks->n, to);
    else
      gather32((const uint32_t *) ranks->rank + at, rows, ranks->n, to);
  }
}

static mc_status read(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                      mc_matrix *view) {
  mc_kendall_permuted *p = columns->source;
  const int64_t n = columns->rows;
  if (p->room == NULL)
    p->room = mc_alloc(arena, n * columns->at_once, sizeof *p->room);
  if (p->room == NULL)
    return MC_ERR_MEMORY;
  request q = {p, first};
  mc_ranges(p->threads, last - first, 1 + GRAIN / n, permute, &q);
  *view = (mc_matrix){p->room, MC_I32, n, last - first};
  return MC_OK;
}

mc_columns mc_kendall_permuted_columns(mc_kendall_permuted *permuted) {
  const mc_kendall_ranks *ranks = permuted->ranks;
  return (mc_columns){.rows = ranks->n,
                      .columns = ranks->columns * permuted->permutations,
                      .at_once = 1 + ROOM / (ranks->n > 0 ? ranks->n : 1),
                      .read = read,
                      .dense = true,
                      .source = permuted};
}
