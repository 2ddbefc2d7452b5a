/* Splitting ranks of 8, 16 or 32 bits (W) by one of their bits.

     MC_SPLIT<W>_LANES               the most ranks of a call, up to 64
     mc_split<W>(v, count, bit, zeros, ones, sum)
                                     of v[0, count), count >= 1, ranks whose bit `bit` is 0 go to
                                     `zeros`, the others to `ones`, both in their order; returns
                                     the number of zeros. MC_SPLIT<W>_LANES ranks may be read,
                                     and written to either. `zeros` may be v, or before v. The
                                     lane numbers of the zeros are added to *sum
     mc_lanes, mc_lanes_zero()       a sum of lane numbers
     mc_lanes_total<W>(sum)          the total after at most MC_SPLIT_RUN calls */

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
