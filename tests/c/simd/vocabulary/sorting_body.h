/* Tests for one type of vector. sorting.h defines its parameters (kernels/for_f64.h, and ANY()),
   which are undefined here. */

static void PART(check_vector)(VEC_TYPE v, const TYPE *expected) {
  TYPE *out = GUARD_NEW(TYPE, VEC_LANES);
  VEC(store)(out, v);
  for (int l = 0; l < VEC_LANES; l++)
    CHECK_INT(out[l], expected[l]);
  guard_free(out);
}

/* Loads and stores of the first k lanes, in memory of exactly k lanes. */
static void PART(check_upto)(const TYPE *a, int k, int offset) {
  TYPE *p = GUARD_NEW(TYPE, k), *out = GUARD_NEW(TYPE, k + offset), e[VEC_LANES];
  const TYPE fill = a[VEC_LANES - 1], before = offset > 0 ? out[0] : 0;
  memcpy(p, a, (size_t) k * sizeof *p);
  for (int l = 0; l < VEC_LANES; l++)
    e[l] = l < k ? a[l] : fill;
  if (k < VEC_LANES)
    PART(check_vector)(VEC(load_upto)(p, k, fill), e);
  VEC(store_upto)(out + offset, k, VEC(load)(a));
  for (int l = 0; l < k; l++)
    CHECK_INT(out[offset + l], a[l]);
  CHECK(offset == 0 || out[0] == before);
  guard_free(p);
  guard_free(out);
}

static void PART(check_ordered)(VEC_TYPE x, VEC_TYPE y, const TYPE *a, const TYPE *b) {
  TYPE e[VEC_LANES];
  for (int l = 0; l < VEC_LANES; l++)
    e[l] = a[l] < b[l] ? a[l] : b[l];
  PART(check_vector)(VEC(min)(x, y), e);
  for (int l = 0; l < VEC_LANES; l++)
    e[l] = a[l] > b[l] ? a[l] : b[l];
  PART(check_vector)(VEC(max)(x, y), e);
  for (int c = 1; c < VEC_LANES; c++) {
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = a[l ^ c];
    PART(check_vector)(VEC(xor_lanes)(x, c), e);
  }
  for (int c = 1; c < VEC_LANES; c *= 2) {
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = (a[l] < b[l]) == ((l & c) == 0) ? a[l] : b[l];
    PART(check_vector)(VEC(order)(x, y, c), e);
  }
}

static void PART(check_lanes)(void) {
  rng r = {31};
  TYPE *a = GUARD_NEW(TYPE, VEC_LANES), *b = GUARD_NEW(TYPE, VEC_LANES);
  for (int round = 0; round < ROUNDS; round++) {
    for (int l = 0; l < VEC_LANES; l++) {
      a[l] = ANY(&r);
      b[l] = rng_chance(&r, 0.2) ? a[l] : ANY(&r);
    }
    const VEC_TYPE x = VEC(load)(a), y = VEC(load)(b);
    PART(check_vector)(x, a);
    PART(check_ordered)(x, y, a, b);
    for (int k = 0; k <= VEC_LANES; k++)
      PART(check_upto)(a, k, round % OFFSETS);
    /* first() and last() need ascending lanes */
    for (int l = 1; l < VEC_LANES; l++)
      for (int i = l; i > 0 && a[i] < a[i - 1]; i--) {
        const TYPE t = a[i];
        a[i] = a[i - 1];
        a[i - 1] = t;
      }
    CHECK_INT(VEC(first)(VEC(load)(a)), a[0]);
    CHECK_INT(VEC(last)(VEC(load)(a)), a[VEC_LANES - 1]);
  }
  guard_free(a);
  guard_free(b);
}

#undef ANY
#include "kernels/for_none.h"
