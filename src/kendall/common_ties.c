#include "kendall/common_ties.h"

#include "base/integers.h"

enum { P = MC_BITS_PANEL };

/* Four columns, of which the last ones may be the same. */
typedef struct {
  const mc_kendall_ranked *column[P];
  const uint16_t *rank[P], *group[P];
} four;

static four four_of(const mc_kendall_ranks *ranks, int64_t first, int columns) {
  four f;
  for (int i = 0; i < P; i++) {
    const int64_t column = first + mc_min(i, columns - 1);
    f.column[i] = ranks->column + column;
    f.rank[i] = (const uint16_t *) ranks->rank + column * ranks->stride;
    f.group[i] = ranks->groups + column * ranks->stride;
  }
  return f;
}

/* Takes rows out of each of four columns, one after the other. lost[i] becomes the number of tied
   pairs of column i that go with them. Rows that column i lacks cost nothing there: they count 0
   times, without a branch. removed[n i + rank] is the number of rows with this rank that are out
   already; it is 0 before and afterwards. */
static void ties_lost(const four *x, int64_t n, const uint16_t *row, int64_t rows,
                      uint16_t *removed, int64_t *lost) {
  for (int i = 0; i < P; i++)
    lost[i] = 0;
  for (int64_t k = 0; k < rows; k++)
    for (int i = 0; i < P; i++) {
      const uint16_t rank = x->rank[i][row[k]];
      const int there = rank != MC_RANK16_NA;
      const int at = there ? rank : 0;
      lost[i] += there * (x->group[i][at] - 1 - removed[n * i + at]);
      removed[n * i + at] = (uint16_t) (removed[n * i + at] + there);
    }
  for (int64_t k = 0; k < rows; k++)
    for (int i = 0; i < P; i++) {
      const uint16_t rank = x->rank[i][row[k]];
      removed[n * i + (rank != MC_RANK16_NA ? rank : 0)] = 0;
    }
}

/* Pairs of four columns of x that are not tied, among the rows that column j of y has, too. common
   and pairs have elements `step` apart. */
static void untied(const four *x, const mc_kendall_ranks *y, int64_t j, uint16_t *removed,
                   const int64_t *common, int64_t *pairs, int step) {
  const int64_t rows = y->n - y->column[j].present;
  int64_t lost[P];
  ties_lost(x, y->n, mc_kendall_ranks_lacking(y, j), rows, removed, lost);
  for (int i = 0; i < P; i++) {
    const mc_kendall_ranked *c = x->column[i];
    const int64_t ties = mc_kendall_pairs_among(c->present) - c->pairs;
    pairs[step * i] = common[step * i] - (ties - lost[i]);
  }
}

static double missing_rows(const mc_kendall_ranks *ranks) {
  double missing = 0;
  for (int64_t j = 0; j < ranks->columns; j++)
    missing += (double) (ranks->n - ranks->column[j].present);
  return missing / (double) ranks->columns;
}

bool mc_kendall_common_ties_pay_for(const mc_kendall_panel *panel, const mc_kendall_costs *cost) {
  const mc_kendall_ranks *a = panel->a, *b = panel->b;
  return a->groups != NULL && b->groups != NULL &&
         mc_kendall_common_ties_pay(cost, a->n, missing_rows(a) + missing_rows(b));
}

int64_t mc_kendall_common_ties_bytes(int64_t n) {
  return mc_round_up(P * n * (int64_t) sizeof(uint16_t), MC_ALIGN);
}

void mc_kendall_common_ties(const mc_kendall_tile *tile, const int64_t *common, void *scratch,
                            int64_t *x_pairs, int64_t *y_pairs) {
  const mc_kendall_ranks *a = tile->panel->a, *b = tile->panel->b;
  const four x = four_of(a, tile->i0, tile->at.rows), y = four_of(b, tile->j0, tile->at.columns);
  for (int k = 0; k < P; k++) {
    const int64_t i = tile->i0 + mc_min(k, tile->at.rows - 1);
    const int64_t j = tile->j0 + mc_min(k, tile->at.columns - 1);
    untied(&x, b, j, scratch, common + k, x_pairs + k, P);
    untied(&y, a, i, scratch, common + P * k, y_pairs + P * k, 1);
  }
}
