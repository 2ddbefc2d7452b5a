#ifndef MC_KENDALL_TABLE_H
#define MC_KENDALL_TABLE_H

#include "dispatch/call.h"
#include "kendall/tile.h"
#include "kendall/packed_table.h"

/* The driver of the table kernels. The buffers serve panels of up to a_columns x b_columns.
   Tables of threads, and counts, are taken when a panel needs them. */
typedef struct {
  mc_kendall_packed_table a, b;
  int64_t *counts; /* of a super-tile, kept between blocks */
  int64_t *tables; /* for each thread: of two groups */
  int64_t table_size;
  int64_t a_columns, b_columns;
} mc_kendall_table_buffers;
int64_t mc_kendall_table_bytes(int64_t n, int64_t a_columns, int64_t b_columns);
int64_t mc_kendall_table_scratch(int64_t n); /* bytes of a thread */
mc_status mc_kendall_table_make(mc_kendall_table_buffers *buffers, int64_t n, int64_t a_columns,
                                int64_t b_columns, mc_arena *arena);

/* The number of columns, from the first on, with few enough values. */
int64_t mc_kendall_table_columns(const mc_kendall_ranks *ranks);

/* Counts a panel's pairs and hands them to the sink. All columns have few enough values. Progress:
   one unit of work for each pair. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, and errors of the sink's
   flush(). */
mc_status mc_kendall_table(const mc_kendall_panel *panel, mc_pairs_sink *sink,
                           mc_kendall_table_buffers *buffers, int threads, const mc_call *call);

#endif
