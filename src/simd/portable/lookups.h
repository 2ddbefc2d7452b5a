/* Lookups of nibbles: numbers of four bits of many columns, and sums of what a table says of them.

   A row of a table has 16 bytes. Each half of a byte is a number of its own: the lower half is of
   one column, the upper half of another. Three bytes are added before their halves are summed, so
   an entry is at most 5 in either half, and a sum of three at most 15.

     MC_LOOKUP_LANES                   32 or 64, the columns of a vector
     MC_LOOKUP_STEP                    3, bytes that are added before their halves are summed
     MC_LOOKUP_RUN                     how many such bytes may be summed if a half is at most 12
     mc_nibbles                        a byte for each column
     mc_nibbles_load(p)                aligned to MC_LOOKUP_LANES bytes
     mc_lookup_row, mc_lookup_row_load(p)
                                       a row of a table, aligned to 16 bytes
     mc_lookup(row, v)                 row[v[l]] in lane l; v[l] < 16
     mc_nibbles_add(a, b)              a[l] + b[l]
     mc_lookup_sums                    two sums for each lane
     mc_lookup_sums_zero()             all sums 0
     mc_lookup_sums_add(sums, v)       adds the lower half of v[l] to the first sum of the lane, and
                                       the upper half to the second
     mc_lookup_sums_flush(sums, low, high)
                                       adds the first sums to low[MC_LOOKUP_LANES] and the second to
                                       high[], in an order of lanes that only the next word knows.
                                       Both are aligned to MC_LOOKUP_LANES bytes
     mc_lookup_accumulate(to, sums, part, times)
                                       to[l] += times x the sum of lane 16 part + l, for l < 16.
                                       `sums` are aligned to MC_LOOKUP_LANES bytes
     mc_nibbles_make(column, to, stride)
                                       32 bytes of each of MC_LOOKUP_LANES columns, first byte of
                                       column c at column[c]. The lower half of byte t of column c
                                       goes to to[2 t stride + c], the upper half to
                                       to[(2 t + 1) stride + c]. Rows of `to` are aligned to
                                       MC_LOOKUP_LANES bytes
     mc_lookup_offsets(first, second, to)
                                       of 16 bytes of two columns. Nibbles i of the first and j of
                                       the second column name row i + 16 j of a table: to[2 t] is
                                       the offset of the row of the lower halves of bytes t, in
                                       bytes, to[2 t + 1] that of the upper halves
     mc_nibbles_masked(g, m, to)       nibbles of two comparisons from 32 bytes of two planes of
                                       bits. Bits 0 and 1 of a nibble are those of g & m, bits 2 and
                                       3 those of m. The nibbles of the lower half of byte t are in
                                       byte t of `to`, those of the upper half in byte 32 + t

   Without further words any alignment will do. */

enum { MC_LOOKUP_LANES = 32, MC_LOOKUP_STEP = 3, MC_LOOKUP_RUN = 21 };
typedef struct {
  uint8_t lane[MC_LOOKUP_LANES];
} mc_nibbles;
typedef struct {
  uint8_t entry[16];
} mc_lookup_row;
typedef struct {
  uint16_t low[MC_LOOKUP_LANES], high[MC_LOOKUP_LANES];
} mc_lookup_sums;

MC_INLINE mc_nibbles mc_nibbles_load(const uint8_t *p) {
  mc_nibbles v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_lookup_row mc_lookup_row_load(const uint8_t *p) {
  mc_lookup_row row;
  memcpy(&row, p, sizeof row);
  return row;
}

MC_INLINE mc_nibbles mc_lookup(mc_lookup_row row, mc_nibbles v) {
  for (int l = 0; l < MC_LOOKUP_LANES; l++)
    v.lane[l] = row.entry[v.lane[l]];
  return v;
}

MC_INLINE mc_nibbles mc_nibbles_add(mc_nibbles a, mc_nibbles b) {
  for (int l = 0; l < MC_LOOKUP_LANES; l++)
    a.lane[l] = (uint8_t) (a.lane[l] + b.lane[l]);
  return a;
}

MC_INLINE mc_lookup_sums mc_lookup_sums_zero(void) {
  return (mc_lookup_sums){{0}, {0}};
}

MC_INLINE mc_lookup_sums mc_lookup_sums_add(mc_lookup_sums sums, mc_nibbles v) {
  for (int l = 0; l < MC_LOOKUP_LANES; l++) {
    sums.low[l] = (uint16_t) (sums.low[l] + (v.lane[l] & 15));
    sums.high[l] = (uint16_t) (sums.high[l] + (v.lane[l] >> 4));
  }
  return sums;
}

MC_INLINE void mc_lookup_sums_flush(mc_lookup_sums sums, uint16_t *low, uint16_t *high) {
  for (int l = 0; l < MC_LOOKUP_LANES; l++) {
    low[l] = (uint16_t) (low[l] + sums.low[l]);
    high[l] = (uint16_t) (high[l] + sums.high[l]);
  }
}

MC_INLINE void mc_lookup_accumulate(int32_t *to, const uint16_t *sums, int part, int times) {
  for (int l = 0; l < 16; l++)
    to[l] += times * sums[16 * part + l];
}

MC_INLINE void mc_nibbles_make(const uint8_t *const *column, uint8_t *to, int64_t stride) {
  for (int c = 0; c < MC_LOOKUP_LANES; c++)
    for (int t = 0; t < 32; t++) {
      to[2 * t * stride + c] = column[c][t] & 15;
      to[(2 * t + 1) * stride + c] = column[c][t] >> 4;
    }
}

MC_INLINE void mc_lookup_offsets(const uint8_t *first, const uint8_t *second, uint16_t *to) {
  for (int t = 0; t < 16; t++) {
    to[2 * t] = (uint16_t) ((first[t] & 15) << 4 | (second[t] & 15) << 8);
    to[2 * t + 1] = (uint16_t) ((first[t] >> 4) << 4 | (second[t] >> 4) << 8);
  }
}

MC_INLINE int mc_nibble_masked(int g, int m) {
  return (g & m & 3) | (m & 3) << 2;
}

MC_INLINE void mc_nibbles_masked(const uint8_t *g, const uint8_t *m, uint8_t *to) {
  for (int t = 0; t < 32; t++) {
    to[t] = (uint8_t) (mc_nibble_masked(g[t], m[t]) | mc_nibble_masked(g[t] >> 2, m[t] >> 2) << 4);
    to[32 + t] = (uint8_t) (mc_nibble_masked(g[t] >> 4, m[t] >> 4) |
                            mc_nibble_masked(g[t] >> 6, m[t] >> 6) << 4);
  }
}
