#include "haplotype/cells.h"

#include <math.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/costs.h"
#include "haplotype/threads.h"

enum { BLOCK = 1024 /* rows that a thread takes at a time */ };

/* (The loops have no branches, as the order of cells is random.) */
void mc_haplotype_cells_read(const mc_matrix *cells, int64_t column, int64_t first, int64_t count,
                             int32_t below, int32_t *place) {
  if (cells->type == MC_I32) {
    const int32_t *x = (const int32_t *) cells->data + column * cells->rows + first;
    for (int64_t i = 0; i < count; i++) {
      const int32_t other = x[i] == INT32_MIN ? MC_HAPLOTYPE_CELL_MISSING : MC_HAPLOTYPE_CELL_UNFIT;
      place[i] = (uint32_t) x[i] < (uint32_t) below ? x[i] : other;
    }
    return;
  }
  const double *x = (const double *) cells->data + column * cells->rows + first;
  for (int64_t i = 0; i < count; i++) {
    const double within = ((x[i] >= 0) & (x[i] < below)) ? x[i] : 0.5;
    const int32_t whole = (int32_t) within,
                  other = x[i] != x[i] ? MC_HAPLOTYPE_CELL_MISSING : MC_HAPLOTYPE_CELL_UNFIT;
    place[i] = whole == within ? whole : other;
  }
}

/* ---- what cells are ---- */

typedef struct {
  const mc_matrix *cells;
  mc_haplotype_cell_counts *counts; /* of each block of rows of each pair of columns */
  int64_t blocks;
} looking;

/* Cells other than 0, 1 and 2 are rare where time matters. */
static void count_other(const mc_matrix *cells, int64_t cell, mc_haplotype_cell_counts *c) {
  const double x = cells->type == MC_F64 ? ((const double *) cells->data)[cell]
                                         : ((const int32_t *) cells->data)[cell];
  c->others++;
  c->negative += x < 0;
  c->fraction += x < 2 && x != floor(x);
  c->above3 += x > 3;
}

/* Counts `count` cells of a column. zero[i]: is cell i 0? known[i]: is it known? */
static void count_column(const mc_matrix *cells, int64_t column, int64_t first, int64_t count,
                         int32_t *place, unsigned char *zero, unsigned char *known,
                         mc_haplotype_cell_counts *c) {
  int32_t zeros = 0, knowns = 0, others = 0;
  mc_haplotype_cells_read(cells, column, first, count, 3, place);
  for (int64_t i = 0; i < count; i++) {
    zero[i] = place[i] == 0;
    known[i] = place[i] != MC_HAPLOTYPE_CELL_MISSING;
    zeros += place[i] == 0;
    knowns += place[i] != MC_HAPLOTYPE_CELL_MISSING;
    others |= place[i] == MC_HAPLOTYPE_CELL_UNFIT;
  }
  c->zeros += zeros;
  c->known += knowns;
  for (int64_t i = 0; i < count && others != 0; i++)
    if (place[i] == MC_HAPLOTYPE_CELL_UNFIT)
      count_other(cells, column * cells->rows + first + i, c);
}

MC_BODY(count_block, const looking, l, id) {
  const mc_matrix *cells = l->cells;
  const int64_t column = id / l->blocks * 2, first = id % l->blocks * BLOCK;
  const int64_t count = mc_min(BLOCK, cells->rows - first);
  int32_t place[BLOCK], pairs = 0, alone = 0;
  unsigned char zero[2][BLOCK], known[2][BLOCK];
  mc_haplotype_cell_counts c = {0};
  count_column(cells, column, first, count, place, zero[0], known[0], &c);
  if (column + 1 < cells->columns) {
    count_column(cells, column + 1, first, count, place, zero[1], known[1], &c);
    for (int64_t i = 0; i < count; i++) {
      pairs += known[0][i] & known[1][i];
      alone += known[0][i] & known[1][i] & (zero[0][i] ^ zero[1][i]);
    }
  }
  c.pairs = pairs;
  c.alone = alone;
  l->counts[id] = c;
}

mc_status mc_haplotype_cells_look(const mc_matrix *cells, mc_haplotype_cell_counts *all,
                                  const mc_call *call) {
  const int64_t blocks = (cells->rows + BLOCK - 1) / BLOCK;
  const int64_t count = blocks * ((cells->columns + 1) / 2);
  looking l = {cells, mc_alloc(call->arena, count, sizeof *l.counts), blocks};
  if (l.counts == NULL)
    return MC_ERR_MEMORY;
  const int threads =
    mc_haplotype_threads((double) (cells->rows * cells->columns) * MC_HAPLOTYPE_SECONDS_CELL, call);
  mc_each(threads, 0, count, count_block, &l);
  *all = (mc_haplotype_cell_counts){0};
  for (int64_t k = 0; k < count; k++) {
    const mc_haplotype_cell_counts *c = &l.counts[k];
    all->known += c->known;
    all->zeros += c->zeros;
    all->others += c->others;
    all->negative += c->negative;
    all->fraction += c->fraction;
    all->above3 += c->above3;
    all->pairs += c->pairs;
    all->alone += c->alone;
  }
  return MC_OK;
}
