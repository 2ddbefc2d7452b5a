#ifndef MC_KENDALL_BITSET_H
#define MC_KENDALL_BITSET_H

#include "dispatch/call.h"
#include "kendall/counts.h"
#include "kendall/tile.h"

/* The driver of the bitset kernel. The buffers serve panels of up to a_columns x b_columns. They
   take at most 60 MiB, for any sizes. Buffers of counts are taken when a panel needs them. */
typedef struct {
  void *a_words, *b_words;
  char *signs, *ties; /* of all threads; taken when a panel needs them (signs.h, common_ties.h) */
  int signs_side;     /* signs.h */
  uint8_t *flags, *wanted; /* of panels: why they need masks; wanted by a filter, and made */
  mc_kendall_block_counts counts;
  int64_t a_columns, b_columns;
} mc_kendall_bitset_buffers;
int64_t mc_kendall_bitset_bytes(int64_t n, int64_t a_columns, int64_t b_columns);
mc_status mc_kendall_bitset_make(mc_kendall_bitset_buffers *buffers, int64_t n, int64_t a_columns,
                                 int64_t b_columns, int signs_side, mc_arena *arena);

/* Counts a panel's pairs and hands them to the sink. Progress: one unit of work for each pair.
   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, and errors of the sink's flush(). */
mc_status mc_kendall_bitset(const mc_kendall_panel *panel, mc_pairs_sink *sink,
                            mc_kendall_bitset_buffers *buffers, int threads, const mc_call *call);

#endif
