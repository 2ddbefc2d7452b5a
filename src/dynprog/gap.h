#ifndef MC_GAP_H
#define MC_GAP_H

#include "dynprog/gap_work.h"

/* Sequence alignment with any gap cost (Waterman, Smith and Beyer; the gap problem of Tithi et al.,
   section II.C): of m symbols x and n symbols y,

     g(0, 0) = 0
     g(i, j) = best of  g(i - 1, j - 1) + pair(x_i, y_j)
                        g(p, j) + gap_x(p, i), p < i      symbols p + 1, ..., i of x are left alone
                        g(i, q) + gap_y(q, j), q < j

   with the minimum or the maximum. With `overlap` g(i, 0) and g(0, j) are no worse than 0, and the
   best of the last row and column counts. Each of these sums is rounded once, so all algorithms,
   targets and numbers of threads give the same bits.

   The table stays in the call's arena, for gap_trace.h: g(i, j) is *mc_gap_at(w, i, j).

   No cost is NaN, or of an infinite size that would win; (m + n) times the largest finite one is
   finite. Of a matrix of costs what is above the diagonal is read.

   O(m n (m + n)) time. Scratch: (m + 4) (n + 24) numbers at most, the costs by length twice,
   a number for each tile, and a few for each two of its anti-diagonals ("auto").

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE or MC_ERR_ARGUMENT. */
mc_status mc_gap_align(mc_gap_work *w, const mc_gap_job *job, mc_dynprog_report *report,
                       const mc_call *call);

/* Numbers of scratch, but for costs by length and tiles. */
double mc_gap_room(int64_t m, int64_t n);

#endif
