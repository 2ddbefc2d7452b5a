/* Tests for one width. split.h defines RANK, WIDTH, SPLIT_LANES and PART(), which are undefined
   here. */

/* Splits the first `count` ranks of a vector by `bit`; zeros go to `back` elements before the
   vector. */
static void PART(check_split)(rng *r, int count, int bit, int back) {
  RANK *v = GUARD_NEW(RANK, back + SPLIT_LANES), *ones = GUARD_NEW(RANK, SPLIT_LANES);
  RANK zeros_expected[SPLIT_LANES], ones_expected[SPLIT_LANES];
  int64_t lanes = 0;
  int z = 0, o = 0;
  const RANK all = (RANK) - (int) rng_below(r, 2);
  const bool same = rng_chance(r, 0.2);
  for (int l = 0; l < SPLIT_LANES; l++) {
    const RANK x = same ? all : (RANK) rng_next(r);
    v[back + l] = x;
    if (l < count && (x >> bit & 1) == 0) {
      zeros_expected[z++] = x;
      lanes += l;
    } else if (l < count) {
      ones_expected[o++] = x;
    }
  }
  mc_lanes sum = mc_lanes_zero();
  CHECK_INT(PART(mc_split)(v + back, count, bit, v, ones, &sum), z);
  CHECK(memcmp(v, zeros_expected, (size_t) z * sizeof *v) == 0);
  CHECK(memcmp(ones, ones_expected, (size_t) o * sizeof *ones) == 0);
  CHECK_INT(PART(mc_lanes_total)(sum), lanes);
  guard_free(v);
  guard_free(ones);
}

/* As many vectors as a sum may take, with zeros in all lanes. */
static void PART(check_run)(void) {
  RANK *v = GUARD_NEW(RANK, SPLIT_LANES), *ones = GUARD_NEW(RANK, SPLIT_LANES);
  mc_lanes sum = mc_lanes_zero();
  CHECK_INT(PART(mc_lanes_total)(sum), 0);
  memset(v, 0, SPLIT_LANES * sizeof *v);
  for (int i = 0; i < MC_SPLIT_RUN; i++)
    CHECK_INT(PART(mc_split)(v, SPLIT_LANES, i % WIDTH, v, ones, &sum), SPLIT_LANES);
  CHECK_INT(PART(mc_lanes_total)(sum),
            (int64_t) MC_SPLIT_RUN * SPLIT_LANES * (SPLIT_LANES - 1) / 2);
  guard_free(v);
  guard_free(ones);
}

static void PART(check_splits)(void) {
  rng r = {WIDTH};
  for (int bit = 0; bit < WIDTH; bit++)
    for (int count = 1; count <= SPLIT_LANES; count++)
      for (int round = 0; round < 4; round++) {
        check_note("bit %d of %d elements", bit, count);
        PART(check_split)(&r, count, bit, round * (int) rng_below(&r, 3));
      }
  PART(check_run)();
}

#undef RANK
#undef WIDTH
#undef SPLIT_LANES
#undef PART
