/* kendall_radix16 and kendall_radix32: for many rows, Knight's algorithm on
   presorted columns and inversions.h.

   Each column comes with its order, so nothing is sorted for a pair.

   One column, u, has no ties:
     w's ranks in the order of u; their inversions are the discordant pairs
     n_c - n_d = n_0 - n_w - 2 n_d

   Both have ties: a group of ties of x has to come in the order of y, or its
   inversions would be taken for discordances. So in the order of y, which is
   at hand, each row is put at the next free place of its group of x (a
   counting sort by x that leaves equals in the order of y):
     n_c - n_d = n_0 - n_1 - n_2 + n_3 - 2 n_d

   Rows that either column lacks are skipped on the way, and ties are counted
   among those that are left.

   kendall_radix32_halves does all of that but for the inversions below the first
   split, and names the two sequences in which these are to be counted, each
   by inversions32: two threads can share a pair.

   Contract. Columns of n ranks with their orders (ranks.h). O(n log n), with
   one random access for each row. `scratch` is 64-byte aligned and has room for
   mc_kendall_radix_scratch(n) bytes. */

#define RADIX(name) name##16
#define RANK uint16_t
#define RANK_NA MC_RANK16_NA
#include "kernels/kendall/radix_body.h"

#define RADIX(name) name##32
#define RANK uint32_t
#define RANK_NA MC_RANK32_NA
#include "kernels/kendall/radix_body.h"

/* Adds `up` to each number. Compilers vectorise the loop of RUN. */
MC_INLINE void radix_move_up(uint32_t *sequence, int64_t n, uint32_t up) {
  enum { RUN = 64 };
  int64_t k = 0;
  for (; k + RUN <= n; k += RUN)
    for (int i = 0; i < RUN; i++)
      sequence[k + i] += up;
  for (; k < n; k++)
    sequence[k] += up;
}

static mc_kendall_pair_counts MC_FN(kendall_radix32_halves)(const mc_kendall_ordered_column *x,
                                                    const mc_kendall_ordered_column *y, int64_t n,
                                                    void *scratch,
                                                    mc_kendall_inversions *half) {
  radix_pair32 p = radix_ready32(x, y, n, scratch);
  uint32_t *ones = radix_spare32(scratch, n);
  if (p.distinct < 2) { /* all tied */
    half[0] = half[1] = (mc_kendall_inversions){p.sequence, 0, 0, ones};
    return p.counts;
  }
  /* the ranks are moved up so that the leading bit splits them in the middle */
  const int bits = radix_bits32(p.distinct) - 1;
  const uint32_t up = (uint32_t) ((((int64_t) 2 << bits) - p.distinct) / 2);
  radix_move_up(p.sequence, p.n, up);
  int64_t passed = 0;
  int64_t count = inversions_split32(p.sequence, p.n, bits, ones, &passed);
  p.counts.s -= 2 * passed;
  /* the ones' scratch is the place that they left, beyond what the zeros' stores
     may reach; the zeros', that of groups */
  half[0] = (mc_kendall_inversions){p.sequence, p.n - count, bits, radix_groups32(scratch, n)};
  half[1] = (mc_kendall_inversions){ones, count, bits,
                            p.sequence + p.n - count + MC_INVERSIONS_PAD};
  return p.counts;
}
