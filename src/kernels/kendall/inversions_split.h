/* The splitting loop of inversions.h for one width of ranks: WIDTH(), RANK and
   LANES are defined by it and undefined here. */

/* Splits v[0, n) by `bit`: zeros to v, ones to `ones`. Returns how many are
   ones; *passed grows by the pairs of a one before a zero.

   A zero's position is its vector's, LANES k, and its lane's. The former sum
   up, by parts, to LANES ((K - 1) Z - the sum over all K vectors of the zeros
   before it). */
MC_INLINE int64_t WIDTH(inversions_split)(RANK *v, int64_t n, int bit,
                                         RANK *ones, int64_t *passed) {
  const int64_t full = n / LANES * LANES, run = (int64_t) MC_SPLIT_RUN * LANES;
  int64_t zeros = 0, before = 0, lanes = 0;
  for (int64_t i = 0; i < full;) {
    const int64_t end = full - i < run ? full : i + run;
    mc_lanes sum = mc_lanes_zero();
    for (; i < end; i += LANES) {
      before += zeros;
      zeros += WIDTH(mc_split)(v + i, LANES, bit, v + zeros, ones + i - zeros, &sum);
    }
    lanes += WIDTH(mc_lanes_total)(sum);
  }
  if (full < n) {
    mc_lanes sum = mc_lanes_zero();
    before += zeros;
    zeros += WIDTH(mc_split)(v + full, (int) (n - full), bit, v + zeros,
                             ones + full - zeros, &sum);
    lanes += WIDTH(mc_lanes_total)(sum);
  }
  const int64_t vectors = (n + LANES - 1) / LANES;
  *passed += LANES * ((vectors - 1) * zeros - before) + lanes -
             zeros * (zeros - 1) / 2;
  return n - zeros;
}

#undef WIDTH
#undef RANK
#undef LANES
