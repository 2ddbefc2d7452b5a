/* Chapter signs: bytes of comparisons, and sums of their products. */

enum {
  SIGNS_BYTES = MC_SIGNS_HALF * MC_SIGNS_WORD, /* of a half of a step */
  SIGNS_SUMS = 4 * MC_SIGNS_HALF * MC_SIGNS_HALF
};

static int sign_of(uint64_t g, uint64_t m, int k) {
  return (m >> k & 1) == 0 ? 0 : (g >> k & 1) != 0 ? 1 : -1;
}

static void signs_bytes(void) {
  enum { WORDS = 200 };
  rng r = {21};
  uint64_t *g = GUARD_NEW(uint64_t, WORDS), *m = GUARD_NEW(uint64_t, WORDS);
  int8_t *rows = guard_alloc(SIGNS_BYTES), *fours = guard_alloc(SIGNS_BYTES);
  for (int round = 0; round < ROUNDS; round++) {
    int64_t at[MC_SIGNS_HALF];
    for (int w = 0; w < WORDS; w++) {
      g[w] = any_word(&r);
      m[w] = any_word(&r);
    }
    for (int c = 0; c < MC_SIGNS_HALF; c++)
      at[c] = (int64_t) rng_below(&r, WORDS);
    for (int masked = 0; masked < 2; masked++) {
      memset(rows, 99, SIGNS_BYTES);
      memset(fours, 99, SIGNS_BYTES);
      if (masked) {
        mc_signs_rows(rows, g, m, at, true);
        mc_signs_fours(fours, g, m, at, true);
      } else {
        mc_signs_rows(rows, g, m, at, false);
        mc_signs_fours(fours, g, m, at, false);
      }
      for (int c = 0; c < MC_SIGNS_HALF; c++)
        for (int k = 0; k < MC_SIGNS_WORD; k++) {
          const int expected = sign_of(g[at[c]], masked ? m[at[c]] : UINT64_MAX, k);
          CHECK_INT(rows[MC_SIGNS_WORD * c + k], expected);
          CHECK_INT(fours[(k / 4 * MC_SIGNS_HALF + c) * 4 + k % 4], expected);
        }
    }
  }
  guard_free(g);
  guard_free(m);
  guard_free(rows);
  guard_free(fours);
}

/* Sums of any bytes, of several steps. They begin at 0, and go on from sums in memory. */
static void signs_products(void) {
  enum { STEPS = 3, HALF = MC_SIGNS_HALF };
  rng r = {22};
  int8_t *a = guard_alloc(STEPS * 2 * SIGNS_BYTES), *b = guard_alloc(STEPS * 2 * SIGNS_BYTES);
  int32_t *sums = guard_alloc(SIGNS_SUMS * sizeof *sums);
  int32_t *expected = GUARD_NEW(int32_t, SIGNS_SUMS);
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < STEPS * 2 * SIGNS_BYTES; i++) {
      a[i] = (int8_t) ((int) rng_below(&r, 256) - 128);
      b[i] = (int8_t) ((int) rng_below(&r, 256) - 128);
    }
    for (int i = 0; i < SIGNS_SUMS; i++)
      sums[i] = expected[i] = round % 2 == 0 ? 0 : (int32_t) rng_below(&r, 1000000) - 500000;
    for (int k = 0; k < STEPS; k++)
      for (int i = 0; i < 2 * HALF; i++)
        for (int j = 0; j < 2 * HALF; j++)
          for (int c = 0; c < MC_SIGNS_WORD; c++) {
            const int8_t x = a[((k * 2 + i / HALF) * HALF + i % HALF) * MC_SIGNS_WORD + c];
            const int8_t y =
              b[(k * 2 + j / HALF) * SIGNS_BYTES + (c / 4 * HALF + j % HALF) * 4 + c % 4];
            expected[((i / HALF * 2 + j / HALF) * HALF + i % HALF) * HALF + j % HALF] += x * y;
          }
    mc_signs t;
    mc_signs_begin();
    if (round % 2 == 0)
      mc_signs_zero(&t);
    else
      mc_signs_load(&t, sums);
    for (int k = 0; k < STEPS; k++)
      mc_signs_step(&t, a + (int64_t) k * 2 * SIGNS_BYTES, b + (int64_t) k * 2 * SIGNS_BYTES);
    mc_signs_store(sums, &t);
    mc_signs_end();
    for (int i = 0; i < SIGNS_SUMS; i++)
      CHECK_INT(sums[i], expected[i]);
  }
  guard_free(a);
  guard_free(b);
  guard_free(sums);
  guard_free(expected);
}
