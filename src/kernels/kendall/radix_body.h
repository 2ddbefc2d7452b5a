/* The body of radix.h for one width of ranks: RADIX(), RANK and RANK_NA
   are defined by it and undefined here. */

/* Bits of ranks 0 .. distinct - 1. */
static int RADIX(radix_bits)(int64_t distinct) {
  int bits = 0;
  while (bits < 32 && distinct > (int64_t) 1 << bits)
    bits++;
  return bits;
}

/* A pair made ready: the sequence whose inversions are the discordant pairs, and
   the counts without these. */
typedef struct {
  RANK *sequence;
  int64_t n, distinct; /* ranks in the sequence are below `distinct` */
  mc_kendall_pair_counts counts;
} RADIX(radix_pair);

/* The scratch behind the sequence, which has a second padding for its halves: for
   its inversions, and for groups of ties. */
MC_INLINE RANK *RADIX(radix_spare)(void *scratch, int64_t n) {
  return (RANK *) scratch + n + 2 * MC_INVERSIONS_PAD;
}
MC_INLINE uint32_t *RADIX(radix_groups)(void *scratch, int64_t n) {
  return (uint32_t *) (RADIX(radix_spare)(scratch, n) + n + MC_INVERSIONS_PAD);
}

/* sequence[k] = rank[order[k]], four at a time: a loop of one depends on where its code lies. */
MC_INLINE void RADIX(radix_gather)(const RANK *rank, const RANK *order, int64_t count,
                                   RANK *sequence) {
  enum { STEP = 4 };
  int64_t k = 0;
  for (; k + STEP <= count; k += STEP) {
    RANK v[STEP];
    MC_UNROLL for (int i = 0; i < STEP; i++)
      v[i] = rank[order[k + i]];
    MC_UNROLL for (int i = 0; i < STEP; i++)
      sequence[k + i] = v[i];
  }
  for (; k < count; k++)
    sequence[k] = rank[order[k]];
}

/* u without ties: w's ranks in u's order. x_pairs is of u. */
static RADIX(radix_pair) RADIX(radix_untied)(const mc_kendall_ordered_column *u,
                                             const mc_kendall_ordered_column *w, void *scratch,
                                             int64_t n) {
  RANK *sequence = scratch;
  const RANK *order = u->order, *rank = w->rank;
  int64_t common = 0, tied = 0;
  if (w->missing) {
    for (int64_t k = 0; k < u->present; k++) {
      sequence[common] = rank[order[k]];
      common += sequence[common] != RANK_NA;
    }
  } else {
    RADIX(radix_gather)(rank, order, u->present, sequence);
    common = u->present;
  }
  if (w->tied && (u->missing || w->missing)) {
    uint32_t *group = RADIX(radix_groups)(scratch, n);
    memset(group, 0, (size_t) w->distinct * sizeof *group);
    for (int64_t k = 0; k < common; k++)
      tied += group[sequence[k]]++;
  } else if (w->tied) {
    tied = mc_kendall_pairs_among(w->present) - w->pairs;
  }
  int64_t n0 = mc_kendall_pairs_among(common);
  return (RADIX(radix_pair)){sequence, common, w->distinct,
                             {n0 - tied, n0, n0 - tied, n0 - tied}};
}

static RADIX(radix_pair) RADIX(radix_tied)(const mc_kendall_ordered_column *x,
                                           const mc_kendall_ordered_column *y, void *scratch,
                                           int64_t n) {
  RANK *sequence = scratch;
  uint32_t *end = RADIX(radix_groups)(scratch, n);
  const RANK *order = y->order, *x_rank = x->rank, *y_rank = y->rank;

  memset(end, 0, (size_t) x->distinct * sizeof *end);
  int64_t common = 0, n1 = 0, n2 = 0, n3 = 0;
  for (int64_t k = 0; k < y->present; k++) {
    RANK group = x_rank[order[k]];
    if (group != RANK_NA) {
      n1 += end[group]++;
      common++;
    }
  }
  uint32_t start = 0;
  for (int64_t g = 0; g < x->distinct; g++) {
    uint32_t size = end[g];
    end[g] = start;
    start += size;
  }

  RANK last = RANK_NA;
  for (int64_t k = 0, in_y = 0; k < y->present; k++) {
    RANK group = x_rank[order[k]], value = y_rank[order[k]];
    if (group != RANK_NA) {
      sequence[end[group]++] = value;
      in_y = value == last ? in_y + 1 : 0;
      n2 += in_y;
      last = value;
    }
  }

  int64_t k = 0;
  for (int64_t g = 0; g < x->distinct; g++)
    for (int64_t in_both = 0, first = k; k < (int64_t) end[g]; k++) {
      in_both = k > first && sequence[k] == sequence[k - 1] ? in_both + 1 : 0;
      n3 += in_both;
    }

  int64_t n0 = mc_kendall_pairs_among(common);
  const int64_t total = n0 - n1 - n2 + n3;
  return (RADIX(radix_pair)){sequence, common, y->distinct,
                             {total, n0 - n1, n0 - n2, total}};
}

static RADIX(radix_pair) RADIX(radix_ready)(const mc_kendall_ordered_column *x,
                                            const mc_kendall_ordered_column *y, int64_t n,
                                            void *scratch) {
  if (!x->tied)
    return RADIX(radix_untied)(x, y, scratch, n);
  if (y->tied)
    return RADIX(radix_tied)(x, y, scratch, n);
  RADIX(radix_pair) p = RADIX(radix_untied)(y, x, scratch, n);
  const int64_t x_pairs = p.counts.y_pairs;
  p.counts.y_pairs = p.counts.x_pairs;
  p.counts.x_pairs = x_pairs;
  return p;
}

static mc_kendall_pair_counts MC_FN(RADIX(kendall_radix))(const mc_kendall_ordered_column *x,
                                                  const mc_kendall_ordered_column *y,
                                                  int64_t n, void *scratch) {
  RADIX(radix_pair) p = RADIX(radix_ready)(x, y, n, scratch);
  p.counts.s -= 2 * MC_FN(RADIX(inversions))(
    p.sequence, p.n, RADIX(radix_bits)(p.distinct), RADIX(radix_spare)(scratch, n));
  return p.counts;
}

#undef RADIX
#undef RANK
#undef RANK_NA
