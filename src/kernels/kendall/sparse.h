/* Sparse columns: tau's counts of columns most of whose rows have one value, by the other rows.

   Any value may be a column's *base*, best the one of most rows. Let U be the rows that are off it,
   a(i) = sign(x_i - base), and cx(i) the rows less than x_i, less those greater, of all n; b(i) and
   cy(i) of y; c(i, j) = sign(x_i - x_j) sign(y_i - y_j). Rows fall into B = U_x and U_y (k rows),
   X = U_x without B, Y = U_y without B, and N, neither. Two rows of X and N are tied in y, two
   of Y and N in x. What is left of n_c - n_d, with i in B:

     N        a(i) b(i) |N|,                             |N| = n - |U_x| - |U_y| + k
     X        b(i) (cx(i) of U_x, less that of B)        as y_j is the base
     Y        a(i) (cy(i) of U_y, less that of B)
     X and Y  -(sum of a over X) (sum of b over Y)
     B        sum of c(i, j) over pairs of B

   cx(i) of U_x is cx(i) - (n - |U_x|) a(i). Those of B make, for a pair i, j of B,

     c(i, j) - sign(x_i - x_j) (b(i) - b(j)) - sign(y_i - y_j) (a(i) - a(j))

   which is c(i, j) where i and j are on the same sides of both bases, -c(i, j) where they are of
   one, and -3 c(i, j) of none. Let x' be x with the values below its base put above all others,
   each side in its order. That changes the sign where two rows are on different sides; so it is
   c'(i, j), of x' and y', less 4 c(i, j) where both are different. With k = k++ + k+- + k-+ + k--
   by the signs of a and b,

     n_c - n_d = sum over B of b(i) (cx(i) - n a(i)) + a(i) cy(i)
                 + k (k++ + k-- - k+- - k-+)
                 - (sum of a over U_x, less over B) (sum of b over U_y, less over B)
                 + sum of c'(i, j) over pairs of B - 4 (k++ k-- - k+- k-+)

   all of which is B's, but for two numbers of a column. B of one column with all of a block is
   found as a product of sparse matrices is (Gustavson): for each row of U_x, in the order of x',
   the entries of that row of the block go to lists of their columns, which are in the order of x'
   then. Nothing is compared to find B, and a list costs its length.

   Rows tied in both, for n_c + n_d = (n_0 - n_1) + (n_0 - n_2) - n_0 + n_3: those of N; of X and of
   Y, where a group of t rows of which B has g has (t - g) (t - g - 1) / 2 pairs left; and of B. */

/* ---- the lists ---- */

/* The entries of row r that have a column from `first` on, which stand last. A state is the sum so
   far above the place of the next element. */
MC_INLINE void sparse_row(const mc_kendall_sparse_block *y, uint32_t row, int first,
                          int64_t shifted,
                          int64_t sign, uint32_t rank, uint64_t *state, uint32_t *lists) {
  const mc_kendall_sparse_entry *begin = y->entry + y->row[row], *e = y->entry + y->row[row + 1];
  while (e > begin) {
    const mc_kendall_sparse_entry here = *--e;
    if (here.column < first)
      return;
    const int64_t below = -(int64_t) (here.score & 1), score = here.score >> 1;
    const int64_t sum = sign * score + ((shifted ^ below) - below);
    const uint64_t at = state[here.column];
    lists[at & MC_SPARSE_PLACE] = rank << 16 | here.rank;
    state[here.column] = at + ((uint64_t) sum << MC_SPARSE_PLACE_BITS) + 1;
  }
}

MC_INLINE void sparse_lists(const mc_kendall_sparse_column *x, const mc_kendall_sparse_block *y,
                            int first,
                            uint64_t *state, uint32_t *lists) {
  enum { AHEAD = 12 };
  const int32_t n = (int32_t) y->n;
  memcpy(state, y->list, (size_t) y->columns * sizeof *state);
  for (int32_t k = 0; k < x->count; k++) {
    const int sign = k < x->above ? 1 : -1;
    if (k + AHEAD < x->count)
      __builtin_prefetch(y->entry + y->row[x->row[k + AHEAD] + 1] - 1);
    sparse_row(y, x->row[k], first, x->score[k] - (int64_t) sign * n, sign, x->rank[k], state,
               lists);
  }
}

/* ---- B's own pairs ---- */

/* Sum of the signs of c(i, j) of up to 128 rows in the order of x, in vectors filled up with
   anything. Rows tied in x with the first of a vector are greater than none of it. */
MC_INLINE int64_t sparse_compare(const uint16_t *x, const uint16_t *y, int k) {
  int64_t s = 0;
  for (int lane = 0; lane < k; lane += MC_SPARSE_LANES) {
    const mc_ranks16 xs = mc_ranks16_load(x + lane), ys = mc_ranks16_load(y + lane);
    const int lanes = k - lane < MC_SPARSE_LANES ? k - lane : MC_SPARSE_LANES;
    const uint32_t valid = UINT32_MAX >> (MC_SPARSE_LANES - lanes);
    const uint32_t greater = mc_ranks16_gt(xs, mc_ranks16_set(x[lane])) & valid;
    for (int j = lane + lanes - mc_popcount32(greater); j < k; j++) {
      const mc_ranks16 xj = mc_ranks16_set(x[j]), yj = mc_ranks16_set(y[j]);
      const uint32_t counted = mc_ranks16_gt(xj, xs) & valid;
      s += mc_popcount32(counted & mc_ranks16_gt(yj, ys)) -
           mc_popcount32(counted & mc_ranks16_gt(ys, yj));
    }
  }
  return s;
}

/* Pairs of equal ranks; count[] is 0 before and after. */
MC_INLINE int64_t sparse_ties(const uint16_t *rank, int64_t k, uint32_t *count) {
  int64_t ties = 0;
  for (int64_t i = 0; i < k; i++)
    ties += count[rank[i]]++;
  for (int64_t i = 0; i < k; i++)
    count[rank[i]] = 0;
  return ties;
}

/* Pairs i < j with y_i < y_j, less those with y_i > y_j. y is overwritten. */
MC_INLINE int64_t sparse_ascents(uint16_t *y, int64_t k, int bits,
                                 mc_kendall_sparse_scratch *scratch) {
  const int64_t ties = sparse_ties(y, k, scratch->count);
  return mc_kendall_pairs_among(k) - ties -
         2 * MC_FN(inversions16)(y, k, bits, scratch->sequence[2]);
}

/* Many rows: all ascents less those of rows that are tied in x. */
MC_INLINE int64_t sparse_count(const uint32_t *list, int64_t k, int bits,
                               mc_kendall_sparse_scratch *scratch) {
  uint16_t *x = scratch->sequence[0], *y = scratch->sequence[1];
  int64_t s = 0;
  for (int64_t first = 0, last; first < k; first = last) {
    for (last = first; last < k && list[last] >> 16 == list[first] >> 16; last++)
      y[last - first] = (uint16_t) list[last];
    const int64_t group = last - first;
    if (group > MC_SPARSE_FEW) {
      s -= sparse_ascents(y, group, bits, scratch);
    } else if (group > 1) {
      for (int64_t i = 0; i < group; i++)
        x[i] = (uint16_t) (i + 1);
      s -= sparse_compare(x, y, (int) group);
    }
  }
  for (int64_t i = 0; i < k; i++)
    y[i] = (uint16_t) list[i];
  return s + sparse_ascents(y, k, bits, scratch);
}

/* Sum of c'(i, j) over the pairs of a list, behind which a vector may be read. */
MC_INLINE int64_t sparse_inner(const uint32_t *list, int64_t k, int bits,
                               mc_kendall_sparse_scratch *scratch) {
  uint16_t *x = scratch->sequence[0], *y = scratch->sequence[1];
  if (k < 2)
    return 0;
  if (k > MC_SPARSE_FEW)
    return sparse_count(list, k, bits, scratch);
  for (int64_t v = 0; v < k; v += MC_SPARSE_LANES)
    for (int64_t i = v; i < v + MC_SPARSE_LANES; i++) {
      x[i] = (uint16_t) (list[i] >> 16);
      y[i] = (uint16_t) list[i];
    }
  return sparse_compare(x, y, (int) k);
}

/* ---- a pair ---- */

/* Rows of B by the signs of a and b. */
typedef struct {
  int64_t pp, pm, mp, mm;
} sparse_signs;

MC_INLINE bool sparse_one_sided(const mc_kendall_sparse_column *c) {
  return c->above == 0 || c->above == c->count;
}

MC_INLINE sparse_signs sparse_signs_of(const mc_kendall_sparse_column *x,
                                       const mc_kendall_sparse_column *y,
                                       const uint32_t *list, int64_t k) {
  int64_t above_x = x->above > 0 ? k : 0, above_y = y->above > 0 ? k : 0, both = 0;
  if (sparse_one_sided(x) && sparse_one_sided(y)) {
    both = above_x < above_y ? above_x : above_y;
  } else {
    const uint32_t split_x = (uint32_t) x->split, split_y = (uint32_t) y->split;
    above_x = above_y = 0;
    for (int64_t i = 0; i < k; i++) {
      const int64_t a = list[i] >> 16 < split_x, b = (list[i] & 0xffff) < split_y;
      above_x += a;
      above_y += b;
      both += a & b;
    }
  }
  return (sparse_signs){both, above_x - both, above_y - both, k - above_x - above_y + both};
}

/* Pairs tied in both columns, n_3. */
MC_INLINE int64_t sparse_tied(const mc_kendall_sparse_column *x,
                              const mc_kendall_sparse_column *y, int64_t n,
                              const uint32_t *list, int64_t k, mc_kendall_sparse_scratch *scratch) {
  uint32_t *count = scratch->count;
  int64_t tied = mc_kendall_pairs_among(n - x->count - y->count + k) + x->ties + y->ties;
  for (int64_t first = 0, last; first < k; first = last) {
    const uint32_t rank = list[first] >> 16;
    for (last = first; last < k && list[last] >> 16 == rank; last++)
      tied += count[list[last] & 0xffff]++;
    for (int64_t i = first; i < last; i++)
      count[list[i] & 0xffff] = 0;
    const int64_t size = x->size[rank];
    tied += mc_kendall_pairs_among(size - (last - first)) - mc_kendall_pairs_among(size);
  }
  for (int64_t i = 0; i < k; i++) /* a row less of its group, one after the other */
    tied -= (int64_t) y->size[list[i] & 0xffff] - 1 - count[list[i] & 0xffff]++;
  for (int64_t i = 0; i < k; i++)
    count[list[i] & 0xffff] = 0;
  return tied;
}

/* Contract. s[c], and if `total` tied[c], become n_c - n_d and n_3 of x and column c of the block,
   first <= c < y->columns. Both have n rows, and n and their entries fit
   (mc_kendall_sparse_most()).
   O(entries of the block in rows of U_x, and k log k for each column). */
static void MC_FN(kendall_sparse)(const mc_kendall_sparse_column *x,
                                  const mc_kendall_sparse_block *y, int first,
                                  bool total, mc_kendall_sparse_scratch *scratch, int64_t *s,
                                  int64_t *tied) {
  const int64_t a_sum = 2 * (int64_t) x->above - x->count;
  sparse_lists(x, y, first, scratch->state, scratch->lists);
  for (int c = first; c < y->columns; c++) {
    const mc_kendall_sparse_column *other = y->column + c;
    const uint64_t state = scratch->state[c];
    const uint32_t *list = scratch->lists + y->list[c];
    const int64_t k = (int64_t) ((state & MC_SPARSE_PLACE) - y->list[c]);
    const int64_t sum = (int64_t) state >> MC_SPARSE_PLACE_BITS;
    const sparse_signs q = sparse_signs_of(x, other, list, k);
    const int64_t a = a_sum - (q.pp + q.pm - q.mp - q.mm);
    const int64_t b = 2 * (int64_t) other->above - other->count - (q.pp + q.mp - q.pm - q.mm);
    if (total)
      tied[c] = sparse_tied(x, other, y->n, list, k, scratch);
    s[c] = sum + k * (q.pp + q.mm - q.pm - q.mp) - a * b - 4 * (q.pp * q.mm - q.pm * q.mp) +
           sparse_inner(list, k, other->bits, scratch);
  }
}
