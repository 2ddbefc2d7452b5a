#include "kendall/packed_table.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { GROUP = MC_TABLE_GROUP, WORD_BYTES = 8, LINE = GROUP * WORD_BYTES, MOST_SUPER = 4096 };

/* ---- geometry ---- */

int64_t mc_kendall_table_groups(int64_t columns) {
  return (columns + GROUP - 1) / GROUP;
}

int64_t mc_kendall_table_words(int64_t n) {
  return (n + 63) / 64;
}

/* The number of words of a block. */
static int64_t block_of(int64_t n) {
  return mc_min(mc_kendall_table_words(n), MC_TABLE_WORDS);
}

int64_t mc_kendall_table_super(int64_t n) {
  enum { WITH_COUNTS = 181 }; /* values along a super-tile whose tables fit into MC_TABLE_COUNTS */
  _Static_assert(WITH_COUNTS * WITH_COUNTS * LINE * GROUP <= MC_TABLE_COUNTS, "counts fit");
  if (mc_kendall_table_words(n) > MC_TABLE_WORDS)
    return WITH_COUNTS;
  return n > 0 ? mc_min(MOST_SUPER, MC_PACKED_TABLE_MOST / LINE / block_of(n)) : MOST_SUPER;
}

/* The most values of groups that are packed together. */
static int64_t most_values(int64_t n, int64_t columns) {
  const int64_t groups = mc_kendall_table_groups(columns);
  const int64_t super = mc_kendall_table_super(n);
  const int64_t fit = super > MC_TABLE_VALUES ? super : MC_TABLE_VALUES;
  return groups > fit / MC_TABLE_VALUES ? fit : groups * MC_TABLE_VALUES;
}

static int64_t bits_bytes(int64_t n, int64_t columns) {
  return most_values(n, columns) * block_of(n) * LINE;
}

static int64_t margins_bytes(int64_t n, int64_t columns) {
  return most_values(n, columns) * LINE;
}

static int64_t bytes_of(int64_t n, int64_t columns) {
  return bits_bytes(n, columns) + margins_bytes(n, columns) +
         (mc_kendall_table_groups(columns) + 1) * (int64_t) sizeof(mc_kendall_table_group);
}

int64_t mc_kendall_packed_table_bytes(int64_t n, int64_t a_columns, int64_t b_columns) {
  return bytes_of(n, a_columns) + bytes_of(n, b_columns);
}

static mc_status make_side(mc_kendall_packed_table *packed, int64_t n, int64_t columns,
                           mc_arena *arena) {
  packed->group = mc_alloc(arena, mc_kendall_table_groups(columns) + 1, sizeof *packed->group);
  packed->words = mc_alloc(arena, bits_bytes(n, columns), 1);
  packed->margins = mc_alloc(arena, margins_bytes(n, columns), 1);
  return packed->group == NULL || packed->words == NULL || packed->margins == NULL ? MC_ERR_MEMORY
                                                                                   : MC_OK;
}

mc_status mc_kendall_packed_table_make(mc_kendall_packed_table *a, mc_kendall_packed_table *b,
                                       int64_t n, int64_t a_columns, int64_t b_columns,
                                       mc_arena *arena) {
  MC_TRY(make_side(a, n, a_columns, arena));
  return make_side(b, n, b_columns, arena);
}

/* ---- groups ---- */

void mc_kendall_packed_table_begin(mc_kendall_packed_table *packed, const mc_kernels *kernels,
                                   const mc_kendall_ranks *ranks, bool pairwise) {
  packed->kernels = kernels;
  packed->ranks = ranks;
  packed->groups = mc_kendall_table_groups(ranks->columns);
  packed->most_values = 2;
  packed->group0 = -1;
  int64_t rows = 0, values = 0;
  for (int64_t g = 0; g <= packed->groups; g++) {
    mc_kendall_table_group *group = &packed->group[g];
    *group = (mc_kendall_table_group){.values = 2, .rows_before = rows, .values_before = values};
    const int64_t last = mc_min(ranks->columns, (g + 1) * GROUP);
    for (int64_t j = g * GROUP; j < last; j++) {
      const mc_kendall_ranked *c = &ranks->column[j];
      if (c->distinct > group->values)
        group->values = (int) c->distinct;
      group->present |= c->missing && pairwise;
    }
    if (group->values > packed->most_values)
      packed->most_values = group->values;
    values += group->values;
    rows += mc_kendall_table_rows(group->values, group->present);
  }
}

/* ---- bits ---- */

static void fill_column(const mc_kendall_packed_table *packed, const mc_kendall_table_group *group,
                        int64_t column, uint64_t *to) {
  const mc_kendall_ranks *ranks = packed->ranks;
  const int64_t first = packed->word0, last = first + packed->count;
  const int rows = mc_kendall_table_rows(group->values, group->present);
  if (column >= ranks->columns) { /* zeros fill the last group */
    for (int64_t k = 0; k < packed->count * rows; k++)
      to[k * GROUP] = 0;
  } else if (ranks->width == 2) {
    packed->kernels->kendall_table_bits16((const uint16_t *) ranks->rank + column * ranks->stride,
                                          ranks->n, first, last, group->values, group->present, to);
  } else {
    packed->kernels->kendall_table_bits32((const uint32_t *) ranks->rank + column * ranks->stride,
                                          ranks->n, first, last, group->values, group->present, to);
  }
}

MC_BODY(fill_group, const mc_kendall_packed_table, packed, g) {
  const mc_kendall_table_group *group = &packed->group[g];
  uint64_t *bits = mc_kendall_table_bits_at(packed, g);
  int64_t *margins = mc_kendall_table_margins_at(packed, g),
          *all = margins + (group->values - 1) * GROUP;
  for (int c = 0; c < GROUP; c++)
    fill_column(packed, group, g * GROUP + c, bits + c);
  if (packed->word0 == 0)
    memset(margins, 0, (size_t) group->values * LINE);
  packed->kernels->kendall_table_ones(
    bits, packed->count, mc_kendall_table_rows(group->values, group->present), margins);
  for (int c = 0; c < GROUP && !group->present; c++) {
    const int64_t column = g * GROUP + c;
    all[c] = column < packed->ranks->columns ? packed->ranks->column[column].present : 0;
  }
}

void mc_kendall_packed_table_fill(mc_kendall_packed_table *packed, int threads, int64_t group0,
                                  int64_t group1, int64_t word0, int64_t word1) {
  if (packed->group0 == group0 && packed->group1 == group1 && packed->word0 == word0)
    return; /* made for the super-tile before */
  packed->group0 = group0;
  packed->group1 = group1;
  packed->word0 = word0;
  packed->count = word1 - word0;
  mc_each(threads, group0, group1, fill_group, packed);
}
