#ifndef MC_DYNPROG_CELLS_H
#define MC_DYNPROG_CELLS_H

#include "dynprog/work.h"

/* The algorithm "auto": parenthesization by cells of tiles, along diagonals. MC_OK, MC_INTERRUPTED
   or MC_ERR_MEMORY. */
mc_status mc_dynprog_auto(mc_dynprog_work *w);

#endif
