/* Tests for one type (kernels/for_tropical_f64.h). */

static void PART(check_sum)(VEC_TYPE v, const TYPE *expected) {
  TYPE *out = GUARD_NEW(TYPE, VEC_LANES + 1);
  VEC(store)(out + 1, v);
  for (int l = 0; l < VEC_LANES; l++)
    CHECK(PART(same)(out[1 + l], expected[l]));
  guard_free(out);
}

/* take_min (with `most`: take_max) of t on old, with steps `offset` elements behind a boundary, in
   memory with room for exactly one vector. */
static void PART(check_take)(rng *r, const TYPE *t, const TYPE *old, int offset, bool most) {
  int32_t *via = GUARD_NEW(int32_t, VEC_LANES + offset), steps[VEC_LANES];
  const int32_t half = any_i32(r) / 2, other = any_i32(r) / 2, step = half + other;
  TYPE want[VEC_LANES];
  for (int l = 0; l < offset; l++)
    via[l] = -5;
  for (int l = 0; l < VEC_LANES; l++)
    via[offset + l] = steps[l] = any_i32(r);
  VEC_TYPE c = VEC(load)(old);
  VEC_STEP v = VEC(step_load)(via + offset);
  const VEC_STEP sum = VEC(step_add)(VEC(step_set)(half), VEC(step_set)(other));
  if (most)
    VEC(take_max)(&c, &v, VEC(load)(t), sum);
  else
    VEC(take_min)(&c, &v, VEC(load)(t), sum);
  VEC(step_store)(via + offset, v);
  for (int l = 0; l < VEC_LANES; l++) {
    const bool take = most ? t[l] > old[l] : t[l] < old[l];
    want[l] = take ? t[l] : old[l];
    CHECK_INT(via[offset + l], take ? step : steps[l]);
  }
  for (int l = 0; l < offset; l++)
    CHECK_INT(via[l], -5);
  PART(check_sum)(c, want);
  guard_free(via);
}

static void PART(tropical)(void) {
  rng r = {41};
  TYPE *a = GUARD_NEW(TYPE, VEC_LANES + OFFSETS), b[VEC_LANES], e[VEC_LANES];
  for (int round = 0; round < 20 * ROUNDS; round++) {
    TYPE *p = a + round % OFFSETS;
    for (int l = 0; l < VEC_LANES; l++) {
      p[l] = PART(any)(&r);
      b[l] = rng_chance(&r, 0.2) ? p[l] : PART(any)(&r);
    }
    const VEC_TYPE x = VEC(load)(p), y = VEC(load)(b);
    PART(check_sum)(x, p);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = p[0];
    PART(check_sum)(VEC(set)(p[0]), e);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = p[l] + b[l];
    PART(check_sum)(VEC(add)(x, y), e);
    PART(check_sum)(VEC(add_by_fma)(x, VEC(one)(), y), e);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = p[l] < b[l] ? p[l] : b[l];
    PART(check_sum)(VEC(min)(x, y), e);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = p[l] > b[l] ? p[l] : b[l];
    PART(check_sum)(VEC(max)(x, y), e);
    PART(check_take)(&r, p, b, round % OFFSETS, false);
    PART(check_take)(&r, p, b, round % OFFSETS, true);
  }
  guard_free(a);
}

#include "kernels/for_none.h"
