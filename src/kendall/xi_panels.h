#ifndef MC_KENDALL_XI_PANELS_H
#define MC_KENDALL_XI_PANELS_H

#include "kendall/ranks.h"
#include "kendall/xi_margin.h"

/* Columns of y for Chatterjee's xi: the ranks r_i - 1 of the columns of a panel side by side, row
   after row, 64 columns of 16 bits or 16 columns of 32 bits. */
typedef struct {
  int64_t n, panel_columns, panels; /* panels that are packed */
  int width;
  void *rank;      /* [panel][row][column] */
  uint32_t *twice; /* of each column, as of mc_kendall_xi_panel */
  double *scale, *z;
  bool *plain; /* of each panel: all its columns have all rows and are not constant */
} mc_kendall_xi_panels;

int mc_kendall_xi_panel_columns(int width);

/* Bytes for `columns` columns of n rows whose ranks have `width` bytes. */
int64_t mc_kendall_xi_panels_bytes(int64_t n, int width, int64_t columns);

/* Takes memory for `columns` columns. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kendall_xi_panels_make(mc_kendall_xi_panels *panels, int64_t n, int width,
                                    int64_t columns, mc_arena *arena);

/* Packs all columns of y. A column that lacks rows is packed as zeros. `count` has room for n
   numbers for each thread. MC_OK, MC_INTERRUPTED. */
mc_status mc_kendall_xi_panels_fill(mc_kendall_xi_panels *panels, const mc_kendall_ranks *y,
                                    bool test, int threads, uint32_t *count, const mc_call *call);

/* The panel for the kernels. */
mc_kendall_xi_panel mc_kendall_xi_panels_at(const mc_kendall_xi_panels *panels, int64_t panel);

#endif
