/* Chapter lookups: nibbles of many columns, what a table says of them, and its sums. */

static uint8_t *random_bytes(rng *r, int count, uint32_t below) {
  uint8_t *v = guard_alloc((size_t) count);
  for (int i = 0; i < count; i++)
    v[i] = (uint8_t) rng_below(r, below);
  return v;
}

/* Sums of as many bytes as a run takes, whose halves are as large as they may be, or any. They are
   added to sums that are there, up to the greatest of 16 bits, and accumulated with each factor. */
static void lookups_sums(void) {
  enum { LANES = MC_LOOKUP_LANES, BYTES = MC_LOOKUP_STEP * MC_LOOKUP_RUN };
  rng r = {41};
  uint16_t *sums = guard_alloc(2 * LANES * sizeof *sums);
  int32_t *out = guard_alloc(LANES * sizeof *out);
  for (int round = 0; round < ROUNDS; round++) {
    uint8_t *nibbles = random_bytes(&r, LANES * BYTES, 16),
            *rows = random_bytes(&r, 16 * BYTES, 256);
    for (int i = 0; i < 16 * BYTES; i++) {
      const int low = round == 0 ? 4 : (int) rng_below(&r, 5);
      const int high = round < 2 ? 4 : (int) rng_below(&r, 5);
      rows[i] = (uint8_t) (low + 16 * high);
    }
    int expected[2][LANES];
    memset(sums, 0, 2 * LANES * sizeof *sums);
    memset(expected, 0, sizeof expected);
    const int flushes = round == 0 ? UINT16_MAX / (4 * BYTES) : 2;
    for (int again = 0; again < flushes; again++) {
      mc_lookup_sums s = mc_lookup_sums_zero();
      for (int k = 0; k < BYTES; k += MC_LOOKUP_STEP) {
        mc_nibbles v =
          mc_lookup(mc_lookup_row_load(rows + 16 * k), mc_nibbles_load(nibbles + LANES * k));
        for (int i = 1; i < MC_LOOKUP_STEP; i++)
          v = mc_nibbles_add(v, mc_lookup(mc_lookup_row_load(rows + 16 * (k + i)),
                                          mc_nibbles_load(nibbles + LANES * (k + i))));
        s = mc_lookup_sums_add(s, v);
      }
      mc_lookup_sums_flush(s, sums, sums + LANES);
      for (int k = 0; k < BYTES; k++)
        for (int l = 0; l < LANES; l++) {
          expected[0][l] += rows[16 * k + nibbles[LANES * k + l]] & 15;
          expected[1][l] += rows[16 * k + nibbles[LANES * k + l]] >> 4;
        }
    }
    for (int two = 0; two < 2; two++)
      for (int times = -2; times <= 1; times += times == -1 ? 2 : 1) {
        for (int l = 0; l < LANES; l++)
          out[l] = 1000000 * l;
        for (int part = 0; part < LANES / 16; part++)
          mc_lookup_accumulate(out + 16 * part, sums + two * LANES, part, times);
        for (int l = 0; l < LANES; l++)
          CHECK_INT(out[l], 1000000 * l + times * expected[two][l]);
      }
    guard_free(nibbles);
    guard_free(rows);
  }
  guard_free(sums);
  guard_free(out);
}

/* Nibbles of columns side by side, with nothing written between the rows. */
static void lookups_nibbles(void) {
  enum { LANES = MC_LOOKUP_LANES, STRIDE = 3 * LANES, ROWS = 64 };
  rng r = {42};
  uint8_t *to = guard_alloc(STRIDE * ROWS);
  for (int round = 0; round < ROUNDS; round++) {
    const int offset = round % OFFSETS, block = round % 3;
    const uint8_t *column[LANES];
    uint8_t *bytes = random_bytes(&r, LANES * 40, 256);
    for (int c = 0; c < LANES; c++)
      column[c] = bytes + 40 * c + offset;
    memset(to, 99, STRIDE * ROWS);
    mc_nibbles_make(column, to + block * LANES, STRIDE);
    for (int k = 0; k < ROWS; k++)
      for (int c = 0; c < STRIDE; c++) {
        const int of = c - block * LANES;
        const int byte = of < 0 || of >= LANES ? 0 : column[of][k / 2];
        CHECK_INT(to[k * STRIDE + c], of < 0 || of >= LANES ? 99
                                      : k % 2 == 0          ? byte & 15
                                                            : byte >> 4);
      }
    guard_free(bytes);
  }
  guard_free(to);
}

/* Offsets of rows; nibbles of two comparisons and their masks. */
static void lookups_offsets(void) {
  rng r = {43};
  uint16_t *place = guard_alloc((32 + OFFSETS) * sizeof *place);
  uint8_t *to = guard_alloc(64 + OFFSETS);
  for (int round = 0; round < ROUNDS; round++) {
    const int offset = round % OFFSETS;
    uint8_t *bytes = random_bytes(&r, 64 + OFFSETS, 256);
    const uint8_t *first = bytes + offset, *second = bytes + 32 + offset;
    mc_lookup_offsets(first, second, place + offset);
    mc_nibbles_masked(first, second, to + offset);
    for (int k = 0; k < 32; k++) {
      const int shift = k % 2 * 4;
      CHECK_INT(place[offset + k],
                16 * ((first[k / 2] >> shift & 15) + 16 * (second[k / 2] >> shift & 15)));
    }
    for (int k = 0; k < 128; k++) { /* comparison k % 2 of nibble k / 2 */
      const int byte = k / 2 / 2 % 32, bit = (k / 2 / 64) * 4 + k / 2 % 2 * 2 + k % 2;
      const int nibble = to[offset + k / 2 / 2] >> k / 2 % 2 * 4;
      CHECK_INT(nibble >> k % 2 & 1, first[byte] >> bit & second[byte] >> bit & 1);
      CHECK_INT(nibble >> (2 + k % 2) & 1, second[byte] >> bit & 1);
    }
    guard_free(bytes);
  }
  guard_free(place);
  guard_free(to);
}
