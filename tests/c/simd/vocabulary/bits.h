/* Chapters bits, sums and count. */

enum { BITS_WORDS = MC_BITS_BYTES / 8 };
_Static_assert(sizeof(mc_bits) == MC_BITS_BYTES, "a vector of bits has no other bytes");

static void check_bits(mc_bits v, const uint64_t *expected) {
  CHECK(memcmp(&v, expected, MC_BITS_BYTES) == 0);
}

static void bits_words(void) {
  rng r = {1};
  uint64_t *a = GUARD_NEW(uint64_t, BITS_WORDS), *b = GUARD_NEW(uint64_t, BITS_WORDS);
  uint64_t *c = GUARD_NEW(uint64_t, BITS_WORDS), expected[BITS_WORDS];
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < BITS_WORDS; i++) {
      a[i] = any_word(&r);
      b[i] = any_word(&r);
      c[i] = any_word(&r);
    }
    const mc_bits x = mc_bits_load(a), y = mc_bits_load(b), z = mc_bits_load(c);
    check_bits(x, a);
    for (int i = 0; i < BITS_WORDS; i++)
      expected[i] = a[i] & b[i];
    check_bits(mc_bits_and(x, y), expected);
    for (int i = 0; i < BITS_WORDS; i++)
      expected[i] = a[i] ^ b[i];
    check_bits(mc_bits_xor(x, y), expected);
    for (int i = 0; i < BITS_WORDS; i++)
      expected[i] = (a[i] ^ b[i]) & c[i];
    check_bits(mc_bits_xor_and(x, y, z), expected);
    for (int i = 0; i < BITS_WORDS; i++)
      expected[i] = c[0];
    check_bits(mc_bits_set(c[0]), expected);
  }
  guard_free(a);
  guard_free(b);
  guard_free(c);
}

_Static_assert(sizeof(mc_sums) == sizeof(mc_bits), "sums have the lanes of bits");

static void check_sums(mc_sums v, const uint64_t *expected) {
  int64_t *got = GUARD_NEW(int64_t, MC_SUMS_LANES);
  mc_sums_store(got, v);
  CHECK(memcmp(got, expected, MC_BITS_BYTES) == 0);
  guard_free(got);
}

static void sums_words(void) {
  rng r = {12};
  const int64_t edges[] = {0, 1, -1, INT32_MAX, INT32_MIN};
  int64_t *a = GUARD_NEW(int64_t, MC_SUMS_LANES), *b = GUARD_NEW(int64_t, MC_SUMS_LANES);
  uint64_t expected[MC_SUMS_LANES];
  for (int round = 0; round < ROUNDS; round++) {
    const bool narrow = round % 2 == 0; /* factors */
    for (int l = 0; l < MC_SUMS_LANES; l++) {
      a[l] = rng_chance(&r, 0.3) ? edges[rng_below(&r, 5)] : (int64_t) rng_next(&r);
      b[l] = rng_chance(&r, 0.3) ? edges[rng_below(&r, 5)] : (int64_t) rng_next(&r);
      if (narrow) {
        a[l] = (int32_t) a[l];
        b[l] = (int32_t) b[l];
      }
    }
    const mc_sums x = mc_sums_load(a), y = mc_sums_load(b);
    for (int l = 0; l < MC_SUMS_LANES; l++)
      expected[l] = (uint64_t) a[l] + (uint64_t) b[l];
    check_sums(mc_sums_add(x, y), expected);
    for (int l = 0; l < MC_SUMS_LANES; l++)
      expected[l] = (uint64_t) a[l] - (uint64_t) b[l];
    check_sums(mc_sums_sub(x, y), expected);
    for (int l = 0; l < MC_SUMS_LANES; l++)
      expected[l] = (uint64_t) a[0];
    check_sums(mc_sums_set(a[0]), expected);
    for (int l = 0; l < MC_SUMS_LANES && narrow; l++)
      expected[l] = (uint64_t) (a[l] * b[l]);
    if (narrow)
      check_sums(mc_sums_mul(x, y), expected);
  }
  guard_free(a);
  guard_free(b);
}

static int ones_of(const uint64_t *word) {
  int ones = 0;
  for (int i = 0; i < 8 * MC_BITS_BYTES; i++)
    ones += (int) (word[i / 64] >> i % 64 & 1);
  return ones;
}

/* Four counts of `run` vectors each; with `full` the vectors have all bits. */
static void check_count(rng *r, int64_t run, bool full) {
  enum { VECTORS = 5 };
  uint64_t *v = GUARD_NEW(uint64_t, VECTORS * BITS_WORDS);
  int64_t *sum = GUARD_NEW(int64_t, 4), expected[4], ones[VECTORS];
  for (int i = 0; i < VECTORS * BITS_WORDS; i++)
    v[i] = full ? UINT64_MAX : any_word(r);
  for (int k = 0; k < VECTORS; k++)
    ones[k] = ones_of(v + k * BITS_WORDS);
  mc_count count[4];
  for (int j = 0; j < 4; j++) {
    sum[j] = expected[j] = rng_below(r, INT64_C(1) << 60);
    count[j] = mc_count_zero();
    for (int64_t i = 0; i < run; i++) {
      const int k = (int) ((i * (j + 1) + j) % VECTORS);
      count[j] = mc_count_add(count[j], mc_bits_load(v + k * BITS_WORDS));
      expected[j] += ones[k];
    }
  }
  mc_count_flush4(sum, count[0], count[1], count[2], count[3]);
  for (int j = 0; j < 4; j++)
    CHECK_INT(sum[j], expected[j]);
  guard_free(v);
  guard_free(sum);
}

/* A count of `run` vectors, word by word. */
static void check_count_sums(rng *r, int64_t run, bool full) {
  uint64_t *v = GUARD_NEW(uint64_t, BITS_WORDS), expected[MC_SUMS_LANES] = {0};
  mc_count count = mc_count_zero();
  for (int64_t k = 0; k < run; k++) {
    for (int i = 0; i < BITS_WORDS; i++) {
      v[i] = full ? UINT64_MAX : any_word(r);
      for (int bit = 0; bit < 64; bit++)
        expected[i] += v[i] >> bit & 1;
    }
    count = mc_count_add(count, mc_bits_load(v));
  }
  check_sums(mc_count_sums(count), expected);
  guard_free(v);
}

static void count_words(void) {
  rng r = {2};
  const int64_t most = MC_COUNT_RUN;
  for (int64_t run = 0; run <= most && run < 40; run++)
    check_count(&r, run, false);
  for (int64_t run = 0; run <= most && run < 40; run++) {
    check_count_sums(&r, run, false);
    check_count_sums(&r, run, true);
  }
  check_count(&r, most, true);
  check_count(&r, most, false);
}
