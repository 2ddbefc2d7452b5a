/* kendall_gse: the generic sorting-enabled kernel (section 3.2, algorithm 2 of
   Liu et al.).

     step 1  sort the rows by x, then by y (qsort)
     step 2  scan: pairs tied in x (n_1) and in both (n_3)
     step 3  merge sort by y; an element of the right run that goes before k
             elements of the left run is discordant with those k
     step 4  scan: pairs tied in y (n_2)
     step 5  n_c - n_d = n_0 - n_1 - n_2 + n_3 - 2 n_d

   Contract. Ranks of n rows, ties equal, none missing. O(n log n). `scratch`
   has room for mc_kendall_gse_scratch(n) bytes. */

typedef struct { uint32_t x, y; } gse_row;

static int gse_by_x_then_y(const void *left, const void *right) {
  const gse_row *a = left, *b = right;
  if (a->x != b->x)
    return a->x < b->x ? -1 : 1;
  return (a->y > b->y) - (a->y < b->y);
}

/* in[left, mid) and in[mid, right), each sorted by y, into out[left, right);
   returns the number of discordant pairs across them. */
static int64_t gse_merge(const gse_row *in, gse_row *out, int64_t left,
                         int64_t mid, int64_t right) {
  int64_t l = left, r = mid, p = left, discordant = 0;
  while (l < mid && r < right) {
    if (in[r].y < in[l].y) {
      discordant += mid - l;
      out[p++] = in[r++];
    } else {
      out[p++] = in[l++];
    }
  }
  memcpy(out + p, in + l, (size_t) (mid - l) * sizeof *in);
  p += mid - l;
  memcpy(out + p, in + r, (size_t) (right - r) * sizeof *in);
  return discordant;
}

static mc_kendall_pair_counts MC_FN(kendall_gse)(const uint32_t *x, const uint32_t *y,
                                         int64_t n, void *scratch) {
  gse_row *in = scratch, *out = in + n;
  for (int64_t i = 0; i < n; i++)
    in[i] = (gse_row){x[i], y[i]};
  qsort(in, (size_t) n, sizeof *in, gse_by_x_then_y);

  int64_t n1 = 0, n3 = 0, n2 = 0, nd = 0;
  for (int64_t i = 1, in_x = 0, in_both = 0; i < n; i++) {
    bool same_x = in[i].x == in[i - 1].x;
    in_x = same_x ? in_x + 1 : 0;
    in_both = same_x && in[i].y == in[i - 1].y ? in_both + 1 : 0;
    n1 += in_x;
    n3 += in_both;
  }

  for (int64_t size = 1; size < n; size *= 2) {
    for (int64_t left = 0; left < n; left += 2 * size) {
      int64_t mid = n - left < size ? n : left + size;
      int64_t right = n - mid < size ? n : mid + size;
      nd += gse_merge(in, out, left, mid, right);
    }
    gse_row *swap = in;
    in = out;
    out = swap;
  }

  for (int64_t i = 1, in_y = 0; i < n; i++) {
    in_y = in[i].y == in[i - 1].y ? in_y + 1 : 0;
    n2 += in_y;
  }
  int64_t n0 = mc_kendall_pairs_among(n);
  const int64_t total = n0 - n1 - n2 + n3;
  return (mc_kendall_pair_counts){total - 2 * nd, n0 - n1, n0 - n2, total};
}
