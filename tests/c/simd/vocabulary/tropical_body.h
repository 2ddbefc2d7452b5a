/* Tests for one type (kernels/for_tropical_f64.h). */

static void PART(check_sum)(VEC_TYPE v, const TYPE *expected) {
  TYPE *out = GUARD_NEW(TYPE, VEC_LANES + 1);
  VEC(store)(out + 1, v);
  for (int l = 0; l < VEC_LANES; l++)
    CHECK(PART(same)(out[1 + l], expected[l]));
  guard_free(out);
}

/* put_min (with `most`: put_max) of t on c, `offset` elements behind a boundary, with room for
   exactly one vector. */
static void PART(check_put)(rng *r, const TYPE *t, const TYPE *old, int offset, bool most) {
  TYPE *c = GUARD_NEW(TYPE, VEC_LANES + offset);
  int32_t *via = GUARD_NEW(int32_t, VEC_LANES + offset), marks[VEC_LANES];
  const int32_t mark = any_i32(r);
  for (int l = 0; l < VEC_LANES; l++) {
    c[offset + l] = old[l];
    via[offset + l] = marks[l] = any_i32(r);
  }
  if (most)
    VEC(put_max)(c + offset, via + offset, VEC(load)(t), mark);
  else
    VEC(put_min)(c + offset, via + offset, VEC(load)(t), mark);
  for (int l = 0; l < VEC_LANES; l++) {
    const bool put = most ? t[l] > old[l] : t[l] < old[l];
    CHECK(PART(same)(c[offset + l], put ? t[l] : old[l]));
    CHECK_INT(via[offset + l], put ? mark : marks[l]);
  }
  guard_free(c);
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
    PART(check_put)(&r, p, b, round % OFFSETS, false);
    PART(check_put)(&r, p, b, round % OFFSETS, true);
  }
  guard_free(a);
}

#include "kernels/for_none.h"
