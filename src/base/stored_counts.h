#ifndef MC_STORED_COUNTS_H
#define MC_STORED_COUNTS_H

#include "base/columns.h"
#include "base/monitor.h"

/* count[j]: how many numbers of column j are not 0, missing values among them: as many as a sparse
   matrix stores that holds no zeros. O(rows * columns), of a sparse source O(its values). MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_stored_counts(const mc_columns *x, int threads, mc_monitor *monitor, mc_arena *arena,
                           int64_t *count);

#endif
