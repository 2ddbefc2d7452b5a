#ifndef MC_ACCORDION_H
#define MC_ACCORDION_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/accordion_types.h"

/* Accordion folding of a chain of n <= 65,535 residues (Tithi et al., section II.B). The chain is
   cut into strands, which stand side by side; every second strand is upside down. The last residue
   of a strand and the first residue of the next strand stand side by side, and so do the residues
   s places away from these two. The latter make a contact if both are hydrophobic and s > 0.
   mc_accordion() finds the most contacts, by S(i, e) of kernels/dynprog/accordion.h.

   `end` is NULL or has room for n numbers. The first report->strands of them become the ends of the
   strands of a best fold; residues are counted from 1. Of several best folds the one with the
   longest first strand is taken, of these the one with the longest second strand, and so on.

   Time is O(n^2) with AUTO and O(n^3) with the others. Scratch is about n (0.52 n + 250) bytes
   with AUTO, 8 n^2 bytes with LOOP and RECURSIVE, and 4 n^2 bytes with OPTIMIZED and ZMORTON.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE or MC_ERR_ARGUMENT. */
mc_status mc_accordion(const mc_accordion_job *job, int32_t *end, mc_accordion_report *report,
                       const mc_call *call);

/* The scratch of mc_accordion() for n residues, counted in doubles. */
double mc_accordion_room(mc_dynprog_algorithm algorithm, int64_t n);

#endif
