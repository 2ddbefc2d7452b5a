#ifndef MC_KENDALL_FORECAST_H
#define MC_KENDALL_FORECAST_H

#include "dispatch/call.h"
#include "kendall/plan.h"
#include "pairs/sink.h"

/* What a plan will come to: algorithms, seconds, memory. Nothing is counted. */

/* Pairs that one algorithm is expected to count. */
typedef struct {
  mc_pairs_part at;
  mc_kendall_algorithm algorithm;
  double pairs;   /* that are wanted */
  int64_t side;   /* columns along a panel, */
  int64_t panels; /* and how many panels have a pair that is wanted */
  int threads;
  double seconds; /* on these threads, with its share of ranking or packing */
} mc_kendall_piece;

enum { MC_KENDALL_PIECES = 4 * MC_KENDALL_PARTS };

typedef struct {
  mc_kendall_piece piece[MC_KENDALL_PIECES];
  int count;
  int64_t n;       /* rows that take part */
  int threads;     /* at most */
  double seconds;  /* of all pieces */
  int64_t scratch; /* bytes */
} mc_kendall_forecast;

/* Where the plan leaves an algorithm open, up to 64 columns on each side of a part are ranked, at
   most 2^21 values of a side, and the choice is made as for a panel. So of many rows fewer columns
   are ranked, and of more than 2^20 rows two columns, by a part of the rows. MC_OK, MC_ERR_MEMORY,
   and what a source says. */
mc_status mc_kendall_forecast_make(mc_kendall_forecast *forecast, const mc_kendall_plan *plan,
                                   const mc_pairs_sink *sink, const mc_call *call);

#endif
