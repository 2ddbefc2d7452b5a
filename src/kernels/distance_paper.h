/* distance_straightforward and distance_blockwise: algorithms 1 and 2 of Rechkalov
   and Zymbler.

   Algorithm 1: squared distances of point a to n points, one after the other, a
   vector of coordinates at a time.

     for each point j
       sum[j] = total over k of (a[k] - b[j][k])^2

   Contract. Points are d neighbouring numbers, d a multiple of 8 (floats: 16);
   coordinates that fill them up are 0 on both sides.

   Algorithm 2: the sums of a whole block of points grow coordinate by coordinate.

     for each coordinate k
       for each point l of the block
         sum[l] += (a[k] - b[k][l])^2

   Contract. a is d neighbouring numbers. In b the next point is point_step, the
   next coordinate coordinate_step numbers away: block (ASA), all points (SoA), or
   1 (AoS). n is a multiple of 8 (floats: 16). Adds to `sum` and `count`.

   The _missing variants leave out coordinates whose difference is NaN, and count
   the others. Any alignment. */

#define REAL double
#define TILE(name) name##_f64
#define VEC(operation) mc_f64_##operation
#define VEC_TYPE mc_f64
#define VEC_LANES MC_F64_LANES
#include "distance_paper_body.h"

#define REAL float
#define TILE(name) name##_f32
#define VEC(operation) mc_f32_##operation
#define VEC_TYPE mc_f32
#define VEC_LANES MC_F32_LANES
#include "distance_paper_body.h"
