#ifndef MC_DISTANCE_TYPES_H
#define MC_DISTANCE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Geometry that the distance kernels and their driver share. Points are packed
   in panels of MC_DISTANCE_LANES: [panel][coordinate][lane], the paper's ASA
   layout with that block. */
enum {
  MC_DISTANCE_LANES = 32, /* points in a panel, numbers in a vector's multiple */
  MC_DISTANCE_ROWS = 4    /* points of the other set that a tile takes at once */
};

/* Four rows of sums, doubles or floats as the kernel has them, the next one `width`
   numbers away, that are to go into the result as they are or as roots. */
typedef struct {
  const void *sum;
  int64_t width;
  double *out[MC_DISTANCE_ROWS];
  bool root;
} mc_finish;

#endif
