/* The tree of concordance_tree.c, for counts or weights:
     SUM                 the type of d
     PART(name)
     WEIGHT(o, position) of a row
     ROWS, DEATHS        names of the sums of rows and deaths
     LATER, EARLIER      functions of outcome.h */

typedef struct {
  const mc_outcome *o;
  const mc_outcome_sums *sums;
  SUM *d;
  bool tied;
} PART(tree);

/* Few rows: each with each. a comes before b in the order of x. */
static void PART(few)(const PART(tree) * t, const uint64_t *entry, int64_t count) {
  const int32_t *end = t->o->end;
  for (int64_t a = 0; a < count; a++) {
    const int32_t i = position_of(entry[a]), end_i = end[i];
    SUM mine = 0;
    for (int64_t b = a + 1; b < count; b++) {
      const int32_t j = position_of(entry[b]);
      const int sign = ((j < end_i) - (i < end[j])) * (rank_of(entry[a]) != rank_of(entry[b]));
      mine += (SUM) sign * WEIGHT(t->o, j);
      t->d[j] += (SUM) sign * WEIGHT(t->o, i);
    }
    t->d[i] += mine;
  }
}

/* The rows of a node, whose halves go to `to`: first `left` late rows. No two have the same x. */
static void PART(part)(const PART(tree) * t, const uint64_t *entry, int64_t count, int64_t left,
                       int32_t low, int32_t middle, int32_t high, uint64_t *to) {
  const SUM all_late = t->sums->ROWS[middle] - t->sums->ROWS[low];
  const SUM all_early = t->sums->DEATHS[high] - t->sums->DEATHS[middle];
  SUM late = 0, early = 0; /* with lesser x: late rows, early deaths */
  for (int64_t k = 0, lates = 0; k < count; k++) {
    const uint64_t e = entry[k];
    const int32_t i = position_of(e);
    const int is_late = i < middle, is_early = !is_late & dies(e);
    to[is_late ? lates : left + k - lates] = e;
    lates += is_late;
    /* products, because a branch would be predicted wrongly half of the time */
    t->d[i] +=
      (SUM) is_late * (early - (all_early - early)) + (SUM) is_early * ((all_late - late) - late);
    late += (SUM) is_late * WEIGHT(t->o, i);
    early += (SUM) is_early * WEIGHT(t->o, i);
  }
}

/* The same if rows may have the same x. */
static void PART(part_tied)(const PART(tree) * t, const uint64_t *entry, int64_t count,
                            int64_t left, int32_t low, int32_t middle, int32_t high, uint64_t *to) {
  const SUM all_late = t->sums->ROWS[middle] - t->sums->ROWS[low];
  const SUM all_early = t->sums->DEATHS[high] - t->sums->DEATHS[middle];
  SUM late = 0, early = 0;
  for (int64_t first = 0, last, lates = 0; first < count; first = last) {
    SUM late_here = 0, early_here = 0; /* with the same x */
    for (last = first; last < count && rank_of(entry[last]) == rank_of(entry[first]); last++) {
      const uint64_t e = entry[last];
      const int32_t i = position_of(e);
      const int is_late = i < middle, is_early = !is_late & dies(e);
      to[is_late ? lates : left + last - lates] = e;
      lates += is_late;
      late_here += (SUM) is_late * WEIGHT(t->o, i);
      early_here += (SUM) is_early * WEIGHT(t->o, i);
    }
    const SUM of_late = early - (all_early - early - early_here);
    const SUM of_early = (all_late - late - late_here) - late;
    for (int64_t k = first; k < last; k++) {
      const int32_t i = position_of(entry[k]);
      const int is_late = i < middle, is_early = !is_late & dies(entry[k]);
      t->d[i] += (SUM) is_late * of_late + (SUM) is_early * of_early;
    }
    late += late_here;
    early += early_here;
  }
}

static void PART(split)(const PART(tree) * t, uint64_t *entry, uint64_t *other, int64_t count,
                        int32_t low, int32_t high) {
  if (count < 2 || t->sums->deaths[high] == t->sums->deaths[low])
    return;
  if (count <= FEW) {
    PART(few)(t, entry, count);
    return;
  }
  const int32_t middle = cut(t->o, low, high);
  if (middle == high)
    return;
  const int64_t left = t->sums->rows[middle] - t->sums->rows[low];
  (t->tied ? PART(part_tied) : PART(part))(t, entry, count, left, low, middle, high, other);
  PART(split)(t, other, entry, left, low, middle);
  PART(split)(t, other + left, entry + left, count - left, middle, high);
}

static mc_concordance_sums PART(sum)(const mc_outcome *o, const mc_outcome_sums *sums,
                                     const SUM *d) {
  double pairs = 0, difference = 0, squares = 0;
  for (int32_t i = 0; i < (int32_t) o->n; i++) {
    if (sums->rows[i] == sums->rows[i + 1])
      continue;
    pairs += (double) WEIGHT(o, i) * (double) LATER(o, sums->ROWS, i);
    difference += (double) WEIGHT(o, i) * (double) d[i];
  }
  difference /= 2;
  for (int32_t i = 0; i < (int32_t) o->n; i++) {
    if (sums->rows[i] == sums->rows[i + 1])
      continue;
    const double partners = (double) (LATER(o, sums->ROWS, i) + EARLIER(o, sums->DEATHS, i));
    const double u = (double) WEIGHT(o, i) * ((double) d[i] * pairs - partners * difference);
    squares += u * u;
  }
  return (mc_concordance_sums){pairs, difference, squares};
}

static mc_concordance_sums PART(column)(const mc_outcome *o, const mc_outcome_sums *sums,
                                        uint64_t *entry, uint64_t *other, SUM *d, bool tied) {
  const PART(tree) t = {o, sums, d, tied};
  for (int64_t i = 0; i < o->n; i++)
    d[i] = 0;
  for (int32_t s = 0; s < o->strata; s++) {
    const int32_t low = o->begin[s], high = o->begin[s + 1];
    const int64_t at = sums->rows[low];
    PART(split)(&t, entry + at, other + at, sums->rows[high] - at, low, high);
  }
  return PART(sum)(o, sums, d);
}

#undef SUM
#undef PART
#undef WEIGHT
#undef ROWS
#undef DEATHS
#undef LATER
#undef EARLIER
