/* The sorts of a column, the fastest first: by keys, by buckets or by two digits, as the target
   prefers (kernels/columns); then by buckets for outliers and long tails (column_buckets.h); then
   the sort for all data (column_digits.h). The next sort takes over if too many rows of different
   values have equal keys. */

#include "kendall/column_sort.h"

#include "base/integers.h"
#include "kendall/column_buckets.h"
#include "kendall/column_digits.h"

/* The scratch: histograms, items, rows and q. Items of many rows have 8 bytes. */
typedef struct {
  uint32_t (*count)[MC_DIGIT_COUNTS];
  void *items;
  uint32_t *row, *q;
} areas;

_Static_assert(MC_DIGITS *MC_DIGIT_COUNTS >= MC_BUCKETS_MOST, "histograms hold the buckets");

/* Bytes of the items, whose memory also serves the bits of equal keys. */
static int64_t items_bytes(int64_t n) {
  return mc_max((n <= MC_DIGIT_ROWS ? 4 : 8) * n,
                mc_kendall_equal_words(n) * (int64_t) sizeof(uint64_t));
}

int64_t mc_kendall_column_sort_bytes(int64_t n) {
  return MC_DIGITS * MC_DIGIT_COUNTS * (int64_t) sizeof(uint32_t) + items_bytes(n) +
         2 * n * (int64_t) sizeof(uint32_t);
}

static areas areas_at(void *scratch, int64_t n) {
  areas m = {.count = scratch};
  m.items = m.count + MC_DIGITS;
  m.row = (uint32_t *) ((unsigned char *) m.items + items_bytes(n));
  m.q = m.row + n;
  return m;
}

/* Tries the fast sorts. False if all of them give up. */
static bool sort_fast(const mc_kernels *kernels, const double *value, int64_t n, mc_column_range r,
                      areas m, bool *tied) {
  const mc_kendall_sort_room room = {m.row, (uint32_t *) m.count, m.items};
  const bool buckets = n <= kernels->column_bucket_rows();
  if (n <= kernels->column_keys_rows() ? mc_kendall_sort_by_keys(kernels, value, n, r, room, tied)
      : buckets ? mc_kendall_sort_by_buckets(kernels, value, n, r, room, tied)
                : mc_kendall_sort_by_range(value, n, r, m.row, m.q, m.items, m.count, tied))
    return true;
  return buckets && n > 1 << MC_BUCKET_BITS &&
         mc_kendall_sort_by_tails(kernels, value, n, r, room, tied);
}

mc_kendall_sorted mc_kendall_column_sort(const mc_kernels *kernels, const double *value, int64_t n,
                                         mc_kendall_sorted_row *room, void *scratch) {
  areas m = areas_at(scratch, n);
  if (room != NULL)
    m.row = room;
  const mc_column_range r = kernels->column_range(value, n);
  bool tied = false;
  if (r.present == 0 || sort_fast(kernels, value, n, r, m, &tied))
    return (mc_kendall_sorted){m.row, r.present, tied};
  tied = false;
  const mc_kendall_sorted_row *row = mc_kendall_sort_by_bits(value, n, m.row, m.q, m.count, &tied);
  return (mc_kendall_sorted){row, r.present, tied};
}
