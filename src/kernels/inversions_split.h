/* The splitting loop of inversions.h for one width of ranks: WIDTH(), RANK and
   LANES are defined by it and undefined here. */

/* Splits v[0, n) by `bit`: zeros to v, ones to `ones`. Returns how many are
   ones; *passed grows by the pairs of a one before a zero. */
MC_INLINE int64_t WIDTH(inversions_split)(RANK *v, int64_t n, int bit,
                                         RANK *ones, int64_t *passed) {
  RANK *zero = v, *one = ones;
  mc_split s = mc_split_begin();
  for (int64_t i = 0; i < n; i += LANES) {
    int count = n - i < LANES ? (int) (n - i) : LANES;
    int is_one = WIDTH(mc_split)(&s, v + i, count, bit, zero, one);
    *passed += (one - ones) * (count - is_one);
    zero += count - is_one;
    one += is_one;
    if (s.vectors == MC_SPLIT_RUN) {
      *passed += mc_split_passed(s);
      s = mc_split_begin();
    }
  }
  *passed += mc_split_passed(s);
  return one - ones;
}

#undef WIDTH
#undef RANK
#undef LANES
