#ifndef MC_KENDALL_PACKED_TABLE_H
#define MC_KENDALL_PACKED_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

/* The bits of a block: some words of the columns of consecutive groups of eight, as the kernels
   of tables read them (kernels/kendall/table.h). */

enum {
  MC_TABLE_WORDS = 256,           /* in a block, at most: 16,384 rows */
  MC_PACKED_TABLE_MOST = 8 << 20, /* bytes of bits, at most */
  MC_TABLE_COUNTS = 16 << 20      /* and of counts between blocks */
};

/* What is known of a group, and of those before it together. */
typedef struct {
  int values; /* of the column that has the most, at least 2 */
  bool present;
  int64_t rows_before, values_before;
} mc_kendall_table_group;

typedef struct {
  const mc_kernels *kernels;
  const mc_kendall_ranks *ranks;
  int64_t groups;
  mc_kendall_table_group *group; /* and one more, for the sums of all */
  int most_values;               /* of a group */
  uint64_t *words;
  int64_t *margins;
  int64_t group0, group1, word0, count; /* what there is: these groups, `count` words from word0 */
} mc_kendall_packed_table;

int64_t mc_kendall_table_groups(int64_t columns);
int64_t mc_kendall_table_words(int64_t n);

/* Values of the groups along a super-tile, together, at most; of any group alone more. */
int64_t mc_kendall_table_super(int64_t n);

/* Memory for the columns of both sides, whatever values they have. MC_OK, MC_ERR_MEMORY. */
int64_t mc_kendall_packed_table_bytes(int64_t n, int64_t a_columns, int64_t b_columns);
mc_status mc_kendall_packed_table_make(mc_kendall_packed_table *a, mc_kendall_packed_table *b,
                                       int64_t n, int64_t a_columns, int64_t b_columns,
                                       mc_arena *arena);

/* Of ranked columns with MC_TABLE_VALUES values at most; memory is in place. */
void mc_kendall_packed_table_begin(mc_kendall_packed_table *packed, const mc_kernels *kernels,
                                   const mc_kendall_ranks *ranks, bool pairwise);

/* Makes words [word0, word1) of groups [group0, group1), if they are not at hand. The margins are
   complete with the last words, if the first came first. */
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
