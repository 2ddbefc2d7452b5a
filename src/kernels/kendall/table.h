/* Tables: tau's counts of columns with few distinct values, from their cumulative contingency
   tables.

   A column of d values is d - 1 rows of bits, bit i of row v being "x_i <= v". So the ones of
   row a of x and row b of y together are C(a, b), the rows with x <= a and y <= b; C(d - 1, b)
   and C(a, e - 1) are margins, known of a column alone. With cells n(a, b) and everything 0
   beyond the table,

     n_c - n_d = sum of n(a, b) (C(a - 1, b - 1) + C(a - 1, b) - C(a - 1, e - 1))
               = sum of C(a, b) C(a - 1, b - 1) - C(a, b - 1) C(a - 1, b),

   the minors of neighbours, as summing by parts over b shows. Each product has a factor from
   an odd row, so that with D(b) = C(a + 1, b) - C(a - 1, b)

               = sum over odd a, over b, of C(a, b) (D(b + 1) - D(b - 1)).

   Values that no row has change nothing: columns of fewer values than their neighbours have such.

   Rows that are missing are in no C. Where they may be, a side has one more row of bits, "x_i is
   there", in the place of its last value; with it margins are counted for each pair.

   Columns come in groups of eight, side by side, word by word: a group is
   [word of 64 rows][row of bits][column]. So a vector is a row of bits of eight columns of y, of
   which one word of x, in all lanes, takes its share; lanes are pairs of columns from the first AND
   to S, and nothing is added up across them.

   Tables of a group against a group are [value of x][column of x][value of y][column of y]. */

typedef struct {
  int64_t value, column; /* steps from one to the next, of x */
} table_steps;

MC_INLINE table_steps table_steps_of(int y_values) {
  const int64_t column = (int64_t) y_values * MC_TABLE_GROUP;
  return (table_steps){MC_TABLE_GROUP * column, column};
}

/* ---- kendall_table_counts ---- */

/* A register tile: one row of bits of `columns` columns of x against `rows` of y, which begin at
   a and b; steps from word to word. The counts of a column of x are `step` apart. */
MC_INLINE void table_register_tile(const uint64_t *a, const uint64_t *b, int64_t words,
                                   int64_t a_step, int64_t b_step, int columns, int rows,
                                   int64_t step, int64_t *counts) {
  enum { GROUP_VECTORS = MC_TABLE_GROUP * 8 / MC_BITS_BYTES, MOST = 8 };
  const int vectors = rows * GROUP_VECTORS;
  for (int64_t first = 0, last; first < words; first = last) {
    last = words - first < MC_COUNT_RUN ? words : first + MC_COUNT_RUN;
    mc_count count[MOST][MOST];
    MC_UNROLL for (int i = 0; i < columns; i++)
      MC_UNROLL for (int v = 0; v < vectors; v++)
        count[i][v] = mc_count_zero();
    for (int64_t w = first; w < last; w++) {
      mc_bits y[MOST];
      MC_UNROLL for (int v = 0; v < vectors; v++)
        y[v] = mc_bits_load(b + w * b_step + v * (MC_BITS_BYTES / 8));
      MC_UNROLL for (int i = 0; i < columns; i++) {
        const mc_bits x = mc_bits_set(a[w * a_step + i]);
        MC_UNROLL for (int v = 0; v < vectors; v++)
          count[i][v] = mc_count_add(count[i][v], mc_bits_and(x, y[v]));
      }
    }
    MC_UNROLL for (int i = 0; i < columns; i++)
      MC_UNROLL for (int v = 0; v < vectors; v++) {
        int64_t *to = counts + i * step + v * MC_SUMS_LANES;
        mc_sums_store(to, mc_sums_add(mc_sums_load(to), mc_count_sums(count[i][v])));
      }
  }
}

/* Contract. a has a_rows rows of bits, b b_rows; `words` words of each are read, 64-byte aligned.
   counts, of y_values values of y, grow by the ones of the rows of the first `columns` columns of
   x with those of y: those of a's rows and b's rows, the others stay. */
static void MC_FN(kendall_table_counts)(const uint64_t *a, const uint64_t *b, int64_t words,
                                        int a_rows, int columns, int b_rows, int y_values,
                                        int64_t *counts) {
  enum { WIDE = MC_TABLE_COLUMNS, TALL = MC_TABLE_ROWS, G = MC_TABLE_GROUP };
  const table_steps to = table_steps_of(y_values);
  const int64_t a_step = (int64_t) a_rows * G, b_step = (int64_t) b_rows * G, step = to.column;
  for (int p = 0; p < a_rows; p++)
    for (int q = 0; q < b_rows; q += TALL) {
      const uint64_t *x = a + p * G, *y = b + q * G;
      int64_t *tile = counts + p * to.value + q * G;
      const bool tall = q + TALL <= b_rows;
      int i = 0;
      for (; i + WIDE <= columns; i += WIDE)
        if (tall)
          table_register_tile(x + i, y, words, a_step, b_step, WIDE, TALL, step, tile + i * step);
        else
          table_register_tile(x + i, y, words, a_step, b_step, WIDE, 1, step, tile + i * step);
      for (; i < columns; i++)
        if (tall)
          table_register_tile(x + i, y, words, a_step, b_step, 1, TALL, step, tile + i * step);
        else
          table_register_tile(x + i, y, words, a_step, b_step, 1, 1, step, tile + i * step);
    }
}

/* Contract. ones[row][column], 64-byte aligned, grow by the ones of a group's rows of bits. */
static void MC_FN(kendall_table_ones)(const uint64_t *bits, int64_t words, int rows,
                                      int64_t *ones) {
  const int64_t vectors = (int64_t) rows * MC_TABLE_GROUP / MC_SUMS_LANES;
  const int64_t step = (int64_t) rows * MC_TABLE_GROUP;
  for (int64_t v = 0; v < vectors; v++)
    for (int64_t first = 0, last; first < words; first = last) {
      int64_t *to = ones + v * MC_SUMS_LANES;
      mc_count count = mc_count_zero();
      last = words - first < MC_COUNT_RUN ? words : first + MC_COUNT_RUN;
      for (int64_t w = first; w < last; w++)
        count = mc_count_add(count, mc_bits_load(bits + w * step + v * MC_SUMS_LANES));
      mc_sums_store(to, mc_sums_add(mc_sums_load(to), mc_count_sums(count)));
    }
}

/* ---- kendall_table_pairs ---- */

/* Puts the known margins of a column of x to its tables. */
MC_INLINE void table_margins(const mc_kendall_table_side *x, const mc_kendall_table_side *y,
                             int column,
                             table_steps step, int64_t *table) {
  const int64_t a_last = x->values - 1, b_last = y->values - 1;
  for (int lane0 = 0; lane0 < MC_TABLE_GROUP; lane0 += MC_SUMS_LANES) {
    int64_t *at = table + lane0;
    if (!y->present)
      for (int64_t a = 0; a < a_last; a++)
        mc_sums_store(at + a * step.value + b_last * MC_TABLE_GROUP,
                      mc_sums_set(x->margins[a * MC_TABLE_GROUP + column]));
    at += a_last * step.value;
    if (!x->present)
      for (int64_t b = 0; b < b_last; b++)
        mc_sums_store(at + b * MC_TABLE_GROUP,
                      mc_sums_load(y->margins + b * MC_TABLE_GROUP + lane0));
    at += b_last * MC_TABLE_GROUP;
    if (!y->present)
      mc_sums_store(at, mc_sums_set(x->margins[a_last * MC_TABLE_GROUP + column]));
    else if (!x->present)
      mc_sums_store(at, mc_sums_load(y->margins + b_last * MC_TABLE_GROUP + lane0));
  }
}

/* C(a + 1, b) - C(a - 1, b) at `row`, C(a, b); there may be no row a + 1. */
MC_INLINE mc_sums table_across(const int64_t *row, int64_t step, bool last) {
  const mc_sums below = mc_sums_load(row - step);
  return mc_sums_sub(last ? mc_sums_set(0) : mc_sums_load(row + step), below);
}

/* S of the lanes of a table: the formula on top. */
MC_INLINE mc_sums table_s(const int64_t *table, int64_t step, int x_values, int y_values) {
  mc_sums s = mc_sums_set(0);
  for (int a = 1; a < x_values; a += 2) {
    const int64_t *row = table + a * step;
    const bool last = a + 1 == x_values;
    mc_sums before = mc_sums_set(0), here = table_across(row, step, last);
    for (int b = 1; b < y_values; b++, row += MC_TABLE_GROUP) {
      const mc_sums next = table_across(row + MC_TABLE_GROUP, step, last);
      s = mc_sums_add(s, mc_sums_mul(mc_sums_load(row), mc_sums_sub(next, before)));
      before = here;
      here = next;
    }
    s = mc_sums_sub(s, mc_sums_mul(mc_sums_load(row), before));
  }
  return s;
}

MC_INLINE mc_sums table_square(mc_sums v) {
  return mc_sums_mul(v, v);
}

/* The square of the last of `count` sums that are `step` apart, less those of their
   differences: twice the pairs of rows between classes. */
MC_INLINE mc_sums table_between(const int64_t *sums, int64_t step, int count) {
  mc_sums before = mc_sums_set(0), squares = mc_sums_set(0);
  for (int k = 0; k < count; k++) {
    const mc_sums here = mc_sums_load(sums + k * step);
    squares = mc_sums_add(squares, table_square(mc_sums_sub(here, before)));
    before = here;
  }
  return mc_sums_sub(table_square(before), squares);
}

/* The sum of all n(a, b)^2. */
MC_INLINE mc_sums table_squares(const int64_t *table, int64_t step, int x_values, int y_values) {
  mc_sums squares = mc_sums_set(0);
  for (int a = 0; a < x_values; a++) {
    mc_sums before = mc_sums_set(0);
    for (int b = 0; b < y_values; b++) {
      const int64_t *at = table + a * step + b * MC_TABLE_GROUP;
      mc_sums here = mc_sums_load(at);
      if (a > 0)
        here = mc_sums_sub(here, mc_sums_load(at - step));
      squares = mc_sums_add(squares, table_square(mc_sums_sub(here, before)));
      before = here;
    }
  }
  return squares;
}

/* Lanes of column i of x, from `lane0` on, to blocks of 4 x 4. */
MC_INLINE void table_put(int64_t *out, int i, int lane0, mc_sums v, bool halve) {
  enum { P = MC_BITS_PANEL };
  _Alignas(64) int64_t lane[MC_TABLE_GROUP];
  mc_sums_store(lane, v);
  for (int l = 0; l < MC_SUMS_LANES && halve; l++)
    lane[l] /= 2;
  for (int l = 0; l < MC_SUMS_LANES; l += P)
    memcpy(out + (2 * (i / P) + (lane0 + l) / P) * P * P + i % P * P, lane + l, P * sizeof *lane);
}

/* Contract. `table` has the counts of x's and y's rows of bits, for the first `columns` columns of
   x, and room for the margins. out[q][half of x][half of y][4 i + j] becomes

     q = 0  n_c - n_d
     1      n_c + n_d             if `total`
     2, 3   n_0 - n_1, n_0 - n_2  if `own`

   of column i of that half of x and j of that half of y. */
static void MC_FN(kendall_table_pairs)(const mc_kendall_table_side *x,
                                       const mc_kendall_table_side *y, int columns,
                                       bool total, bool own, int64_t *table,
                                       int64_t (*out)[MC_TABLE_PAIRS]) {
  const table_steps step = table_steps_of(y->values);
  const int64_t y_last = (int64_t) (y->values - 1) * MC_TABLE_GROUP;
  const int64_t x_last = (x->values - 1) * step.value;
  for (int i = 0; i < columns; i++) {
    table_margins(x, y, i, step, table + i * step.column);
    for (int lane0 = 0; lane0 < MC_TABLE_GROUP; lane0 += MC_SUMS_LANES) {
      const int64_t *mine = table + i * step.column + lane0;
      table_put(out[0], i, lane0, table_s(mine, step.value, x->values, y->values), false);
      if (!total && !own)
        continue;
      const mc_sums x_pairs = table_between(mine + y_last, step.value, x->values);
      const mc_sums y_pairs = table_between(mine + x_last, MC_TABLE_GROUP, y->values);
      if (own) {
        table_put(out[2], i, lane0, x_pairs, true);
        table_put(out[3], i, lane0, y_pairs, true);
      }
      if (total) { /* n^2 - sum x^2 - sum y^2 + sum of cells' squares */
        const mc_sums all = table_square(mc_sums_load(mine + x_last + y_last));
        const mc_sums cells = table_squares(mine, step.value, x->values, y->values);
        table_put(out[1], i, lane0,
                  mc_sums_add(mc_sums_sub(mc_sums_add(x_pairs, y_pairs), all), cells), true);
      }
    }
  }
}

/* ---- kendall_table_bits16, kendall_table_bits32 ---- */

#define RANK uint16_t
#define RANKS(operation) mc_ranks16_##operation
#define RANKS_TYPE mc_ranks16
#define RANK_NA MC_RANK16_NA
#define TABLE_FN(name) name##16
#include "kernels/kendall/table_body.h"

#define RANK uint32_t
#define RANKS(operation) mc_ranks32_##operation
#define RANKS_TYPE mc_ranks32
#define RANK_NA MC_RANK32_NA
#define TABLE_FN(name) name##32
#include "kernels/kendall/table_body.h"
