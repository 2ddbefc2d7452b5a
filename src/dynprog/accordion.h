#ifndef MC_ACCORDION_H
#define MC_ACCORDION_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/accordion_types.h"

/* Accordion folding of a chain of n <= 65,535 residues (Tithi et al., section II.B): it is cut
   into strands, which stand beside each other, every other one upside down; a residue s places
   before a turn meets the one s places behind it, 0 < s, and they make a contact if both are
   hydrophobic. The most contacts, by S(i, e) of kernels/dynprog/accordion.h.

   end: NULL, or n numbers, of which the first report->strands become the ends of the strands of
   the best fold, from 1 on; of several best folds that one in which the first strand is the
   longest, of these the one in which the second is, and so on.

   Time is O(n^2) with AUTO and O(n^3) else; scratch about n (n / 2 + 300) bytes with AUTO,
   8 n^2 with LOOP and RECURSIVE, and 4 n^2 with OPTIMIZED and ZMORTON.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE or MC_ERR_ARGUMENT. */
mc_status mc_accordion(const mc_accordion_job *job, int32_t *end, mc_accordion_report *report,
                       const mc_call *call);

/* The scratch of mc_accordion() for n residues, in doubles. */
double mc_accordion_room(mc_dynprog_algorithm algorithm, int64_t n);

#endif
