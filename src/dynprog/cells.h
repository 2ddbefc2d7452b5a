#ifndef MC_DYNPROG_CELLS_H
#define MC_DYNPROG_CELLS_H

#include "dynprog/work.h"

/* Parenthesization by cells of tiles, diagonal by diagonal: what "auto" does. */
mc_status mc_dynprog_auto(mc_dynprog_work *w);

#endif
