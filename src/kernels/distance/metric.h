/* All kernels of one metric, distance_<metric>_<kernel>_<kind>: included by the metric's header,
   which has defined

     METRIC                                 its name
     ADD_TERM(difference, sum)              adds the term of a coordinate to a sum (vectors)
     ADD_TERM_BY_FMA(difference, one, sum)  the same by the multipliers of the processor, if it can:
                                            half of a tile's sums are made so, for its adders are
                                            busier (mc_f64_add_by_fma(), for which `one` is)
     ADD_NUMBER(difference, sum)            the same for numbers

   A term does not fall where the absolute difference grows. A macro may use a difference twice.

   There are three kinds: f64, f64_fused and f32 (kernels/for_f64.h, ...). Here a metric finds

     ADD_PRODUCT(a, b, sum)                 a b + sum
     ADD_PRODUCT_BY_FMA(a, b, one, sum)

   Doubles of the kind f64 round the product before it is added, as stats::dist has it
   (base/rounding.h keeps the compiler from fusing them). The other kinds round once. */
#define ADD_PRODUCT(a, b, sum) MC_JOIN(ADD_PRODUCT_FUSED, FUSED)(a, b, sum)
#define ADD_PRODUCT_FUSED_0(a, b, sum) VEC(add)(sum, VEC(mul)(a, b))
#define ADD_PRODUCT_FUSED_1(a, b, sum) VEC(fma)(a, b, sum)
#define ADD_PRODUCT_BY_FMA(a, b, one, sum) \
  MC_JOIN(ADD_PRODUCT_BY_FMA_FUSED, FUSED)(a, b, one, sum)
#define ADD_PRODUCT_BY_FMA_FUSED_0(a, b, one, sum) VEC(add_by_fma)(VEC(mul)(a, b), one, sum)
#define ADD_PRODUCT_BY_FMA_FUSED_1(a, b, one, sum) VEC(fma)(a, b, sum)

#define METRIC_FN(name) METRIC_FN_(METRIC, name)
#define METRIC_FN_(metric, name) METRIC_FN__(metric, name)
#define METRIC_FN__(metric, name) FN(distance_##metric##_##name)
#define METRIC_PART(name) METRIC_PART_(METRIC, name)
#define METRIC_PART_(metric, name) METRIC_PART__(metric, name)
#define METRIC_PART__(metric, name) PART(distance_##metric##_##name)

#include "kernels/distance/tile.h"
#include "kernels/distance/pointwise.h"
#include "kernels/distance/boxes.h"

#undef METRIC
#undef ADD_TERM
#undef ADD_TERM_BY_FMA
#undef ADD_NUMBER
#undef METRIC_FN
#undef METRIC_FN_
#undef METRIC_FN__
#undef METRIC_PART
#undef METRIC_PART_
#undef METRIC_PART__
#undef ADD_PRODUCT
#undef ADD_PRODUCT_FUSED_0
#undef ADD_PRODUCT_FUSED_1
#undef ADD_PRODUCT_BY_FMA
#undef ADD_PRODUCT_BY_FMA_FUSED_0
#undef ADD_PRODUCT_BY_FMA_FUSED_1
