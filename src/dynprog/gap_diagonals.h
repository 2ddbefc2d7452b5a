#ifndef MC_GAP_DIAGONALS_H
#define MC_GAP_DIAGONALS_H

#include "dynprog/gap_work.h"

/* Alignment in tiles, diagonal by diagonal. */
mc_status mc_gap_diagonals(mc_gap_work *w);

#endif
