/* Ties of concordance_ties.c, for counts or weights:
     SUM, SEEN           types of a sum over pairs, and over rows
     PART(name)
     WEIGHT(o, position) of a row */

/* Deaths of one time, first <= i < last, with the same rank. */
static inline SUM PART(tied_run)(const mc_outcome *o, const void *rank, int width, int32_t first,
                                 int32_t last, SEEN *seen) {
  SUM pairs = 0;
  for (int32_t i = first; i < last; i++) {
    const int64_t r = rank_at(rank, width, o->n, i);
    pairs += r < o->n ? (SUM) seen[r] * WEIGHT(o, i) : 0;
    seen[r] += WEIGHT(o, i);
  }
  for (int32_t i = first; i < last; i++)
    seen[rank_at(rank, width, o->n, i)] = 0;
  return pairs;
}

/* `width` is a constant in each call. */
static inline mc_concordance_ties PART(tied)(const mc_outcome *o, const void *rank, int width,
                                             SEEN *seen) {
  SUM x = 0, xy = 0;
  for (int64_t k = 0; k < o->list.count;) {
    /* the deaths of a stratum */
    const int32_t begin = o->list.begin[k];
    int32_t done = begin;
    for (; k < o->list.count && o->list.begin[k] == begin; k++) {
      const int32_t i = o->list.row[k];
      for (; done < o->list.end[k]; done++)
        seen[rank_at(rank, width, o->n, done)] += WEIGHT(o, done);
      const int64_t r = rank_at(rank, width, o->n, i);
      x += r < o->n ? (SUM) seen[r] * WEIGHT(o, i) : 0;
    }
    for (int32_t i = begin; i < done; i++)
      seen[rank_at(rank, width, o->n, i)] = 0;
  }
  for (int64_t k = 0; k < o->list.count && o->tied_deaths; k++) {
    const int32_t first = o->list.row[k], last = o->last[first];
    if (last - first > 1 && o->first[first] == first)
      xy += PART(tied_run)(o, rank, width, first, last, seen);
  }
  return (mc_concordance_ties){(double) x, (double) xy};
}

#undef SUM
#undef SEEN
#undef PART
#undef WEIGHT
