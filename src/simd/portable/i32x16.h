/* 16 lanes of 32 bits for the vectorized sorting-enabled kernel.

     mc_i32x16_load(p), _store(p, v) p aligned to 64 bytes
     mc_i32x16_load_upto(p, k, fill) k < 16 lanes from p, aligned to 64 bytes; the others are fill
     mc_i32x16_store_upto(p, k, v)   the first k <= 16 lanes to p, any alignment
     mc_i32x16_xor_lanes(v, c)       lane l takes lane l ^ c; c a constant
     mc_i32x16_min(a, b), _max(a, b)
     mc_i32x16_order(a, b, c)        the lesser in lanes without the bit c, the greater in others
     mc_i32x16_first(v), _last(v)    lane 0, lane 15; the lanes must ascend */

#define TYPE int32_t
#define LANES 16
#define VECTOR mc_i32x16
#define WORD(name) mc_i32x16_##name
#include "simd/portable/lanes_body.h"
