/* A range body that counts missing values and -0 among numbers of one TYPE. It takes vectors x of
   NUMBERS: IS_MISSING(x) is -1 in each lane with a missing value, and IS_NEGATIVE_ZERO(x) is 1 in
   each lane with -0. The last vector is filled up with 1. Lanes of 32 bits hold the counts of BLOCK
   vectors. */
static void NAME(void *context, int64_t first, int64_t last) {
  enum { LANES = sizeof(NUMBERS) / sizeof(TYPE), BLOCK = 1 << 20 };
  counting *c = context;
  const TYPE *a = c->a;
  for (int64_t end; first < last; first = end) {
    WORDS missing = {0}, negative = {0};
    int64_t i = first;
    end = mc_min(last, first + BLOCK * LANES);
    for (; i + LANES <= end; i += LANES) {
      NUMBERS x;
      memcpy(&x, a + i, sizeof x);
      missing -= (WORDS) IS_MISSING(x);
      negative += IS_NEGATIVE_ZERO(x);
    }
    if (i < end) {
      NUMBERS x = (NUMBERS){0} + 1;
      memcpy(&x, a + i, (size_t) (end - i) * sizeof *a);
      missing -= (WORDS) IS_MISSING(x);
      negative += IS_NEGATIVE_ZERO(x);
    }
    for (int lane = 0; lane < LANES; lane++) {
      atomic_fetch_add(&c->missing, (int64_t) missing[lane]);
      atomic_fetch_add(&c->negative_zeros, (int64_t) negative[lane]);
    }
  }
}

#undef NAME
#undef TYPE
#undef NUMBERS
#undef WORDS
#undef IS_MISSING
#undef IS_NEGATIVE_ZERO
