/* The sorts of a column by keys of 32 bits. Keys of few rows (kernels/columns/keys.h) are sorted by
   vectors. More rows are sorted in buckets (kernels/columns/buckets.h):

     for a linear map of the values to q, then for one that is logarithmic far from the middle
       count the rows of each bucket
       if the map is linear and most rows are in few buckets, take the other map
       put each row's key into its bucket
       sort each bucket by vectors
       order rows of equal keys by value (column_settle.h)
       done, unless such rows are too many

   q has 25 bits, or up to 31 bits if there are few rows. An outlier or a long tail leaves most rows
   in few buckets of the linear map, or with equal keys. */

#include "kendall/column_buckets.h"

#include <math.h>
#include <string.h>

#include "base/prefetch.h"

enum {
  BUCKET_BITS = 7,     /* a bucket has 64 to 128 rows on average */
  KEY_BITS = 32,       /* of a key in a bucket */
  ONE_KEY_BITS = 31,   /* of a key without a bucket */
  WORTH_A_LOOK = 1024, /* rows of a bucket whose keys may be in order already */
  CROWDED = 32, /* buckets are crowded if rows have so many times more neighbours than even */
  SAMPLE = 63   /* values that place the middle */
};

/* The bits of a number of n rows. */
static int bits_of_row(int64_t n) {
  int bits = 0;
  while (INT64_C(1) << bits < n)
    bits++;
  return bits;
}

/* The linear map to q < 2^bits. False for one value, and for an infinite or a tiny range. */
static bool map_linearly(mc_column_range r, int bits, mc_column_map *map) {
  const double scale = (double) ((INT64_C(1) << bits) - 1) / (r.most - r.least);
  *map = (mc_column_map){.linear = true, .least = r.least, .scale = scale};
  return scale > 0 && !isinf(scale);
}

bool mc_kendall_sort_by_keys(const mc_kernels *kernels, int64_t n, mc_column_range r,
                             mc_kendall_settling *s, mc_kendall_sorted_row *row, uint64_t *equal) {
  const int bits = bits_of_row(n);
  mc_column_map map;
  if (!map_linearly(r, ONE_KEY_BITS - bits, &map))
    return false;
  const int64_t present = kernels->column_keys(s->value, n, r, map.scale, bits, (int32_t *) row);
  kernels->sort_sequential_i32(row, present, true, 2 * bits + 2);
  kernels->column_rows(row, present, bits, equal);
  return mc_kendall_settle_groups(s, row, present, equal);
}

/* A sample of the values, sorted. Returns its size. The places are spread as multiples of the
   golden ratio. */
static int take_sample(const double *value, int64_t n, double *sample) {
  int count = 0;
  for (uint64_t i = 1; i <= SAMPLE; i++) {
    const uint64_t part = i * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    const double v = value[part * (uint64_t) n >> 32];
    if (v != v)
      continue;
    int j = count++;
    for (; j > 0 && sample[j - 1] > v; j--)
      sample[j] = sample[j - 1];
    sample[j] = v;
  }
  return count;
}

/* The map to q < 2^bits that is linear near the middle of a sample, and logarithmic far away from
   it. Linear means: in the middle half of the sample, or, if most values are equal, up to the value
   that is next to them. */
static mc_column_map map_tails(const double *value, int64_t n, mc_column_range r, int bits) {
  double sample[SAMPLE] = {0};
  const int count = take_sample(value, n, sample), last = count > 0 ? count - 1 : 0;
  mc_column_map map = {.middle = isinf(sample[last / 2]) ? 0 : sample[last / 2],
                       .width = sample[last - last / 4] - sample[last / 4]};
  if (!(map.width > 0)) {
    map.width = INFINITY;
    for (int i = 0; i <= last; i++)
      if (sample[i] != map.middle)
        map.width = fmin(map.width, fabs(sample[i] - map.middle));
  }
  if (isinf(map.width)) /* one value, or infinite ones */
    map.width = 1;
  map.first = mc_column_map_t(r.least, map.middle, map.width);
  const uint64_t most = (uint64_t) mc_column_map_t(r.most, map.middle, map.width);
  while ((most - (uint64_t) map.first) >> map.shift >> bits > 0)
    map.shift++;
  return map;
}

/* Counts the rows of each bucket. False if the bucket of a row has, on the average of rows, more
   than CROWDED times as many rows as a bucket has. */
static bool tally(const mc_kernels *kernels, const double *value, int64_t n, bool whole,
                  const mc_column_map *map, mc_column_buckets b, uint32_t *count) {
  memset(count, 0, (size_t) b.buckets * sizeof *count);
  kernels->column_tally(value, n, whole, map, b.rest_bits, count);
  double rows = 0, squares = 0;
  for (int64_t j = 0; j < b.buckets; j++) {
    rows += count[j];
    squares += (double) count[j] * count[j];
  }
  return squares * (double) b.buckets <= CROWDED * rows * rows;
}

/* Are the keys in ascending order, as those of tied rows are? Keys have the order of signed
   integers. */
static bool ascending(const uint32_t *key, int64_t n) {
  int64_t i = 1;
  while (i < n && (int32_t) key[i] > (int32_t) key[i - 1])
    i++;
  return i >= n;
}

/* Sorts the rows, whose buckets are counted. False if rows of equal keys are too many. */
static bool sort_counted(const mc_kernels *kernels, int64_t n, int64_t present,
                         const mc_column_map *map, mc_column_buckets b, mc_kendall_settling *s,
                         mc_kendall_sorted_row *row, uint64_t *equal, uint32_t *count) {
  uint32_t before = 0;
  for (int64_t j = 0; j < b.buckets; j++) {
    const uint32_t here = count[j];
    count[j] = before;
    before += here;
  }
  mc_prefetch_to_write(row, present * (int64_t) sizeof *row);
  kernels->column_scatter(s->value, n, present == n, map, b, count, row);
  for (int64_t j = 0, first = 0; j < b.buckets; first = count[j++]) {
    const int64_t rows = count[j] - first;
    if (rows > 1 && !(rows >= WORTH_A_LOOK && ascending(row + first, rows)))
      kernels->sort_sequential_i32(row + first, rows, true, 2 * b.row_bits + 2);
  }
  kernels->column_rows(row, present, b.row_bits, equal);
  return mc_kendall_settle_groups(s, row, present, equal);
}

bool mc_kendall_sort_by_buckets(const mc_kernels *kernels, int64_t n, mc_column_range r,
                                mc_kendall_settling *s, mc_kendall_sorted_row *row, uint64_t *equal,
                                uint32_t *count) {
  const int bits = bits_of_row(n), bucket_bits = bits > BUCKET_BITS ? bits - BUCKET_BITS : 0;
  const mc_column_buckets b = {.buckets = INT64_C(1) << bucket_bits,
                               .rest_bits = bits > 0 ? KEY_BITS - bits : KEY_BITS - 1,
                               .row_bits = bits};
  const mc_kendall_settling fresh = *s;
  const bool whole = r.present == n;
  mc_column_map map;
  if (map_linearly(r, bucket_bits + b.rest_bits, &map) &&
      tally(kernels, s->value, n, whole, &map, b, count) &&
      sort_counted(kernels, n, r.present, &map, b, s, row, equal, count))
    return true;
  *s = fresh;
  map = map_tails(s->value, n, r, bucket_bits + b.rest_bits);
  tally(kernels, s->value, n, whole, &map, b, count);
  return sort_counted(kernels, n, r.present, &map, b, s, row, equal, count);
}
