/* inversions16 and inversions32: pairs i < j with v[i] > v[j], by a stable
   radix partition from the leading bit down.

     count(v, bits):
       if few elements are left: compare all pairs of them in registers
       split v by its bit `bits - 1`, stably, into zeros and ones; a zero
         that k ones go before adds k
       count(zeros, bits - 1) + count(ones, bits - 1)

   Elements that differ in that bit, and agree in all above it, are compared by
   it alone; equal elements are never told apart, and so add nothing.

   No element is merged, and no branch depends on the data: a vector of
   elements is split by a test, two compressions in registers and two stores
   (the vocabulary's mc_split16). Depth first, a node soon fits in the nearest
   cache.

   Memory. The zeros stay at the front of v, the ones go to the scratch. The
   ones are counted first, with the place that they left, v + zeros, as their
   scratch; then the zeros with the whole scratch. What a store of a full
   vector writes behind the end of a node is a place that holds nothing any
   more, or the padding at the end of v or scratch.

   Contract. v[i] < 2^bits, bits <= 16 or 32; v and scratch have room for
   n + MC_INVERSIONS_PAD elements; both are overwritten. O(n bits). */

/* Up to 32 elements that agree but in their last `bits` <= 10 bits. With the
   position below the value all are different, and equal values in order. The
   elements stand in a circle: lane l is compared with the lane d further on,
   for d = 1 .. 16; in the lanes that go past the end, the other lane is the
   earlier one and an inversion is a 0. */
MC_INLINE int64_t inversions_few(const uint16_t *v, int n, int bits) {
  uint16_t twice[64];
  const uint16_t mask = (uint16_t) ((1u << bits) - 1);
  for (int l = 0; l < 32; l++) {
    uint16_t value = (uint16_t) ((v[l] & mask) << 5);
    twice[l] = twice[l + 32] = (uint16_t) ((l < n ? value : 0xffe0) | l);
  }
  mc_ranks16 a = mc_ranks16_load(twice);
  int64_t count = 0;
  MC_UNROLL for (int d = 1; d < 16; d++)
    count += mc_popcount32(mc_ranks16_gt(a, mc_ranks16_load(twice + d)) ^
                           UINT32_MAX << (32 - d));
  return count +
         mc_popcount32(mc_ranks16_gt(a, mc_ranks16_load(twice + 16)) & 0xffff);
}

#define WIDTH(name) name##16
#define RANK uint16_t
#define LANES MC_SPLIT16_LANES
#include "inversions_split.h"

#define WIDTH(name) name##32
#define RANK uint32_t
#define LANES MC_SPLIT32_LANES
#include "inversions_split.h"

static int64_t MC_FN(inversions16)(uint16_t *v, int64_t n, int bits,
                                   uint16_t *scratch) {
  int64_t passed = 0;
  while (n > 1 && bits > 0) {
    if (n <= 32 && bits <= 10)
      return passed + inversions_few(v, (int) n, bits);
    bits--;
    int64_t ones = inversions_split16(v, n, bits, scratch, &passed);
    n -= ones;
    passed += MC_FN(inversions16)(scratch, ones, bits, v + n);
  }
  return passed;
}

/* Once 16 bits are left a node goes on in 16-bit elements, in the scratch, with
   its own place as theirs. */
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
    const uint16_t mask = (uint16_t) ((UINT32_C(1) << bits) - 1);
    for (int64_t i = 0; i < n; i++)
      narrow[i] = (uint16_t) (v[i] & mask);
    passed += MC_FN(inversions16)(narrow, n, bits, (uint16_t *) v);
  }
  return passed;
}
