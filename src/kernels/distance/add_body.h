/* The body of add.h for one kind of kernels (kernels/for_f64.h). */

MC_INLINE VEC_TYPE PART(distance_square)(VEC_TYPE difference, VEC_TYPE sum) {
#if FUSED
  return VEC(fma)(difference, difference, sum);
#else
  return VEC(add)(sum, VEC(mul)(difference, difference));
#endif
}

MC_INLINE VEC_TYPE PART(distance_square_beside)(VEC_TYPE difference, VEC_TYPE one, VEC_TYPE sum) {
#if FUSED
  (void) one;
  return PART(distance_square)(difference, sum);
#else
  return VEC(add_beside)(VEC(mul)(difference, difference), one, sum);
#endif
}

MC_INLINE void PART(distance_add)(VEC_TYPE a, VEC_TYPE b, bool missing, VEC_TYPE *sum,
                                  VEC_TYPE *count) {
  VEC_TYPE difference = VEC(sub)(a, b);
  if (missing) {
    const VEC_TYPE one = VEC(set)(1), zero = VEC(set)(0);
    *count = VEC(add)(*count, VEC(where_number)(difference, one, zero));
    difference = VEC(where_number)(difference, difference, zero);
  }
  *sum = PART(distance_square)(difference, *sum);
}

#include "kernels/for_none.h"
