#include "kendall/xi_order.h"

#include <string.h>

#include "base/team.h"
#include "kernels/kendall/types.h"

bool mc_kendall_xi_any_tied(const mc_kendall_ranks *x) {
  for (int64_t j = 0; j < x->columns; j++)
    if (x->column[j].tied)
      return true;
  return false;
}

typedef struct {
  const mc_kendall_ranks *x;
  const int32_t *rows;
  uint32_t *count;
} ordering;

/* A counting sort by rank. */
static void order_column(void *context, int64_t j, int thread) {
  const ordering *o = context;
  const mc_kendall_ranks *x = o->x;
  const int64_t distinct = x->column[j].distinct;
  uint32_t *next = o->count + thread * x->n, before = 0;
  if (!x->column[j].tied)
    return;
  memset(next, 0, (size_t) distinct * sizeof *next);
  for (int64_t i = 0; i < x->n; i++) {
    const uint32_t rank = mc_kendall_rank_at(x, j, i);
    if (rank != MC_RANK32_NA)
      next[rank]++;
  }
  for (int64_t r = 0; r < distinct; r++) {
    const uint32_t tied = next[r];
    next[r] = before;
    before += tied;
  }
  for (int64_t k = 0; k < x->n; k++) {
    const uint32_t rank = mc_kendall_rank_at(x, j, o->rows[k]);
    if (rank == MC_RANK32_NA)
      continue;
    if (x->width == 2)
      ((uint16_t *) x->order)[j * x->stride + next[rank]++] = (uint16_t) o->rows[k];
    else
      ((uint32_t *) x->order)[j * x->stride + next[rank]++] = (uint32_t) o->rows[k];
  }
}

void mc_kendall_xi_order_ties(const mc_kendall_ranks *x, const int32_t *rows, int threads,
                              uint32_t *count) {
  ordering o = {x, rows, count};
  mc_each(threads, 0, x->columns, order_column, &o);
}
