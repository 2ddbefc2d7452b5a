/* Blocked Floyd-Warshall: algorithm 2 of Hou et al. with the loops of version 3 in its figure 2.
   The matrix is filled up to whole blocks. Threads share the loops of steps 2 and 3.

     for each block of steps k
       step 1  block (k, k)
       step 2  blocks (k, j) and (i, k)
       step 3  blocks (i, j)

   Steps 1 and 2 keep columns and rows as they are at their own steps (kernels/paths/loops.h). */

#include "paths/blocked.h"

#include <string.h>

#include "base/integers.h"

typedef struct {
  mc_paths_work *w;
  int64_t size, blocks, stride;
  int64_t k, d;          /* the block of steps, and how many steps it has */
  unsigned char *number; /* stride x stride */
  int32_t *via;
  unsigned char *a, *b; /* [block][size x size]: columns and rows */
} work;

static void update(const work *c, int64_t i, int64_t j, bool keep_a, bool keep_b) {
  const int64_t at = (i * c->stride + j) * c->size, bytes = c->w->tropical.size;
  const int64_t square = c->size * c->size * bytes;
  c->w->kernels.update(c->number + at * bytes, c->stride, c->via == NULL ? NULL : c->via + at, c->d,
                       c->size, c->a + i * square, c->b + j * square, keep_a, keep_b,
                       (int32_t) (c->k * c->size) + 1);
}

MC_BODY(row_or_column, const work, c, id) {
  const int64_t other = id / 2;
  if (other == c->k)
    return;
  if (id % 2 == 0)
    update(c, c->k, other, false, true);
  else
    update(c, other, c->k, true, false);
}

MC_BODY(rest, const work, c, id) {
  const int64_t i = id / c->blocks, j = id % c->blocks;
  if (i != c->k && j != c->k)
    update(c, i, j, false, false);
}

/* Keeps column k as it is at step k, with the entry on the diagonal. */
static mc_status solve_diagonal(work *c) {
  const int64_t bytes = c->w->tropical.size;
  update(c, c->k, c->k, true, true);
  const unsigned char *kept = c->a + c->k * c->size * c->size * bytes;
  for (int64_t k = 0; k < c->d; k++)
    if (mc_paths_is_negative(c->w, kept + (k * c->size + k) * bytes)) {
      c->w->negative = c->k * c->size + k + 1;
      return MC_ERR_CYCLE;
    }
  return MC_OK;
}

static void copy(const work *c, bool back) {
  const int64_t n = c->w->n, bytes = c->w->tropical.size;
  unsigned char *own = c->w->number;
  for (int64_t u = 0; u < n; u++) {
    unsigned char *to = c->number + u * c->stride * bytes, *from = own + u * n * bytes;
    memcpy(back ? from : to, back ? to : from, (size_t) (n * bytes));
    if (c->via != NULL)
      memcpy(back ? c->w->via + u * n : c->via + u * c->stride,
             back ? c->via + u * c->stride : c->w->via + u * n, (size_t) n * sizeof *c->via);
  }
}

mc_status mc_paths_blocked(mc_paths_work *w) {
  const int64_t size = w->block, stride = mc_round_up(w->n, size), bytes = w->tropical.size;
  work c = {.w = w, .size = size, .blocks = stride / size, .stride = stride};
  c.number = mc_alloc(w->call->arena, stride * stride, bytes);
  c.a = mc_alloc(w->call->arena, stride * size, bytes);
  c.b = mc_alloc(w->call->arena, stride * size, bytes);
  c.via = w->via == NULL ? NULL : mc_alloc(w->call->arena, stride * stride, sizeof *c.via);
  if (c.number == NULL || c.a == NULL || c.b == NULL || (w->via != NULL && c.via == NULL))
    return MC_ERR_MEMORY;
  mc_tropical_fill(&w->tropical, c.number, stride * stride);
  copy(&c, false);
  /* The jobs of steps 2 and 3. They share n^2 updates for each vertex. */
  const double all = (double) (2 * c.blocks + c.blocks * c.blocks);
  for (c.k = 0; c.k * size < w->steps; c.k++) {
    c.d = mc_min(size, w->steps - c.k * size);
    const double weight = (double) (w->n * w->n) * (double) c.d / all;
    MC_TRY(solve_diagonal(&c));
    MC_TRY(mc_paths_run(w, 0, 2 * c.blocks, weight, row_or_column, &c));
    MC_TRY(mc_paths_run(w, 0, c.blocks * c.blocks, weight, rest, &c));
  }
  copy(&c, true);
  return MC_OK;
}
