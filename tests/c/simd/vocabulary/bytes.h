/* Chapter bytes: narrowing, and 64 bytes compared at once. */

static void narrow_words(void) {
  rng r = {5};
  for (int offset = 0; offset < OFFSETS; offset++) {
    uint16_t *v16 = GUARD_NEW(uint16_t, MC_NARROW + offset);
    uint32_t *v32 = GUARD_NEW(uint32_t, MC_NARROW + offset);
    uint8_t *out8 = GUARD_NEW(uint8_t, MC_NARROW + offset);
    uint16_t *out16 = GUARD_NEW(uint16_t, MC_NARROW + offset);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = offset; i < MC_NARROW + offset; i++) {
        v16[i] = rng_chance(&r, 0.1) ? UINT16_MAX : (uint16_t) rng_next(&r);
        v32[i] = rng_chance(&r, 0.1) ? UINT32_MAX : (uint32_t) rng_next(&r);
      }
      mc_narrow16(v16 + offset, out8 + offset);
      mc_narrow32(v32 + offset, out16 + offset);
      for (int i = offset; i < MC_NARROW + offset; i++) {
        CHECK_INT(out8[i], v16[i] & 0xff);
        CHECK_INT(out16[i], v32[i] & 0xffff);
      }
    }
    guard_free(v16);
    guard_free(v32);
    guard_free(out8);
    guard_free(out16);
  }
}

static void check_bytes(mc_bytes a, const int8_t *expected) {
  int8_t *out = GUARD_NEW(int8_t, MC_BYTES + 1);
  mc_bytes_store(out + 1, a);
  for (int l = 0; l < MC_BYTES; l++)
    CHECK_INT(out[l + 1], expected[l]);
  guard_free(out);
}

static int8_t any_byte(rng *r) {
  const int8_t few[] = {-128, -127, -1, 0, 1, 126, 127};
  return rng_chance(r, 0.6) ? few[rng_below(r, 7)] : (int8_t) (rng_below(r, 256) - 128);
}

static void bytes_words(void) {
  rng r = {6};
  int8_t *p = GUARD_NEW(int8_t, MC_BYTES + 1), expected[MC_BYTES];
  uint8_t *v = GUARD_NEW(uint8_t, MC_BYTES);
  for (int round = 0; round < ROUNDS; round++) {
    for (int l = 0; l < MC_BYTES; l++) {
      p[l + 1] = any_byte(&r);
      p[l + 1] = p[l + 1] == -128 ? 0 : p[l + 1];
      v[l] = (uint8_t) rng_next(&r);
    }
    check_bytes(mc_bytes_load(p + 1), p + 1);
    for (int l = 0; l < MC_BYTES; l++)
      expected[l] = (int8_t) (p[l + 1] - 1);
    check_bytes(mc_bytes_less_one(mc_bytes_load(p + 1)), expected);
    for (int n = 0; n <= MC_BYTES; n++) {
      const int bits = (n + round) % 8;
      for (int l = 0; l < MC_BYTES; l++)
        expected[l] = l < n ? (int8_t) (v[l] & ((1 << bits) - 1)) : 127;
      check_bytes(mc_bytes_few(v, n, bits), expected);
    }
  }
  guard_free(p);
  guard_free(v);
}

static void tally_words(void) {
  enum { MOST = 127 };
  rng r = {7};
  int8_t *a = GUARD_NEW(int8_t, MC_BYTES), *b = GUARD_NEW(int8_t, MC_BYTES);
  CHECK_INT(mc_tally_total(mc_tally_zero()), 0);
  for (int wrap = 0; wrap < MC_BYTES; wrap++) {
    mc_tally some = mc_tally_zero(), all = some;
    int64_t expected = 0;
    for (int i = 0; i < MOST; i++) {
      for (int l = 0; l < MC_BYTES; l++) {
        a[l] = any_byte(&r);
        b[l] = rng_chance(&r, 0.2) ? a[l] : any_byte(&r);
        expected += (a[l] > b[l]) == (l < wrap);
      }
      some = mc_tally_add(some, mc_bytes_load(a), mc_bytes_load(b), wrap);
      for (int l = 0; l < MC_BYTES; l++) {
        a[l] = l < wrap ? 127 : -128;
        b[l] = (int8_t) (l < wrap ? rng_below(&r, 255) - 128 : any_byte(&r));
      }
      all = mc_tally_add(all, mc_bytes_load(a), mc_bytes_load(b), wrap);
    }
    check_note("wrap %d", wrap);
    CHECK_INT(mc_tally_total(some), expected);
    CHECK_INT(mc_tally_total(all), MOST * MC_BYTES);
  }
  guard_free(a);
  guard_free(b);
}
