/* Splitting ranks of 8, 16 or 32 bits (W) by one of their bits.

     MC_SPLIT<W>_LANES               at most so many at once, up to 64
     mc_split<W>(v, count, bit, zeros, ones, sum)
                                     v[0, count), count >= 1, with the bit 0 go to zeros, the
                                     others to ones, in their order; returns how many are
                                     zeros. MC_SPLIT<W>_LANES may be read, and written to
                                     either. zeros may be v or before it. The zeros' lanes
                                     are added to *sum
     mc_lanes, mc_lanes_zero()       such a sum
     mc_lanes_total<W>(sum)          of at most MC_SPLIT_RUN calls */

enum { MC_SPLIT8_LANES = 64, MC_SPLIT16_LANES = 32, MC_SPLIT32_LANES = 16, MC_SPLIT_RUN = 2048 };
typedef int64_t mc_lanes;

MC_INLINE mc_lanes mc_lanes_zero(void) {
  return 0;
}

#define RANK uint8_t
#define WIDTH(name) name##8
#include "simd/portable/split_body.h"

#define RANK uint16_t
#define WIDTH(name) name##16
#include "simd/portable/split_body.h"

#define RANK uint32_t
#define WIDTH(name) name##32
#include "simd/portable/split_body.h"
