#ifndef MC_GAP_H
#define MC_GAP_H

#include "dynprog/gap_work.h"

/* Sequence alignment with any gap cost (Waterman, Smith and Beyer; the gap problem of Tithi et al.,
   section II.C) of m symbols x and n symbols y:

     g(0, 0) = 0
     g(i, j) = best of  g(i - 1, j - 1) + pair(x_i, y_j)
                        g(p, j) + gap_x(p, i), p < i      symbols p + 1, ..., i of x meet a gap
                        g(i, q) + gap_y(q, j), q < j      symbols q + 1, ..., j of y meet a gap

   The best is the minimum or the maximum. With `overlap`, 0 is a further candidate for g(i, 0) and
   g(0, j), and the result is the best g of the last row and the last column. Each sum is rounded
   once, so all algorithms, targets and numbers of threads give the same bits.

   The table stays in the call's arena, for gap_trace.h: g(i, j) is *mc_gap_at(w, i, j).

   Contract. No cost is NaN. No cost is infinite in favour (-Inf for a minimum, Inf for a maximum).
   (m + n) times the largest finite cost is finite. Only the part of a matrix of costs that
   mc_gap_costs names is read.

   Time: O(m n (m + n)). Scratch: at most (m + 4) (n + 24) numbers, twice the costs by length, a
   number for each tile, and with "auto" at most 10 MB for the order of its steps.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE or MC_ERR_ARGUMENT. */
mc_status mc_gap_align(mc_gap_work *w, const mc_gap_job *job, mc_dynprog_report *report,
                       const mc_call *call);

/* The size of the table, counted in doubles: scratch without costs by length, tiles and steps. */
double mc_gap_room(int64_t m, int64_t n);

#endif
