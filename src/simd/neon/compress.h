/* Compressing lanes by a mask. NEON has no instruction for this; bytes are looked up in one or two
   registers, by entries made of simd/split_table.def. An entry has first the lanes whose bit in the
   mask is set, in their order, then the others. */
#ifndef MC_NEON_COMPRESS_H
#define MC_NEON_COMPRESS_H

typedef struct {
  uint8x16_t low, high;
} mc_two_bytes;

#define MC_BYTES2(l) 2 * (l), 2 * (l) + 1
#define MC_BYTES4(l) 4 * (l), 4 * (l) + 1, 4 * (l) + 2, 4 * (l) + 3
#define MC_BYTES8(l) MC_BYTES4(2 * (l)), MC_BYTES4(2 * (l) + 1)

/* 8 lanes of 8, 16 and 32 bits. */
static const uint8_t mc_split_table8[256][8] __attribute__((aligned(64))) = {
#define MC_SPLIT(a, b, c, d, e, f, g, h) {a, b, c, d, e, f, g, h},
#include "simd/split_table.def"
#undef MC_SPLIT
};
static const uint8_t mc_split_table16[256][16] __attribute__((aligned(64))) = {
#define MC_SPLIT(a, b, c, d, e, f, g, h)                   \
  {MC_BYTES2(a), MC_BYTES2(b), MC_BYTES2(c), MC_BYTES2(d), \
   MC_BYTES2(e), MC_BYTES2(f), MC_BYTES2(g), MC_BYTES2(h)},
#include "simd/split_table.def"
#undef MC_SPLIT
};
static const uint8_t mc_split_table32[256][32] __attribute__((aligned(64))) = {
#define MC_SPLIT(a, b, c, d, e, f, g, h)                   \
  {MC_BYTES4(a), MC_BYTES4(b), MC_BYTES4(c), MC_BYTES4(d), \
   MC_BYTES4(e), MC_BYTES4(f), MC_BYTES4(g), MC_BYTES4(h)},
#include "simd/split_table.def"
#undef MC_SPLIT
};

/* 4 lanes of 64 bits. */
static const uint8_t mc_split_table64[16][32] __attribute__((aligned(64))) = {
#define MC_SPLIT(a, b, c, d) \
  { MC_BYTES8(a), MC_BYTES8(b), MC_BYTES8(c), MC_BYTES8(d) }
  MC_SPLIT(0, 1, 2, 3), MC_SPLIT(0, 1, 2, 3), MC_SPLIT(1, 0, 2, 3), MC_SPLIT(0, 1, 2, 3),
  MC_SPLIT(2, 0, 1, 3), MC_SPLIT(0, 2, 1, 3), MC_SPLIT(1, 2, 0, 3), MC_SPLIT(0, 1, 2, 3),
  MC_SPLIT(3, 0, 1, 2), MC_SPLIT(0, 3, 1, 2), MC_SPLIT(1, 3, 0, 2), MC_SPLIT(0, 1, 3, 2),
  MC_SPLIT(2, 3, 0, 1), MC_SPLIT(0, 2, 3, 1), MC_SPLIT(1, 2, 3, 0), MC_SPLIT(0, 1, 2, 3),
#undef MC_SPLIT
};

#undef MC_BYTES2
#undef MC_BYTES4
#undef MC_BYTES8

/* Looks up bytes of two registers, by an entry of 32 bytes. The instruction needs two neighbouring
   registers; gcc would copy them for each look-up. */
MC_INLINE mc_two_bytes mc_compress32(uint8x16_t low, uint8x16_t high, const uint8_t *entry) {
  __asm__("" : "+r"(entry)); /* one address: gcc would make two */
  const uint8x16x2_t both = {{low, high}};
  const uint8x16_t first = vld1q_u8(entry), second = vld1q_u8(entry + 16);
#ifdef __clang__
  return (mc_two_bytes){vqtbl2q_u8(both, first), vqtbl2q_u8(both, second)};
#else
  mc_two_bytes v;
  __asm__("tbl %0.16b, {%S2.16b - %T2.16b}, %3.16b\n\t"
          "tbl %1.16b, {%S2.16b - %T2.16b}, %4.16b"
          : "=&w"(v.low), "=w"(v.high)
          : "w"(both), "w"(first), "w"(second));
  return v;
#endif
}

MC_INLINE void mc_two_bytes_store(void *to, mc_two_bytes v) {
  vst1q_u8(to, v.low);
  vst1q_u8((uint8_t *) to + 16, v.high);
}

#endif
