#ifndef MC_STORED_COUNTS_H
#define MC_STORED_COUNTS_H

#include "base/columns.h"
#include "base/monitor.h"

/* How many of the values of a column are not 0? Missing values are not 0, and -0 is. */
int64_t mc_stored_count(const mc_column *column);

/* count[j]: how many numbers of column j are not 0: as many as a sparse matrix stores that holds no
   zeros. O(rows * columns), of a sparse source O(its values). MC_OK, MC_INTERRUPTED,
   MC_ERR_MEMORY. */
mc_status mc_stored_counts(const mc_columns *x, mc_monitor *monitor, mc_arena *arena,
                           int64_t *count);

#endif
