#ifndef MC_DYNPROG_RECURSE_H
#define MC_DYNPROG_RECURSE_H

#include "dispatch/call.h"
#include "tropical/recursion.h"

/* Solves a whole problem: calls the first function of the table for all rows x columns tiles of
   64 x 64; its range k is that of the rows. `weight` is the work of a tile of i, of j and of k, in
   units of the monitor. poll_every is the argument of mc_tropical_recursion_region(). MC_OK or
   MC_INTERRUPTED. */
mc_status mc_dynprog_recurse(const mc_tropical_function *functions, void *work, int64_t rows,
                             int64_t columns, double weight, int threads, double poll_every,
                             const mc_call *call);

#endif
