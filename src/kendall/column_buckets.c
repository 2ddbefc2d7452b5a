/* The sorts of a column by keys of 32 bits. Keys of few rows (kernels/columns/keys.h) are sorted by
   vectors. More rows are sorted in buckets (kernels/columns/buckets.h):

     count the rows of each bucket
     if the map is linear and most rows are in few buckets, give up
     put each row's key into its bucket
     sort each bucket by vectors
     order rows of equal keys by value (column_settle.h); give up if such rows are too many

   A key of 32 bits has q without the bits of the bucket, and the row. So q has 25 bits: those of a
   key less the 7 bits of a row within an even bucket. q of fewer than 128 rows has up to 31. */

#include "kendall/column_buckets.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/prefetch.h"
#include "kendall/histogram.h"

enum {
  BUCKET_BITS = MC_BUCKET_BITS,
  KEY_BITS = 32,                 /* of a key in a bucket */
  ONE_KEY_BITS = 31,             /* of a key without a bucket */
  ONE_BUCKET = 1 << BUCKET_BITS, /* the most rows that are one bucket */
  WORTH_A_LOOK = 1024,           /* rows of a bucket whose keys may be in order already */
  CROWDED = 32,                  /* is_crowded() */
  SAMPLE = 63,                   /* values that place the densest part */
  DENSE = 8,                     /* of them in the densest part */
  STEPS = 8,                     /* insertion steps for each row */
  KEY_STEPS = 4                  /* the same before the other map is tried */
};

/* The linear map to q < 2^bits. False for one value, and for an infinite or a tiny range. */
static bool map_linearly(mc_column_range r, int bits, mc_column_map *map) {
  const double scale = (double) ((INT64_C(1) << bits) - 1) / (r.most - r.least);
  *map = (mc_column_map){.linear = true, .least = r.least, .scale = scale};
  return scale > 0 && !isinf(scale);
}

bool mc_kendall_sort_by_keys(const mc_kernels *kernels, const double *value, int64_t n,
                             mc_column_range r, mc_kendall_sort_room room, bool *tied) {
  const int bits = mc_bits_of(n - 1); /* of the number of a row */
  mc_column_map map;
  if (!map_linearly(r, ONE_KEY_BITS - bits, &map))
    return false;
  const int64_t present = kernels->column_keys(value, n, r, map.scale, bits, (int32_t *) room.row);
  kernels->sort_sequential_i32(room.row, present, true, 2 * bits + 2);
  kernels->column_rows(room.row, present, bits, room.equal);
  return mc_kendall_settle_groups(value, room.row, present, room.equal,
                                  n <= ONE_BUCKET ? STEPS : KEY_STEPS, tied);
}

/* Some of the values, sorted. */
typedef struct {
  double value[SAMPLE];
  int count;
} sample;

/* The places are spread as multiples of the golden ratio. */
static sample take_sample(const double *value, int64_t n) {
  sample s = {.count = 0};
  for (uint64_t i = 1; i <= SAMPLE; i++) {
    const uint64_t part = i * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    const double v = value[part * (uint64_t) n >> 32];
    if (v != v)
      continue;
    int j = s.count++;
    for (; j > 0 && s.value[j - 1] > v; j--)
      s.value[j] = s.value[j - 1];
    s.value[j] = v;
  }
  return s;
}

/* The map to q < 2^bits that is linear at the densest part of the column, and logarithmic far away
   from it. The densest part is the shortest interval with DENSE values of a sample. If these are
   equal, the linear part ends at the value that is next to them. */
static mc_column_map map_tails(const double *value, int64_t n, mc_column_range r, int bits) {
  const sample s = take_sample(value, n);
  mc_column_map map = {.middle = 0, .width = INFINITY};
  for (int i = 0; i + DENSE <= s.count; i++) {
    const double width = s.value[i + DENSE - 1] - s.value[i];
    if (width < map.width) { /* false for two infinite values */
      map.width = width;
      map.middle = s.value[i + DENSE / 2];
    }
  }
  if (map.width == 0) {
    map.width = INFINITY;
    for (int i = 0; i < s.count; i++)
      if (s.value[i] != map.middle)
        map.width = fmin(map.width, fabs(s.value[i] - map.middle));
  }
  if (isinf(map.width)) /* one value, or few finite ones */
    map.width = 1;
  map.first = mc_column_map_t(r.least, map.middle, map.width);
  const uint64_t most = (uint64_t) mc_column_map_t(r.most, map.middle, map.width);
  while ((most - (uint64_t) map.first) >> map.shift >> bits > 0)
    map.shift++;
  return map;
}

/* Counts the rows of each bucket. */
static void tally(const mc_kernels *kernels, const double *value, int64_t n, int64_t present,
                  const mc_column_map *map, mc_column_buckets b, uint32_t *count) {
  memset(count, 0, (size_t) b.buckets * sizeof *count);
  kernels->column_tally(value, n, present == n, map, b.rest_bits, count);
}

/* Does a row share its bucket, on average, with more than CROWDED times the mean number of rows? */
static bool is_crowded(const uint32_t *count, int64_t buckets, int64_t present) {
  double squares = 0;
  for (int64_t j = 0; j < buckets; j++)
    squares += (double) count[j] * count[j];
  return squares * (double) buckets > CROWDED * (double) present * (double) present;
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
static bool sort_counted(const mc_kernels *kernels, const double *value, int64_t n, int64_t present,
                         const mc_column_map *map, mc_column_buckets b, mc_kendall_sort_room room,
                         bool *tied) {
  uint32_t *end = room.count; /* after the scatter; before, the begin of each bucket */
  mc_kendall_begins(end, b.buckets);
  mc_prefetch_to_write(room.row, present * (int64_t) sizeof *room.row);
  kernels->column_scatter(value, n, present == n, map, b, end, room.row);
  for (int64_t j = 0, first = 0; j < b.buckets; first = end[j++]) {
    const int64_t rows = end[j] - first;
    if (rows > 1 && !(rows >= WORTH_A_LOOK && ascending(room.row + first, rows)))
      kernels->sort_sequential_i32(room.row + first, rows, true, 2 * b.row_bits + 2);
  }
  kernels->column_rows(room.row, present, b.row_bits, room.equal);
  return mc_kendall_settle_groups(value, room.row, present, room.equal, STEPS, tied);
}

/* The buckets of n rows, and the bits of q. */
static mc_column_buckets buckets_for(int64_t n, int *q_bits) {
  const int bits = mc_bits_of(n - 1), bucket_bits = bits > BUCKET_BITS ? bits - BUCKET_BITS : 0;
  const int rest_bits = bits > 0 ? KEY_BITS - bits : KEY_BITS - 1;
  *q_bits = bucket_bits + rest_bits;
  return (mc_column_buckets){
    .buckets = INT64_C(1) << bucket_bits, .rest_bits = rest_bits, .row_bits = bits};
}

bool mc_kendall_sort_by_buckets(const mc_kernels *kernels, const double *value, int64_t n,
                                mc_column_range r, mc_kendall_sort_room room, bool *tied) {
  int q_bits;
  const mc_column_buckets b = buckets_for(n, &q_bits);
  mc_column_map map;
  if (!map_linearly(r, q_bits, &map))
    return false;
  tally(kernels, value, n, r.present, &map, b, room.count);
  return !is_crowded(room.count, b.buckets, r.present) &&
         sort_counted(kernels, value, n, r.present, &map, b, room, tied);
}

bool mc_kendall_sort_by_tails(const mc_kernels *kernels, const double *value, int64_t n,
                              mc_column_range r, mc_kendall_sort_room room, bool *tied) {
  int q_bits;
  const mc_column_buckets b = buckets_for(n, &q_bits);
  const mc_column_map map = map_tails(value, n, r, q_bits);
  tally(kernels, value, n, r.present, &map, b, room.count);
  return sort_counted(kernels, value, n, r.present, &map, b, room, tied);
}
