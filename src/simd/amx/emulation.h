/* Tile registers in plain C, for tests on processors without tiles. As on the hardware, a use of a
   register before mc_signs_begin() or after mc_signs_end() is an error: it ends the program. */

typedef struct {
  bool configured;
  uint8_t row[8][16][64];
} mc_amx_tiles;
static mc_amx_tiles mc_amx;

static inline void mc_amx_configure(const uint8_t *shape) {
  mc_amx.configured = shape[0] == 1;
  for (int t = 0; t < 8; t++)
    mc_amx.configured &= shape[16 + 2 * t] == 64 && shape[17 + 2 * t] == 0 && shape[48 + t] == 16;
  memset(mc_amx.row, 0, sizeof mc_amx.row);
}

static inline void mc_amx_use(void) {
  if (!mc_amx.configured)
    abort();
}

static inline void mc_amx_load(int t, const void *from, int64_t stride) {
  mc_amx_use();
  for (int r = 0; r < 16; r++)
    memcpy(mc_amx.row[t][r], (const char *) from + r * stride, 64);
}

static inline void mc_amx_store(int t, void *to, int64_t stride) {
  mc_amx_use();
  for (int r = 0; r < 16; r++)
    memcpy((char *) to + r * stride, mc_amx.row[t][r], 64);
}

/* Sums of four products of signed bytes: row r, column c of 32 bits. */
static inline void mc_amx_multiply(int to, int a, int b) {
  mc_amx_use();
  for (int r = 0; r < 16; r++)
    for (int c = 0; c < 16; c++) {
      int32_t sum;
      memcpy(&sum, mc_amx.row[to][r] + 4 * c, sizeof sum);
      for (int k = 0; k < 64; k++)
        sum += (int8_t) mc_amx.row[a][r][k] * (int8_t) mc_amx.row[b][k / 4][4 * c + k % 4];
      memcpy(mc_amx.row[to][r] + 4 * c, &sum, sizeof sum);
    }
}

#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stream_loadd
#undef _tile_stored
#undef _tile_dpbssd
#define _tile_loadconfig(shape) mc_amx_configure(shape)
#define _tile_release() (void) (mc_amx.configured = false)
#define _tile_zero(t) (mc_amx_use(), memset(mc_amx.row[t], 0, sizeof mc_amx.row[t]))
#define _tile_loadd(t, from, stride) mc_amx_load(t, from, stride)
#define _tile_stream_loadd(t, from, stride) mc_amx_load(t, from, stride)
#define _tile_stored(t, to, stride) mc_amx_store(t, to, stride)
#define _tile_dpbssd(to, a, b) mc_amx_multiply(to, a, b)
