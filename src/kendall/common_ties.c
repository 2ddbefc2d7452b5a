#include "kendall/common_ties.h"

#include "base/integers.h"
#include "kendall/counts.h"
#include "kendall/packed_bits.h"

enum { P = MC_BITS_PANEL };

/* Four columns, of which the last ones may be the same; their tied pairs, and whether there are
   any. */
typedef struct {
  const uint16_t *rank[P], *group[P];
  int64_t ties[P];
  bool tied;
} four;

static four four_of(const mc_kendall_ranks *ranks, int64_t first, int columns) {
  four f = {.tied = false};
  for (int i = 0; i < P; i++) {
    const int64_t column = first + mc_min(i, columns - 1);
    const mc_kendall_ranked *c = &ranks->column[column];
    f.rank[i] = (const uint16_t *) ranks->rank + column * ranks->stride;
    f.group[i] = ranks->groups + column * ranks->stride;
    f.ties[i] = mc_kendall_pairs_among(c->present) - c->pairs;
    f.tied = f.tied || c->tied;
  }
  return f;
}

/* Takes rows out of each of four columns, one after the other. lost[i] becomes the number of tied
   pairs of column i that go with them. Rows that column i lacks count 0 times, without a branch.
   removed[n i + rank] is the number of rows with this rank that are out already; it is 0 before and
   afterwards. */
static void ties_lost(const four *x, int64_t n, const uint16_t *row, int64_t rows,
                      uint16_t *removed, int64_t *lost) {
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
  int64_t lost[P] = {0};
  if (rows > 0 && x->tied)
    ties_lost(x, y->n, mc_kendall_ranks_lacking(y, j), rows, removed, lost);
  for (int i = 0; i < P; i++)
    pairs[step * i] = common[step * i] - (x->ties[i] - lost[i]);
}

static double missing_rows(const mc_kendall_ranks *ranks) {
  double missing = 0;
  for (int64_t j = 0; j < ranks->columns; j++)
    missing += (double) (ranks->n - ranks->column[j].present);
  return missing / (double) ranks->columns;
}

mc_kendall_common_ties_extent mc_kendall_common_ties_of(const mc_kendall_panel *panel,
                                                        const uint8_t *a_flags,
                                                        const uint8_t *b_flags) {
  enum { FLAGS = 4 };
  const int64_t a_panels = mc_kendall_packed_bits_panels(panel->a->columns);
  const int64_t b_panels = mc_kendall_packed_bits_panels(panel->b->columns);
  double a[FLAGS] = {0}, b[FLAGS] = {0}, general = 0;
  for (int64_t p = 0; p < a_panels; p++)
    a[a_flags[p]]++;
  for (int64_t p = 0; p < b_panels; p++)
    b[b_flags[p]]++;
  for (int i = 0; i < FLAGS; i++)
    for (int j = 0; j < FLAGS; j++)
      if (mc_kendall_block_counts_form(i, j) == MC_BITS_GENERAL)
        general += a[i] * b[j];
  return (mc_kendall_common_ties_extent){.share = general / (double) a_panels / (double) b_panels,
                                         .missing =
                                           missing_rows(panel->a) + missing_rows(panel->b)};
}

int64_t mc_kendall_common_ties_bytes(int64_t n) {
  return n > MC_RANK16_NA ? 0 : mc_round_up(P * n * (int64_t) sizeof(uint16_t), MC_ALIGN);
}

void mc_kendall_common_ties(const mc_kendall_tile *tile, const int64_t *common, void *scratch,
                            int64_t *x_pairs, int64_t *y_pairs) {
  const mc_kendall_ranks *a = tile->panel->a, *b = tile->panel->b;
  const int rows = tile->at.rows, columns = tile->at.columns;
  const four x = four_of(a, tile->i0, rows), y = four_of(b, tile->j0, columns);
  for (int j = 0; j < columns; j++)
    untied(&x, b, tile->j0 + j, scratch, common + j, x_pairs + j, P);
  for (int i = 0; i < rows; i++)
    untied(&y, a, tile->i0 + i, scratch, common + P * i, y_pairs + P * i, 1);
  for (int k = 0; k < P * P; k++) {
    const int i = (int) mc_min(k / P, rows - 1), j = (int) mc_min(k % P, columns - 1);
    x_pairs[k] = x_pairs[P * i + j];
    y_pairs[k] = y_pairs[P * i + j];
  }
}
