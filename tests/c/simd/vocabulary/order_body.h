/* Words for sorting, for one type (kernels/for_f64.h). */

static void PART(order)(void) {
  rng r = {21};
  TYPE a[VEC_LANES], b[VEC_LANES], e[VEC_LANES];
  for (int round = 0; round < ROUNDS; round++) {
    for (int l = 0; l < VEC_LANES; l++) {
      a[l] = PART(any)(&r);
      b[l] = rng_chance(&r, 0.2) ? a[l] : PART(any)(&r);
    }
    const VEC_TYPE x = VEC(load)(a), y = VEC(load)(b);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = a[l] < b[l] ? a[l] : b[l];
    PART(check_vector)(VEC(min)(x, y), e);
    for (int l = 0; l < VEC_LANES; l++)
      e[l] = a[l] > b[l] ? a[l] : b[l];
    PART(check_vector)(VEC(max)(x, y), e);
    TYPE lesser[VEC_LANES], greater[VEC_LANES];
    VEC(store)(lesser, VEC(lesser)(x, y));
    VEC(store)(greater, VEC(greater)(x, y, VEC(lesser)(x, y)));
    for (int l = 0; l < VEC_LANES; l++)
      if (PART(is_number)(a[l]) && PART(is_number)(b[l])) { /* -0 equals 0 */
        CHECK(lesser[l] == (a[l] < b[l] ? a[l] : b[l]));
        CHECK(greater[l] == (a[l] < b[l] ? b[l] : a[l]));
      }
    for (int c = 1; c < VEC_LANES; c++) {
      for (int l = 0; l < VEC_LANES; l++)
        e[l] = a[l ^ c];
      PART(check_vector)(VEC(xor_lanes)(x, c), e);
    }
    for (int c = 1; c < VEC_LANES; c *= 2) {
      TYPE out[VEC_LANES];
      VEC(store)(out, VEC(order)(x, y, c));
      for (int l = 0; l < VEC_LANES; l++)
        if (PART(is_number)(a[l]) && PART(is_number)(b[l])) { /* -0 equals 0 */
          const bool lesser = (l & c) == 0;
          CHECK(out[l] == ((a[l] < b[l]) == lesser ? a[l] : b[l]));
        }
    }
    if (VEC_LANES == 1) /* a single lane has no lane l ^ c */
      PART(check_vector)(VEC(order)(VEC(xor_lanes)(x, 1), y, 1), a);
  }
}

/* The first k lanes, in memory of exactly these lanes. */
static void PART(check_upto)(const TYPE *a, int k, TYPE fill) {
  const int count = k < 0 ? 0 : k > VEC_LANES ? VEC_LANES : k;
  TYPE *p = GUARD_NEW(TYPE, count), *out = GUARD_NEW(TYPE, count + 1), e[VEC_LANES];
  for (int l = 0; l < VEC_LANES; l++)
    e[l] = l < k ? a[l] : fill;
  memcpy(p, a, (size_t) count * sizeof *p);
  PART(check_vector)(VEC(load_upto)(p, k, fill), e);
  out[0] = fill;
  VEC(store_upto)(out + 1, k, VEC(load)(a));
  CHECK(PART(same)(out[0], fill));
  for (int l = 0; l < count; l++)
    CHECK(PART(same)(out[1 + l], a[l]));
  guard_free(p);
  guard_free(out);
}

static void PART(upto)(void) {
  rng r = {23};
  TYPE a[VEC_LANES];
  for (int k = -2 * VEC_LANES; k <= 4 * 16 * VEC_LANES; k += k < 3 * VEC_LANES ? 1 : 7) {
    TYPE fill = PART(any)(&r);
    for (int l = 0; l < VEC_LANES; l++) {
      a[l] = PART(any)(&r);
      while (PART(same)(a[l], fill))
        fill = PART(any)(&r);
    }
    PART(check_upto)(a, k, fill);
    PART(check_upto)(a, 256, fill);
  }
}

static TYPE PART(any_number)(rng *r) {
  TYPE x;
  do
    x = PART(any)(r);
  while (!PART(is_number)(x));
  return x;
}

/* Splits into memory with room for exactly one vector. */
static void PART(check_split)(const TYPE *a, TYPE pivot, bool equal) {
  TYPE *left = GUARD_NEW(TYPE, VEC_LANES + 1), *right = GUARD_NEW(TYPE, VEC_LANES + 1);
  TYPE less[VEC_LANES], others[VEC_LANES];
  int n = 0, m = 0;
  for (int l = 0; l < VEC_LANES; l++)
    if (equal ? a[l] <= pivot : a[l] < pivot)
      less[n++] = a[l];
    else
      others[m++] = a[l];
  const VEC_TYPE v = VEC(load)(a), p = VEC(set)(pivot);
  CHECK_INT(VEC(split)(left + 1, right + 1 + VEC_LANES, v, p, equal), n);
  for (int l = 0; l < n; l++)
    CHECK(PART(same)(left[1 + l], less[l]));
  for (int l = 0; l < m; l++)
    CHECK(PART(same)(right[1 + n + l], others[l]));
  guard_free(left);
  guard_free(right);
  TYPE *both = GUARD_NEW(TYPE, VEC_LANES); /* both sides share one vector */
  CHECK_INT(VEC(split)(both, both + VEC_LANES, v, p, equal), n);
  for (int l = 0; l < n; l++)
    CHECK(PART(same)(both[l], less[l]));
  for (int l = 0; l < m; l++)
    CHECK(PART(same)(both[n + l], others[l]));
  guard_free(both);
}

static void PART(split)(void) {
  rng r = {22};
  TYPE a[VEC_LANES];
  for (int round = 0; round < 20 * ROUNDS; round++) {
    const TYPE pivot = PART(any_number)(&r);
    for (int l = 0; l < VEC_LANES; l++)
      a[l] = rng_chance(&r, 0.3) ? pivot : PART(any_number)(&r);
    PART(check_split)(a, pivot, false);
    PART(check_split)(a, pivot, true);
  }
}

#include "kernels/for_none.h"
