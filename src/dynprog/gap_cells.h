#ifndef MC_GAP_CELLS_H
#define MC_GAP_CELLS_H

#include "dynprog/gap_work.h"

/* The algorithm "auto": alignment with any gap cost by cells of tiles, along anti-diagonals. MC_OK,
   MC_INTERRUPTED or MC_ERR_MEMORY. */
mc_status mc_gap_auto(mc_gap_work *w);

#endif
