/* Splitting 8 lanes by a mask m: byte i of entry m is the number of the lane that moves to place i
   (split_table.def). */
#ifndef MC_SPLIT_TABLE_H
#define MC_SPLIT_TABLE_H

#define MC_LANE(l, place) (UINT64_C(l) << 8 * (place))
static const uint64_t mc_split_table[256] = {
#define MC_SPLIT(a, b, c, d, e, f, g, h)                                                          \
  MC_LANE(a, 0) | MC_LANE(b, 1) | MC_LANE(c, 2) | MC_LANE(d, 3) | MC_LANE(e, 4) | MC_LANE(f, 5) | \
    MC_LANE(g, 6) | MC_LANE(h, 7),
#include "simd/split_table.def"
#undef MC_SPLIT
};
#undef MC_LANE

#endif
