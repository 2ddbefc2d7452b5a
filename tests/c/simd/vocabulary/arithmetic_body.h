/* Words of doubles and floats, for one type (kernels/for_f64.h). */

static void PART(check_sums)(VEC_TYPE x, VEC_TYPE y, const TYPE *a, const TYPE *b) {
  TYPE e[VEC_LANES];
  for (int l = 0; l < VEC_LANES; l++)
    e[l] = a[l] + b[l];
  PART(check_vector)(VEC(add)(x, y), e);
  PART(check_vector)(VEC(add_by_fma)(x, VEC(one)(), y), e);
  for (int l = 0; l < VEC_LANES; l++)
    e[l] = a[l] - b[l];
  PART(check_vector)(VEC(sub)(x, y), e);
}

/* Either all lanes are rounded once, or all lanes twice. */
static void PART(check_fma)(VEC_TYPE v, const TYPE *a, const TYPE *b, const TYPE *c,
                            TYPE fused(TYPE, TYPE, TYPE)) {
  TYPE out[VEC_LANES];
  bool once = true, twice = true;
  VEC(store)(out, v);
  for (int l = 0; l < VEC_LANES; l++) {
    const volatile TYPE product = a[l] * b[l];
    once = once && PART(same)(out[l], fused(a[l], b[l], c[l]));
    twice = twice && PART(same)(out[l], product + c[l]);
  }
  CHECK(once || twice);
}

/* The sum of small integers, which is exact in any order, or a sum that is not finite. */
static void PART(check_total)(rng *r) {
  TYPE a[VEC_LANES], sum = 0;
  for (int l = 0; l < VEC_LANES; l++)
    sum += a[l] = (TYPE) (rng_below(r, 2001) - 1000);
  CHECK(VEC(total)(VEC(load)(a)) == sum);
  const int at = (int) rng_below(r, VEC_LANES);
  a[at] = (TYPE) INFINITY;
  CHECK(VEC(total)(VEC(load)(a)) == (TYPE) INFINITY);
  a[at] = (TYPE) NAN;
  CHECK(isnan(VEC(total)(VEC(load)(a))));
}

static void PART(check_wide)(VEC_TYPE x, const TYPE *a) {
  double *wide = GUARD_NEW(double, VEC_LANES + 1);
  VEC(store_wide)(wide + 1, x);
  for (int l = 0; l < VEC_LANES; l++)
    CHECK(same_f64(wide[1 + l], (double) a[l]));
  guard_free(wide);
}

static void PART(check_arithmetic)(TYPE fused(TYPE, TYPE, TYPE)) {
  rng r = {12};
  TYPE a[VEC_LANES], b[VEC_LANES], c[VEC_LANES], e[VEC_LANES];
  for (int round = 0; round < 20 * ROUNDS; round++) {
    for (int l = 0; l < VEC_LANES; l++) {
      a[l] = PART(any)(&r);
      b[l] = PART(any)(&r);
      c[l] = PART(any)(&r);
    }
    const VEC_TYPE x = VEC(load)(a), y = VEC(load)(b), z = VEC(load)(c);
    PART(check_sums)(x, y, a, b);
    PART(check_fma)(VEC(fma)(x, y, z), a, b, c, fused);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = a[l] == a[l] ? b[l] : c[l];
    PART(check_vector)(VEC(where_number)(x, y, z), e);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] =
        (TYPE) sqrt((double) a[l]); /* for a float rounding twice gives the bits of rounding once */
    PART(check_vector)(VEC(sqrt)(x), e);
    PART(check_wide)(x, a);
    PART(check_total)(&r);
  }
}

#include "kernels/for_none.h"
