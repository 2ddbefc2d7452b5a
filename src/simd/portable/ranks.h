/* Ranks: 32 lanes of 16 bits. A comparison gives a word of 32 bits, bit l for lane l.

     mc_ranks16_load(p)              any alignment
     mc_ranks16_set(x)               x in all lanes
     mc_ranks16_gt(a, b)             a > b, unsigned
     mc_ranks16_ne(a, b)             a != b
     mc_ranks16_rows_gt(block, rows, count, out)
                                     out[k] = (rows[k] > each lane of block), 0 <= k < count <= 16
     mc_ranks16_rows_ne(block, rows, count, out)
                                     the same for !=

   and the same for ranks of 32 bits, mc_ranks32; and for such a word

     mc_popcount32(v)                the number of its ones */

typedef struct {
  uint16_t lane[32];
} mc_ranks16;
typedef struct {
  uint32_t lane[32];
} mc_ranks32;

MC_INLINE mc_ranks16 mc_ranks16_load(const uint16_t *p) {
  mc_ranks16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_load(const uint32_t *p) {
  mc_ranks32 v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_ranks16 mc_ranks16_set(uint16_t x) {
  mc_ranks16 v;
  for (int l = 0; l < 32; l++)
    v.lane[l] = x;
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  mc_ranks32 v;
  for (int l = 0; l < 32; l++)
    v.lane[l] = x;
  return v;
}

/* 32 bytes of 0 or 1 become 32 bits: the product moves the lowest bit of byte i to bit 56 + i. */
MC_INLINE uint32_t mc_gather_bits(const uint8_t *flag) {
  uint32_t mask = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t part = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t eight;
    memcpy(&eight, flag + 8 * i, 8);
    part = (uint32_t) (eight * UINT64_C(0x0102040810204080) >> 56);
#else
    for (int j = 0; j < 8; j++)
      part |= (uint32_t) flag[8 * i + j] << j;
#endif
    mask |= part << 8 * i;
  }
  return mask;
}

MC_INLINE uint32_t mc_ranks16_gt(mc_ranks16 a, mc_ranks16 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] > b.lane[l];
  return mc_gather_bits(flag);
}

MC_INLINE uint32_t mc_ranks32_gt(mc_ranks32 a, mc_ranks32 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] > b.lane[l];
  return mc_gather_bits(flag);
}

MC_INLINE uint32_t mc_ranks16_ne(mc_ranks16 a, mc_ranks16 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] != b.lane[l];
  return mc_gather_bits(flag);
}

MC_INLINE uint32_t mc_ranks32_ne(mc_ranks32 a, mc_ranks32 b) {
  uint8_t flag[32];
  for (int l = 0; l < 32; l++)
    flag[l] = a.lane[l] != b.lane[l];
  return mc_gather_bits(flag);
}

#define ROWS_BODY "simd/portable/rows_body.h"
#include "simd/portable/rows.h"

MC_INLINE int mc_popcount32(uint32_t v) {
  v -= v >> 1 & UINT32_C(0x55555555);
  v = (v & UINT32_C(0x33333333)) + (v >> 2 & UINT32_C(0x33333333));
  v = (v + (v >> 4)) & UINT32_C(0x0f0f0f0f);
  return (int) (v * UINT32_C(0x01010101) >> 24);
}
