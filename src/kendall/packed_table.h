#ifndef MC_KENDALL_PACKED_TABLE_H
#define MC_KENDALL_PACKED_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

/* The bits of a block: some words of the columns of consecutive groups of eight columns, in the
   order in which the table kernels read them (kernels/kendall/table.h). */

enum {
  MC_TABLE_WORDS = 256,           /* of a block, at most: 16,384 rows */
  MC_PACKED_TABLE_MOST = 8 << 20, /* bytes of bits, at most */
  MC_TABLE_COUNTS = 16 << 20      /* bytes of counts kept between blocks, at most */
};

/* A group, and the sums over the groups before it. */
typedef struct {
  int values; /* the most distinct values of a column, at least 2 */
  bool present;
  int64_t rows_before, values_before;
} mc_kendall_table_group;

typedef struct {
  const mc_kernels *kernels;
  const mc_kendall_ranks *ranks;
  int64_t groups;
  mc_kendall_table_group *group; /* and one more element, for the sums over all */
  int most_values;               /* of a group */
  uint64_t *words;
  int64_t *margins;
  /* the bits here: of these groups, `count` words from word0 on */
  int64_t group0, group1, word0, count;
} mc_kendall_packed_table;

int64_t mc_kendall_table_groups(int64_t columns);
int64_t mc_kendall_table_words(int64_t n);

/* The most values of all groups along a super-tile together. One group alone may have more. */
int64_t mc_kendall_table_super(int64_t n);

/* Takes memory for the columns of both sides, for any numbers of values. MC_OK, MC_ERR_MEMORY. */
int64_t mc_kendall_packed_table_bytes(int64_t n, int64_t a_columns, int64_t b_columns);
mc_status mc_kendall_packed_table_make(mc_kendall_packed_table *a, mc_kendall_packed_table *b,
                                       int64_t n, int64_t a_columns, int64_t b_columns,
                                       mc_arena *arena);

/* Begins with ranked columns of at most MC_TABLE_VALUES values each. Memory is taken before. */
void mc_kendall_packed_table_begin(mc_kendall_packed_table *packed, const mc_kernels *kernels,
                                   const mc_kendall_ranks *ranks, bool pairwise);

/* Makes words [word0, word1) of groups [group0, group1), unless they are made already. Margins are
   sums over all words: they are complete after the last words if words are made in order. */
void mc_kendall_packed_table_fill(mc_kendall_packed_table *packed, int threads, int64_t group0,
                                  int64_t group1, int64_t word0, int64_t word1);

static inline uint64_t *mc_kendall_table_bits_at(const mc_kendall_packed_table *packed,
                                                 int64_t group) {
  const int64_t rows = packed->group[group].rows_before - packed->group[packed->group0].rows_before;
  return packed->words + rows * packed->count * MC_TABLE_GROUP;
}

static inline int64_t *mc_kendall_table_margins_at(const mc_kendall_packed_table *packed,
                                                   int64_t group) {
  return packed->margins + MC_TABLE_GROUP * (packed->group[group].values_before -
                                             packed->group[packed->group0].values_before);
}

#endif
