/* The body of tile.h for one precision (kernels/for_tropical_f64.h). */

enum {
  PART(TROPICAL_VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES
                             ? MC_TILE_VECTORS : MC_TROPICAL_LANES / VEC_LANES,
  PART(TROPICAL_WIDTH) = PART(TROPICAL_VECTORS) * VEC_LANES,
  /* steps take registers, too */
  PART(TROPICAL_VIA_VECTORS) = MC_TILE_VECTORS / 2 * VEC_LANES < MC_TROPICAL_LANES
                                 ? MC_TILE_VECTORS / 2 : MC_TROPICAL_LANES / VEC_LANES,
  PART(TROPICAL_VIA_WIDTH) = PART(TROPICAL_VIA_VECTORS) * VEC_LANES
};
typedef struct {
  VEC_TYPE best[MC_TROPICAL_ROWS][PART(TROPICAL_VECTORS)];
} PART(tropical_sums);
typedef struct {
  VEC_TYPE best[MC_TROPICAL_ROWS][PART(TROPICAL_VIA_VECTORS)];
  VEC_STEP via[MC_TROPICAL_ROWS][PART(TROPICAL_VIA_VECTORS)];
} PART(tropical_records);
_Static_assert(MC_TROPICAL_LANES % PART(TROPICAL_VIA_WIDTH) == 0, "a panel is whole tiles");
_Static_assert(MC_TROPICAL_STEPS % MC_RECORD_STEPS == 0, "panels are whole groups");

#define BEST min
#define REACHES <=
#include "kernels/tropical/best_body.h"

#define BEST max
#define REACHES >=
#include "kernels/tropical/best_body.h"

#include "kernels/for_none.h"
