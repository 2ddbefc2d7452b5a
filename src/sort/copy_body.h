/* Copies numbers of one TYPE. IS_MISSING(x) says whether a number is missing. */

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
