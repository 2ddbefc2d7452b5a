#ifndef MC_DYNPROG_RECURSE_H
#define MC_DYNPROG_RECURSE_H

#include "dispatch/call.h"
#include "tropical/recursion.h"

/* A whole problem: the first function of the table, on rows x columns tiles of 64 x 64, k being the
   rows. `weight` is the work of tile by tile by tile, in the monitor's units; poll_every as in
   mc_tropical_recursion_region(). MC_OK, MC_INTERRUPTED. */
mc_status mc_dynprog_recurse(const mc_tropical_function *functions, void *work, int64_t rows,
                             int64_t columns, double weight, int threads, double poll_every,
                             const mc_call *call);

#endif
