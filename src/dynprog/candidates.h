#ifndef MC_DYNPROG_CANDIDATES_H
#define MC_DYNPROG_CANDIDATES_H

#include "base/status.h"
#include "dynprog/work.h"

/* Plans the computation of a matrix chain by candidates (candidates.c). w->candidates stays NULL if
   the problem is another one, if a sum may be rounded, or if cells (cells.c) take less time.
   Otherwise w->sums becomes the number of sums. Asks the arena for memory. MC_OK or
   MC_ERR_MEMORY. */
mc_status mc_dynprog_candidates_plan(mc_dynprog_work *w);

/* Computes the table by the plan. */
mc_status mc_dynprog_candidates_run(mc_dynprog_work *w);

#endif
