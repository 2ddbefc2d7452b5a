/* distance_straightforward, distance_blockwise and distance_scattered: algorithms 1
   and 2 of Rechkalov and Zymbler, for one point a and many points b.

   Algorithm 1: one point of b after the other, a vector of coordinates at a time.

     for each point j
       sum[j] = total over k of (a[k] - b[j][k])^2

   That total is not in the order of the coordinates. Where it has to be, unless fused,
   four points are summed up number by number, side by side, as each sum waits for its
   last addition.

   Contract. Points are d neighbouring numbers, d a multiple of 8 (floats: 16), of
   which the last, `fill` of them, fill them up: 0 on both sides, and not counted.

   Algorithm 2: a block of points of b, a vector of points at a time. (The paper's
   inner loop runs over the block, and keeps its sums in an array; here a few vectors
   of them at a time stay in registers.)

     for each few vectors of points l of the block
       for each coordinate k
         sum[l] += (a[k] - b[k][l])^2
       into the result, or its root

   Contract. a is d neighbouring numbers; of b points are neighbours, and the next
   coordinate is `step` numbers away: the block (ASA) or all points (SoA). n is a
   multiple of 8 (floats: 16).

   distance_scattered is its loop where coordinates are neighbours, and the next point
   `step` numbers away (AoS), which takes no vectors.

   With `count`, coordinates whose difference is NaN are left out, and the others
   counted. Any alignment. */

#include "kernels/distance/add.h"

#define REAL double
#define TILE(name) name##_f64
#define VEC(operation) mc_f64_##operation
#define VEC_TYPE mc_f64
#define VEC_LANES MC_F64_LANES
#define IN_ORDER
#include "kernels/distance/pointwise_body.h"

#define REAL double
#define TILE(name) name##_f64_fused
#define VEC(operation) mc_f64_##operation
#define VEC_TYPE mc_f64
#define VEC_LANES MC_F64_LANES
#include "kernels/distance/pointwise_body.h"

#define REAL float
#define TILE(name) name##_f32
#define VEC(operation) mc_f32_##operation
#define VEC_TYPE mc_f32
#define VEC_LANES MC_F32_LANES
#include "kernels/distance/pointwise_body.h"

/* never fused */
#define DISTANCE_SCATTERED(REAL, KIND)                                         \
  static void MC_FN(distance_scattered_##KIND)(const REAL *a, const REAL *b,   \
                                               int64_t d, int64_t step,        \
                                               int64_t n, REAL *sum,           \
                                               REAL *count) {                  \
    memset(sum, 0, (size_t) n * sizeof *sum);                                  \
    if (count != NULL)                                                         \
      memset(count, 0, (size_t) n * sizeof *count);                            \
    for (int64_t k = 0; k < d; k++, b++)                                       \
      for (int64_t l = 0; l < n; l++) {                                        \
        const REAL difference = a[k] - b[l * step];                            \
        if (count == NULL || difference == difference)                         \
          sum[l] += difference * difference;                                   \
        if (count != NULL)                                                     \
          count[l] += difference == difference;                                \
      }                                                                        \
  }
DISTANCE_SCATTERED(double, f64)
DISTANCE_SCATTERED(float, f32)
#undef DISTANCE_SCATTERED
