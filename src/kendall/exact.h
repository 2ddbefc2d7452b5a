#ifndef MC_KENDALL_EXACT_H
#define MC_KENDALL_EXACT_H

#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

/* The distribution of S for n rows without ties, if all orders are equally likely. */

/* The most rows of a table. For more rows the normal approximation is good enough (its error is
   O(1 / n)), and a table takes n^3 / 6 steps. */
enum { MC_EXACT_MAX_ROWS = 400 };

/* Makes table[n] for n = first, ..., last, unless it is not NULL already: element q is the
   probability of at most q concordant pairs, q = 0, ..., n (n - 1) / 2. Relative errors are below
   1e-12. MC_OK, MC_ERR_MEMORY. O(last^3) steps. */
mc_status mc_kendall_exact_tables(double **table, int64_t first, int64_t last, mc_arena *arena);

#endif
