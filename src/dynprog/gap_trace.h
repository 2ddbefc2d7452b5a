#ifndef MC_GAP_TRACE_H
#define MC_GAP_TRACE_H

#include "dynprog/gap_work.h"

/* The best value of a finished table. */
double mc_gap_value(const mc_gap_work *w);

/* The alignment that has this value: puts its steps, the first one first, and returns their number,
   at most m + n; -1 if everything is forbidden. O((m + n)^2) time.

   Ties are resolved from the end of the alignment to its beginning: a pair is preferred to a gap,
   a gap of x to a gap of y, and a longer gap to a shorter one. With `overlap` the free gap at the
   end is as short as possible, and of x rather than of y. The free gap at the beginning is taken as
   soon as the trace meets row 0 or column 0 at a value of 0. */
int64_t mc_gap_trace(const mc_gap_work *w, mc_gap_step *step);

#endif
