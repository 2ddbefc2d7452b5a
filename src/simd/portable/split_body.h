/* Splitting ranks of one width. split.h defines RANK and WIDTH(), which are undefined here. */

MC_INLINE int64_t WIDTH(mc_lanes_total)(mc_lanes sum) {
  return sum;
}

MC_INLINE int WIDTH(mc_split)(const RANK *v, int count, int bit, RANK *zeros, RANK *ones,
                              mc_lanes *sum) {
  int z = 0, o = 0, lanes = 0;
  for (int l = 0; l < count; l++) {
    RANK x = v[l];
    int one = (int) (x >> bit & 1);
    zeros[z] = x;
    ones[o] = x;
    lanes += l & (one - 1);
    z += 1 - one;
    o += one;
  }
  *sum += lanes;
  return z;
}

#undef RANK
#undef WIDTH
