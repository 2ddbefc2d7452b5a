/* The body of tile.h for one precision (kernels/for_tropical_f64.h). */

enum {
  PART(TROPICAL_VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES
                             ? MC_TILE_VECTORS : MC_TROPICAL_LANES / VEC_LANES,
  PART(TROPICAL_WIDTH) = PART(TROPICAL_VECTORS) * VEC_LANES
};
typedef struct {
  VEC_TYPE best[MC_TROPICAL_ROWS][PART(TROPICAL_VECTORS)];
} PART(tropical_sums);

#define BEST min
#define REACHES <=
#include "kernels/tropical/best_body.h"

#define BEST max
#define REACHES >=
#include "kernels/tropical/best_body.h"

#include "kernels/for_none.h"
