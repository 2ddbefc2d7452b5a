/* Signs: comparisons as bytes -1, 0 and 1, and sums of their products.

   A step is 64 comparisons of MC_SIGNS_COLUMNS = 32 columns: 2,048 bytes, two halves of 16 columns.
   The words read bits: comparison k of column c is bit k of word g[at[c]], and of m[at[c]]. Its
   byte is 0 where m is 0, else 1 where g is 1, and -1 where g is 0. Unless `masked`, m is not read,
   and means 1 everywhere.

     mc_signs                          32 x 32 sums of 32 bits
     mc_signs_begin(), mc_signs_end()  around all uses of the words below, in the same thread
     mc_signs_rows(to, g, m, at, masked)
                                       a half of a step, column by column: to[c][k]
     mc_signs_fours(to, g, m, at, masked)
                                       a half of a step, four comparisons by four:
                                       to[k / 4][c][k % 4]
     mc_signs_zero(&sums)
     mc_signs_load(&sums, from), mc_signs_store(to, &sums)
                                       from[half of a][half of b][16][16], aligned to 64 bytes
     mc_signs_step(&sums, a, b)        sums[i][j] += the products of column i of a, a step of rows,
                                       and column j of b, a step of fours

   Bytes are aligned to 64 bytes. `masked` is a constant. */

enum { MC_SIGNS_HALF = 16, MC_SIGNS_WORD = 64 };
typedef struct {
  int32_t sum[2][2][MC_SIGNS_HALF][MC_SIGNS_HALF];
} mc_signs;

MC_INLINE void mc_signs_begin(void) {
}

MC_INLINE void mc_signs_end(void) {
}

MC_INLINE int8_t mc_sign_of(uint64_t g, uint64_t m, int k) {
  return (int8_t) ((m >> k & 1) == 0 ? 0 : (g >> k & 1) != 0 ? 1 : -1);
}

MC_INLINE void mc_signs_rows(int8_t *to, const uint64_t *g, const uint64_t *m, const int64_t *at,
                             bool masked) {
  for (int c = 0; c < MC_SIGNS_HALF; c++)
    for (int k = 0; k < MC_SIGNS_WORD; k++)
      to[MC_SIGNS_WORD * c + k] = mc_sign_of(g[at[c]], masked ? m[at[c]] : UINT64_MAX, k);
}

MC_INLINE void mc_signs_fours(int8_t *to, const uint64_t *g, const uint64_t *m, const int64_t *at,
                              bool masked) {
  for (int c = 0; c < MC_SIGNS_HALF; c++)
    for (int k = 0; k < MC_SIGNS_WORD; k++)
      to[(k / 4 * MC_SIGNS_HALF + c) * 4 + k % 4] =
        mc_sign_of(g[at[c]], masked ? m[at[c]] : UINT64_MAX, k);
}

MC_INLINE void mc_signs_zero(mc_signs *sums) {
  memset(sums, 0, sizeof *sums);
}

MC_INLINE void mc_signs_load(mc_signs *sums, const int32_t *from) {
  memcpy(sums, from, sizeof *sums);
}

MC_INLINE void mc_signs_store(int32_t *to, const mc_signs *sums) {
  memcpy(to, sums, sizeof *sums);
}

MC_INLINE void mc_signs_step(mc_signs *sums, const int8_t *a, const int8_t *b) {
  enum { HALF = MC_SIGNS_HALF, BYTES = MC_SIGNS_HALF * MC_SIGNS_WORD };
  for (int ha = 0; ha < 2; ha++)
    for (int hb = 0; hb < 2; hb++)
      for (int i = 0; i < HALF; i++)
        for (int k = 0; k < MC_SIGNS_WORD; k++) {
          const int8_t x = a[ha * BYTES + MC_SIGNS_WORD * i + k];
          const int8_t *y = b + hb * BYTES + k / 4 * HALF * 4 + k % 4;
          for (int j = 0; j < HALF; j++)
            sums->sum[ha][hb][i][j] += x * y[4 * j];
        }
}
