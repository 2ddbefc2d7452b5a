/* load, store and set of one type (kernels/for_f64.h). */

static void PART(check_vector)(VEC_TYPE v, const TYPE *expected) {
  TYPE *out = GUARD_NEW(TYPE, VEC_LANES + 1);
  VEC(store)(out + 1, v);
  for (int l = 0; l < VEC_LANES; l++)
    CHECK(PART(same)(out[1 + l], expected[l]));
  guard_free(out);
}

static void PART(memory)(void) {
  rng r = {11};
  for (int offset = 0; offset < OFFSETS; offset++) {
    TYPE *a = GUARD_NEW(TYPE, VEC_LANES + offset), all[VEC_LANES];
    for (int round = 0; round < ROUNDS; round++) {
      for (int l = 0; l < VEC_LANES; l++) {
        a[offset + l] = PART(any)(&r);
        all[l] = a[offset];
      }
      PART(check_vector)(VEC(load)(a + offset), a + offset);
      PART(check_vector)(VEC(set)(a[offset]), all);
    }
    guard_free(a);
  }
}

#include "kernels/for_none.h"
