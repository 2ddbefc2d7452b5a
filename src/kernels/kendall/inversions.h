/* inversions16 and inversions32: pairs i < j with v[i] > v[j], by a stable
   radix partition from the leading bit down.

     count(v, bits):
       if few elements and bits are left: compare all pairs in registers
       split v by its bit `bits - 1`, stably, into zeros and ones
       the split's inversions: for each zero, the ones before it
       count(zeros, bits - 1) + count(ones, bits - 1)

   Elements that differ in that bit, and agree in all above it, are compared by
   it alone; equal elements are never told apart, and so add nothing. The ones
   before all Z zeros are the zeros' positions, summed, less Z (Z - 1) / 2.

   No element is merged, and no branch depends on the data: a vector of
   elements is split by a test, two compressions in registers and two stores
   (the vocabulary's mc_split16). Depth first, a node soon fits in the nearest
   cache. Once 16 bits are left a node goes on in 16-bit elements, and once 8
   are, in bytes: twice as many in a vector.

   Memory. The zeros stay at the front of v, the ones go to the scratch. The
   ones are counted first, with the place that they left, v + zeros, as their
   scratch; then the zeros with the whole scratch. A narrowed node lies in the
   scratch and has its former place as its own. What a store of a full vector
   writes behind the end of a node is a place that holds nothing any more, or
   the padding at the end of v or scratch.

   Contract. bits <= 16 or 32, and bits of v[i] above that are the same for all i;
   v and scratch have room for n + MC_INVERSIONS_PAD elements; both are
   overwritten. O(n bits). */

enum { INVERSIONS_FEW = 64, INVERSIONS_FEW_BITS = 7 };

/* What may be read and written behind the end of a node. */
_Static_assert((int) MC_NARROW <= (int) MC_INVERSIONS_PAD &&
                 (int) MC_BYTES <= (int) MC_INVERSIONS_PAD &&
                 (int) MC_SPLIT8_LANES <= (int) MC_INVERSIONS_PAD &&
                 (int) MC_SPLIT16_LANES <= (int) MC_INVERSIONS_PAD &&
                 (int) MC_SPLIT32_LANES <= (int) MC_INVERSIONS_PAD,
               "the padding is too small");

/* Up to 64 elements that agree but in their last `bits` <= 7 bits. They stand in
   a circle of 64 lanes: lane l is compared with the lane d further on, for d =
   1 .. 32. Lanes that go past the end meet an earlier element, less one, so
   that "not greater" says that the earlier one is greater. Lanes without an
   element hold the greatest value. */
MC_INLINE int64_t inversions_few(const uint8_t *v, int n, int bits) {
  int8_t twice[2 * INVERSIONS_FEW];
  mc_bytes a = mc_bytes_few(v, n, bits);
  mc_bytes_store(twice, a);
  mc_bytes_store(twice + INVERSIONS_FEW, mc_bytes_less_one(a));
  mc_tally near = mc_tally_zero();
  MC_UNROLL for (int d = 1; d <= 16; d++)
    near = mc_tally_add(near, a, mc_bytes_load(twice + d), INVERSIONS_FEW - d);
  if (n <= 17)
    return mc_tally_total(near);
  MC_UNROLL for (int d = 17; d < 32; d++)
    near = mc_tally_add(near, a, mc_bytes_load(twice + d), INVERSIONS_FEW - d);
  /* at distance 32 each pair meets twice */
  mc_tally far = mc_tally_add(mc_tally_zero(), a, mc_bytes_load(twice + 32), 32);
  return mc_tally_total(near) + mc_tally_total(far) / 2;
}

#define WIDTH(name) name##8
#define RANK uint8_t
#define LANES MC_SPLIT8_LANES
#include "kernels/kendall/inversions_split.h"

#define WIDTH(name) name##16
#define RANK uint16_t
#define LANES MC_SPLIT16_LANES
#include "kernels/kendall/inversions_split.h"

#define WIDTH(name) name##32
#define RANK uint32_t
#define LANES MC_SPLIT32_LANES
#include "kernels/kendall/inversions_split.h"

static int64_t MC_FN(inversions8)(uint8_t *v, int64_t n, int bits,
                                  uint8_t *scratch) {
  int64_t passed = 0;
  while (n > 1 && bits > 0) {
    if (n <= INVERSIONS_FEW && bits <= INVERSIONS_FEW_BITS)
      return passed + inversions_few(v, (int) n, bits);
    bits--;
    int64_t ones = inversions_split8(v, n, bits, scratch, &passed);
    n -= ones;
    passed += MC_FN(inversions8)(scratch, ones, bits, v + n);
  }
  return passed;
}

static int64_t MC_FN(inversions16)(uint16_t *v, int64_t n, int bits,
                                   uint16_t *scratch) {
  int64_t passed = 0;
  while (n > 1 && bits > 8) {
    bits--;
    int64_t ones = inversions_split16(v, n, bits, scratch, &passed);
    n -= ones;
    passed += MC_FN(inversions16)(scratch, ones, bits, v + n);
  }
  if (n > 1 && bits > 0) {
    uint8_t *narrow = (uint8_t *) scratch;
    for (int64_t i = 0; i < n; i += MC_NARROW)
      mc_narrow16(v + i, narrow + i);
    passed += MC_FN(inversions8)(narrow, n, bits, (uint8_t *) v);
  }
  return passed;
}

static int64_t MC_FN(inversions32)(uint32_t *v, int64_t n, int bits,
                                   uint32_t *scratch) {
  int64_t passed = 0;
  while (n > 1 && bits > 16) {
    bits--;
    int64_t ones = inversions_split32(v, n, bits, scratch, &passed);
    n -= ones;
    passed += MC_FN(inversions32)(scratch, ones, bits, v + n);
  }
  if (n > 1 && bits > 0) {
    uint16_t *narrow = (uint16_t *) scratch;
    for (int64_t i = 0; i < n; i += MC_NARROW)
      mc_narrow32(v + i, narrow + i);
    passed += MC_FN(inversions16)(narrow, n, bits, (uint16_t *) v);
  }
  return passed;
}
