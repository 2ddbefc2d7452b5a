#ifndef MC_KENDALL_FORECAST_H
#define MC_KENDALL_FORECAST_H

#include "dispatch/call.h"
#include "kendall/plan.h"
#include "pairs/sink.h"

/* The forecast of a plan: algorithms, seconds, memory. Nothing is counted. */

/* A piece: pairs that one algorithm will probably count. */
typedef struct {
  mc_pairs_part at;
  mc_kendall_algorithm algorithm;
  double pairs;   /* wanted pairs */
  int64_t side;   /* columns along a panel */
  int64_t panels; /* panels with a wanted pair */
  int threads;
  double seconds; /* with these threads, including ranking or packing */
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

/* If the plan leaves the algorithm of a part open, the forecast ranks up to 64 columns of each
   side of the part, at most 2^21 values of a side, and chooses as for a panel. For many rows it
   ranks fewer columns; for more than 2^20 rows it ranks some of the rows of two columns. MC_OK,
   MC_ERR_MEMORY, and errors of sources. */
mc_status mc_kendall_forecast_make(mc_kendall_forecast *forecast, const mc_kendall_plan *plan,
                                   const mc_pairs_sink *sink, const mc_call *call);

#endif
