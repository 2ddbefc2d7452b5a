/* Loops over numbers of one TYPE. IS_MISSING(x) and IS_NEGATIVE_ZERO(x) say what a number is. */

static void NAME(count)(void *context, int64_t first, int64_t last) {
  counting *c = context;
  const TYPE *from = c->from;
  int64_t missing = 0, negative = 0;
  for (int64_t i = first; i < last; i++) {
    missing += IS_MISSING(from[i]);
    negative += IS_NEGATIVE_ZERO(from[i]);
  }
  atomic_fetch_add(&c->missing, missing);
  atomic_fetch_add(&c->negative, negative);
}

/* Copies missing values to `missing` (NULL: nowhere) and others to `to`, both in their order. */
static void NAME(copy)(const TYPE *from, int64_t n, TYPE *to, TYPE *missing) {
  for (int64_t i = 0; i < n; i++)
    if (IS_MISSING(from[i])) {
      if (missing != NULL)
        *missing++ = from[i];
    } else {
      *to++ = from[i];
    }
}

#undef TYPE
#undef NAME
#undef IS_MISSING
#undef IS_NEGATIVE_ZERO
