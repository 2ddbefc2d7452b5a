#ifndef MC_PAIRS_TILES_H
#define MC_PAIRS_TILES_H

#include "pairs/sink.h"

/* The loop of a driver that counts MC_PAIRS_TILE x MC_PAIRS_TILE pairs at a time: section 4.2 of
   Liu et al.

     for each tile of the panel with a wanted pair, by threads
       count(context, tile, i0, j0, thread): counts the pairs and hands them to the sink
     between tiles: the sink's flush()

   i0 and j0 are the numbers of the tile's first columns in the panel. Progress: one unit of work
   for each pair of the panel. MC_OK, MC_INTERRUPTED, and errors of flush(). */
typedef void mc_pairs_count(void *context, const mc_pairs_tile *tile, int64_t i0, int64_t j0,
                            int thread);
mc_status mc_pairs_tiles(const mc_pairs_panel *panel, mc_pairs_sink *sink, int threads,
                         mc_pairs_count *count, void *context, const mc_call *call);

#endif
