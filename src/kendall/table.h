#ifndef MC_KENDALL_TABLE_H
#define MC_KENDALL_TABLE_H

#include "dispatch/call.h"
#include "kendall/tile.h"
#include "kendall/packed_table.h"

/* The driver of the kernels of tables. The buffers serve panels of up to a_columns x b_columns.
   Tables of a thread, and counts, are taken when a panel turns out to need them. */
typedef struct {
  mc_kendall_packed_table a, b;
  int64_t *counts; /* of a super-tile between two blocks */
  int64_t *tables; /* of a group against a group, for each thread */
  int64_t table_size;
  int64_t a_columns, b_columns;
} mc_kendall_table_buffers;
int64_t mc_kendall_table_bytes(int64_t n, int64_t a_columns, int64_t b_columns);
int64_t mc_kendall_table_scratch(int64_t n); /* a thread's */
mc_status mc_kendall_table_make(mc_kendall_table_buffers *buffers, int64_t n, int64_t a_columns,
                                int64_t b_columns, mc_arena *arena);

/* The first columns that have few enough values: how many. */
int64_t mc_kendall_table_columns(const mc_kendall_ranks *ranks);

/* Counts a panel's pairs into the sink, all of columns that fit. Progress: one unit of work for
   each. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, and what the sink's flush() says. */
mc_status mc_kendall_table(const mc_kendall_panel *panel, mc_pairs_sink *sink,
                           mc_kendall_table_buffers *buffers, int threads, const mc_call *call);

#endif
