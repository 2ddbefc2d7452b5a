/* concordance_pairs: the concordance of 32 columns with one outcome, by all comparable pairs.

     for each vector of columns
       side by side: element l of row i is the rank of column l in row i
       d[i] = 0 for all rows i
       for each death i, for each row j that it is compared with (j lived longer)
         v = sign(x[j] - x[i]);  d[i] += v;  d[j] += v
       difference = sum of d / 2                  pairs concordant less discordant
       squares = sum of (d[i] pairs - partners[i] difference)^2

   A lane is a column. So nothing depends on where the comparable rows of a death end, no vector is
   summed up, and the pairs of four deaths with a row cost one load and one store of d[j]. Rows j
   are taken in blocks that stay in the nearest cache.

   Contract. Ranks below 2^15 of n <= MC_CONCORDANCE_ROWS rows; column c is at rank + c stride, and
   has room for n rounded up to a multiple of 8. A column with other ranks gets numbers without a
   meaning. Squares are summed row by row, in order. O(pairs + n). */

/* `count` deaths and rows below `high` from `low` on. `count` is a constant in each call. */
MC_INLINE void concordance_deaths(const mc_concordance_deaths *o, int64_t k, const int count,
                                  int64_t low, int64_t high, const uint16_t *x, uint16_t *d) {
  enum { L = MC_U16_LANES };
  mc_u16 own[4], sum[4];
  MC_UNROLL for (int t = 0; t < count; t++) {
    own[t] = mc_u16_load(x + (int64_t) o->row[k + t] * L);
    sum[t] = mc_u16_set(0);
  }
  const int64_t begin = o->begin[k] > low ? o->begin[k] : low; /* of one stratum, ends ascend */
  const int64_t common = o->end[k] < high ? o->end[k] : high;
  for (int64_t j = begin; j < common; j++) {
    const mc_u16 other = mc_u16_load(x + j * L);
    mc_u16 mine = mc_u16_load(d + j * L);
    MC_UNROLL for (int t = 0; t < count; t++) {
      const mc_u16 v = mc_u16_signs(other, own[t]);
      sum[t] = mc_u16_add(sum[t], v);
      mine = mc_u16_add(mine, v);
    }
    mc_u16_store(d + j * L, mine);
  }
  MC_UNROLL for (int t = 1; t < count; t++)
    for (int64_t j = common > begin ? common : begin; j < high && j < o->end[k + t]; j++) {
      const mc_u16 v = mc_u16_signs(mc_u16_load(x + j * L), own[t]);
      sum[t] = mc_u16_add(sum[t], v);
      mc_u16_store(d + j * L, mc_u16_add(mc_u16_load(d + j * L), v));
    }
  MC_UNROLL for (int t = 0; t < count; t++) {
    uint16_t *to = d + (int64_t) o->row[k + t] * L;
    mc_u16_store(to, mc_u16_add(mc_u16_load(to), sum[t]));
  }
}

/* All deaths and rows below `high` from `low` on. Deaths before *first end at `low` or before. */
MC_INLINE void concordance_block(const mc_concordance_deaths *o, int64_t low, int64_t high,
                                 int64_t *first, const uint16_t *x, uint16_t *d) {
  while (*first < o->count && o->end[*first] <= low)
    ++*first;
  for (int64_t k = *first; k < o->count && o->begin[k] < high;)
    if (k + 4 <= o->count && o->begin[k] == o->begin[k + 3]) {
      concordance_deaths(o, k, 4, low, high, x, d);
      k += 4;
    } else {
      concordance_deaths(o, k, 1, low, high, x, d);
      k++;
    }
}

/* The columns of a vector side by side. */
static void MC_FN(concordance_pack)(const uint16_t *rank, int64_t stride, int64_t n, uint16_t *x) {
  enum { L = MC_U16_LANES };
  if (L == 1)
    memcpy(x, rank, (size_t) n * sizeof *x);
  for (int64_t i = 0; i < n && L >= 8; i += 8)
    for (int c = 0; c < L; c += 8)
      mc_u16_transpose8(rank + c * stride + i, stride, x + i * L + c, L);
}

static void MC_FN(concordance_sums)(const mc_concordance_deaths *o, const uint16_t *d,
                                    int64_t *difference, double *squares) {
  enum { L = MC_U16_LANES };
  int32_t sum[L];
  double slope[L], square[L];
  for (int l = 0; l < L; l++)
    sum[l] = 0;
  for (int64_t i = 0; i < o->n; i++)
    for (int l = 0; l < L; l++)
      sum[l] += (int16_t) d[i * L + l];
  for (int l = 0; l < L; l++) {
    slope[l] = sum[l] / 2;
    square[l] = 0;
  }
  for (int64_t i = 0; i < o->n; i++) {
    const double partners = o->partners[i];
    for (int l = 0; l < L; l++) {
      const double u = (double) (int16_t) d[i * L + l] * o->pairs - partners * slope[l];
      square[l] += u * u;
    }
  }
  for (int l = 0; l < L; l++) {
    difference[l] = sum[l] / 2;
    squares[l] = square[l];
  }
}

static void MC_FN(concordance_pairs)(const mc_concordance_deaths *deaths, const uint16_t *rank,
                                     int64_t stride, uint16_t *scratch, int64_t *difference,
                                     double *squares) {
  enum { BLOCK = 4096 / MC_U16_LANES }; /* rows: 8 KiB of x and of d, in the nearest cache */
  const int64_t rows = (deaths->n + 7) / 8 * 8;
  uint16_t *x = scratch, *d = scratch + rows * MC_U16_LANES;
  for (int c = 0; c < MC_CONCORDANCE_COLUMNS; c += MC_U16_LANES) {
    MC_FN(concordance_pack)(rank + c * stride, stride, deaths->n, x);
    memset(d, 0, (size_t) (rows * MC_U16_LANES) * sizeof *d);
    int64_t first = 0;
    for (int64_t low = 0; low < deaths->n; low += BLOCK)
      concordance_block(deaths, low, low + BLOCK < deaths->n ? low + BLOCK : deaths->n, &first, x,
                        d);
    MC_FN(concordance_sums)(deaths, d, difference + c, squares + c);
  }
}

static int MC_FN(concordance_lanes)(void) {
  return MC_U16_LANES;
}
