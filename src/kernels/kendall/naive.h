/* kendall_naive: every pair of rows (section 3.1, algorithm 1 of Liu et al.).

     for i = first .. last - 1
       for j = 0 .. i - 1, 32 at a time
         count where x differs, where y differs, and where both do
         s += where both differ, less twice those in which they disagree

   The paper's kernel sums sign(dx) * sign(dy), which gives n_c - n_d for
   tau-a; counting the differences too gives tau-b's n_0 - n_1 and n_0 - n_2, and
   gamma's n_c + n_d.

   Contract. Ranks of at least `last` rows, ties equal, none missing. Counts the pairs of
   rows first <= i < last with all rows before them, so that counts of ranges that make up
   [0, n) add up to those of n rows. O(last (last - first) / 32) vector steps, no scratch. */

static mc_kendall_pair_counts MC_FN(kendall_naive)(const uint32_t *x, const uint32_t *y,
                                           int64_t first, int64_t last) {
  mc_kendall_pair_counts c = {0, 0, 0, 0};
  for (int64_t i = first; i < last; i++) {
    mc_ranks32 xi = mc_ranks32_set(x[i]), yi = mc_ranks32_set(y[i]);
    int64_t j = 0;
    for (; j + 32 <= i; j += 32) {
      mc_ranks32 xj = mc_ranks32_load(x + j), yj = mc_ranks32_load(y + j);
      uint32_t mx = mc_ranks32_ne(xi, xj), my = mc_ranks32_ne(yi, yj);
      uint32_t d = (mc_ranks32_gt(xi, xj) ^ mc_ranks32_gt(yi, yj)) & mx & my;
      c.x_pairs += mc_popcount32(mx);
      c.y_pairs += mc_popcount32(my);
      const int64_t total = mc_popcount32(mx & my);
      c.s += total - 2 * mc_popcount32(d);
      c.total += total;
    }
    for (; j < i; j++) {
      int dx = (x[i] > x[j]) - (x[i] < x[j]), dy = (y[i] > y[j]) - (y[i] < y[j]);
      c.x_pairs += dx != 0;
      c.y_pairs += dy != 0;
      c.s += dx * dy;
      c.total += dx * dy != 0;
    }
  }
  return c;
}
