#ifndef MC_GAP_CELLS_H
#define MC_GAP_CELLS_H

#include "dynprog/gap_work.h"

/* Alignment with any gap cost by cells of tiles, anti-diagonal by anti-diagonal: "auto". */
mc_status mc_gap_auto(mc_gap_work *w);

#endif
