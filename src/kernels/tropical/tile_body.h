/* The body of tile.h for one precision (kernels/for_tropical_f64.h). */

enum {
  PART(TROPICAL_VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES
                             ? MC_TILE_VECTORS : MC_TROPICAL_LANES / VEC_LANES,
  PART(TROPICAL_WIDTH) = PART(TROPICAL_VECTORS) * VEC_LANES
};
typedef struct {
  VEC_TYPE best[MC_TROPICAL_ROWS][PART(TROPICAL_VECTORS)];
} PART(tropical_sums);

/* Prefetches the lines of the result while sums are made. */
MC_INLINE void PART(tropical_fetch)(const TYPE *c, int64_t stride) {
  enum { LINE = 64 / sizeof(TYPE) };
  for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    for (int l = 0; l < MC_TROPICAL_LANES; l += LINE)
      __builtin_prefetch(c + r * stride + l, 1);
}

#define BEST min
#define REACHES <=
#include "kernels/tropical/best_body.h"

#define BEST max
#define REACHES >=
#include "kernels/tropical/best_body.h"

#include "kernels/for_none.h"
