/* distance_straightforward, distance_in_place, distance_blockwise and distance_scattered:
   algorithms 1 and 2 of Rechkalov and Zymbler, for one point a and many points b.

   Algorithm 1: one point of b after the other, a vector of coordinates at a time.

     for each point j
       sum[j] = total over k of (a[k] - b[j][k])^2

   That total is not in the order of the coordinates. Where it has to be, unless fused,
   four points are summed up number by number, side by side, as each sum waits for its
   last addition.

   Contract. Points are d neighbouring numbers, d a multiple of 8 (floats: 16), of
   which the last, `fill` of them, fill them up: 0 on both sides, and not counted.

   distance_in_place is that for points as they are in R's matrix, which costs no copy:
   point j of b is neighbour j, and coordinates are a_step and b_step numbers apart. It
   always counts.

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

#include "kernels/for_f64.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/pointwise_body.h"

/* `points` neighbours of b, a constant like `missing`. */
MC_INLINE void distance_few_in_place(const double *a, int64_t a_step, const double *b,
                                     int64_t b_step, int64_t d, double *sum, double *count,
                                     int points, bool missing) {
  double s[4] = {0}, c[4] = {0};
  for (int64_t k = 0; k < d; k++)
    MC_UNROLL for (int p = 0; p < points; p++) {
      const double difference = a[k * a_step] - b[k * b_step + p];
      if (!missing || difference == difference)
        s[p] += difference * difference;
      if (missing)
        c[p] += difference == difference;
    }
  MC_UNROLL for (int p = 0; p < points; p++) {
    sum[p] = s[p];
    count[p] = missing ? c[p] : (double) d;
  }
}

static void MC_FN(distance_in_place)(const double *a, int64_t a_step, const double *b,
                                     int64_t b_step, int64_t d, int64_t n, double *sum,
                                     double *count) {
  for (int64_t j = 0, points; j < n; j += points, b += points, sum += points, count += points) {
    points = n - j >= 4 ? 4 : n - j >= 2 ? 2 : 1;
    if (points == 4)
      distance_few_in_place(a, a_step, b, b_step, d, sum, count, 4, false);
    else if (points == 2)
      distance_few_in_place(a, a_step, b, b_step, d, sum, count, 2, false);
    else
      distance_few_in_place(a, a_step, b, b_step, d, sum, count, 1, false);
    bool numbers = true; /* squares add up to NaN only if one of them is */
    for (int64_t p = 0; p < points; p++)
      numbers &= sum[p] == sum[p];
    for (int64_t p = 0; p < points && !numbers; p++)
      distance_few_in_place(a, a_step, b + p, b_step, d, sum + p, count + p, 1, true);
  }
}

#include "kernels/for_f64.h"
#include "kernels/distance/scattered_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/scattered_body.h"
