#include "base/sparse_part.h"

#include <string.h>

#include "base/stored_counts.h"

/* The row of the part for number k of a column; negative: none. */
static int64_t row_of(const mc_sparse_part *part, const mc_column *c, int64_t k) {
  const int64_t row = c->row != NULL ? c->row[k] : k;
  return part->place != NULL ? part->place[row] : row;
}

/* Are the numbers of the column all in the part, with ascending rows? */
static bool is_in_order(const mc_sparse_part *part, const mc_column *c) {
  if (part->place != NULL)
    return false;
  bool ascend = true;
  for (int64_t k = 1; c->row != NULL && k < c->count; k++)
    ascend &= c->row[k - 1] < c->row[k];
  return ascend;
}

/* The column of the part with its zeros, in part->room. */
static mc_column spread(const mc_sparse_part *part, const mc_column *c) {
  const double *value = c->value;
  memset(part->room, 0, (size_t) part->rows * sizeof(double));
  for (int64_t k = 0; k < c->count; k++) {
    const int64_t row = row_of(part, c, k);
    if (row >= 0)
      part->room[row] = value[k];
  }
  return (mc_column){part->room, MC_F64, NULL, part->rows};
}

int64_t mc_sparse_part_count(const mc_sparse_part *part, int64_t most) {
  int64_t count = 0;
  for (int64_t j = part->first; j < part->last && count <= most; j++) {
    const mc_column c = part->from->stored(part->from, j);
    const double *value = c.value;
    if (part->place == NULL) {
      count += mc_stored_count(&c);
    } else {
      for (int64_t k = 0; k < c.count; k++)
        count += value[k] != 0 && row_of(part, &c, k) >= 0;
    }
  }
  return count;
}

void mc_sparse_part_write(const mc_sparse_part *part, int32_t *start, int32_t *row, double *value) {
  int32_t count = 0;
  for (int64_t j = part->first; j < part->last; j++) {
    mc_column c = part->from->stored(part->from, j);
    if (!is_in_order(part, &c))
      c = spread(part, &c);
    const double *from = c.value;
    *start++ = count;
    for (int64_t k = 0; k < c.count; k++)
      if (from[k] != 0) {
        row[count] = c.row != NULL ? c.row[k] : (int32_t) k;
        value[count++] = from[k];
      }
  }
  *start = count;
}
