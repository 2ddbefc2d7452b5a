#ifndef MC_DISTANCE_ADD_H
#define MC_DISTANCE_ADD_H

/* distance_add: (a - b)^2 to a sum, the difference first. With `missing`, a constant,
   lanes in which it is NaN are left out, and the others counted. */
#define DISTANCE_ADD(VEC)                                                      \
  MC_INLINE void distance_add_##VEC(mc_##VEC a, mc_##VEC b, bool missing,      \
                                    mc_##VEC *sum, mc_##VEC *count) {          \
    mc_##VEC difference = mc_##VEC##_sub(a, b);                                \
    if (missing) {                                                             \
      const mc_##VEC one = mc_##VEC##_set(1), zero = mc_##VEC##_set(0);        \
      *count = mc_##VEC##_add(                                                 \
        *count, mc_##VEC##_where_number(difference, one, zero));               \
      difference = mc_##VEC##_where_number(difference, difference, zero);      \
    }                                                                          \
    *sum = mc_##VEC##_fma(difference, difference, *sum);                       \
  }
DISTANCE_ADD(f64)
DISTANCE_ADD(f32)
#undef DISTANCE_ADD

#endif
