#ifndef MC_GAP_TRACE_H
#define MC_GAP_TRACE_H

#include "dynprog/gap_work.h"

/* The best value, of a table that is done. */
double mc_gap_value(const mc_gap_work *w);

/* The alignment of that value: its steps, from the first on, and how many they are, m + n at most;
   or -1 where everything is forbidden. O((m + n)^2) time.

   Traced back from the end, of the ways that make a number a pair is taken before a gap, a gap of
   x before one of y, and of these the longest. With free gaps at the ends the last one is the
   shortest that will do, of x rather than y; the first is taken wherever it will do. */
int64_t mc_gap_trace(const mc_gap_work *w, mc_gap_step *step);

#endif
