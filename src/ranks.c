/* Ranking a column is sorting it. Values become unsigned keys whose order is
   the values' order, and (key, row) items are sorted by a radix sort that looks
   at the leading bits of the range of keys alone; an insertion pass then puts
   right what agrees in those bits. Where the data defeat that (many values in
   a tiny part of the range) the insertion pass gives up after a number of steps
   linear in n, and a radix sort over all bits of the key starts over. So the
   work is O(n) for all data, and a few passes for most. */

#include "ranks.h"

#include <string.h>

#include "kendall_types.h"
#include "threads.h"

typedef struct {
  uint64_t key;
  uint32_t row;
} item;

enum {
  DIGIT_BITS = 8,       /* of a short column's sort: small histograms */
  LONG_DIGIT_BITS = 11, /* of a long column's */
  LONG_COLUMN = 4096,
  LEADING_DIGITS = 3,
  MOST_DIGITS = 8,
  MOST_BUCKETS = 1 << LONG_DIGIT_BITS
};

/* Two arrays of items and the histograms of one sort. */
typedef struct {
  item *items, *spare;
  uint32_t (*count)[MOST_BUCKETS];
} sorter;

static int64_t sorter_bytes(int64_t n) {
  return 2 * n * (int64_t) sizeof(item) +
         MOST_DIGITS * MOST_BUCKETS * (int64_t) sizeof(uint32_t);
}

static sorter sorter_at(const mc_rank_scratch *scratch, int thread, int64_t n) {
  unsigned char *p = (unsigned char *) scratch->items + thread * scratch->bytes;
  sorter s;
  s.items = (item *) p;
  s.spare = s.items + n;
  s.count = (uint32_t(*)[MOST_BUCKETS])(s.spare + n);
  return s;
}

/* Order-preserving keys. Doubles: flip all bits of negatives, the sign bit of
   others; adding 0 turns -0 into 0. */
static uint64_t key_of_double(double x) {
  uint64_t bits;
  x += 0.0;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static uint64_t key_of_int(int32_t x) {
  return (uint32_t) x ^ UINT32_C(0x80000000);
}

/* The present rows of a column as items; their number. */
static int64_t gather(const mc_matrix *x, const uint32_t *rows, int64_t n,
                      int64_t column, item *items) {
  int64_t count = 0;
  if (x->type == MC_F64) {
    const double *value = (const double *) x->data + column * x->rows;
    for (int64_t i = 0; i < n; i++) {
      double v = value[rows == NULL ? i : rows[i]];
      items[count] = (item){key_of_double(v), (uint32_t) i};
      count += v == v;
    }
  } else {
    const int32_t *value = (const int32_t *) x->data + column * x->rows;
    for (int64_t i = 0; i < n; i++) {
      int32_t v = value[rows == NULL ? i : rows[i]];
      items[count] = (item){key_of_int(v), (uint32_t) i};
      count += v != INT32_MIN;
    }
  }
  return count;
}

static int bit_length(uint64_t v) {
  int bits = 0;
  for (; v > 0xff; v >>= 8)
    bits += 8;
  for (; v > 0; v >>= 1)
    bits++;
  return bits;
}

/* Stable sort of n items by `digits` digits of (key - least) >> shift, least
   significant first; a digit in which all agree is skipped. */
static void radix_sort(sorter *s, int64_t n, uint64_t least, int shift,
                       int digits, int digit_bits) {
  const uint64_t mask = (UINT64_C(1) << digit_bits) - 1;
  for (int d = 0; d < digits; d++)
    memset(s->count[d], 0, (size_t) (mask + 1) * sizeof **s->count);
  for (int64_t i = 0; i < n; i++) {
    uint64_t k = (s->items[i].key - least) >> shift;
    for (int d = 0; d < digits; d++)
      s->count[d][k >> d * digit_bits & mask]++;
  }
  for (int d = 0; d < digits; d++) {
    uint32_t *count = s->count[d];
    int from = shift + d * digit_bits;
    if (count[(s->items[0].key - least) >> from & mask] == (uint32_t) n)
      continue;
    uint32_t before = 0;
    for (uint64_t b = 0; b <= mask; b++) {
      uint32_t here = count[b];
      count[b] = before;
      before += here;
    }
    for (int64_t i = 0; i < n; i++)
      s->spare[count[(s->items[i].key - least) >> from & mask]++] = s->items[i];
    item *swap = s->items;
    s->items = s->spare;
    s->spare = swap;
  }
}

/* Sorts nearly sorted items; false if that takes more than 8 n steps. */
static bool insertion_sort(item *items, int64_t n) {
  int64_t budget = 8 * n;
  for (int64_t i = 1; i < n; i++) {
    if (items[i - 1].key <= items[i].key)
      continue;
    item it = items[i];
    int64_t j = i;
    for (; j > 0 && items[j - 1].key > it.key; j--)
      items[j] = items[j - 1];
    items[j] = it;
    budget -= i - j;
    if (budget < 0)
      return false;
  }
  return true;
}

/* Leaves n items sorted in s->items. */
static void sort_items(sorter *s, int64_t n) {
  uint64_t least = UINT64_MAX, most = 0;
  for (int64_t i = 0; i < n; i++) {
    uint64_t key = s->items[i].key;
    least = key < least ? key : least;
    most = key > most ? key : most;
  }
  int digit_bits = n < LONG_COLUMN ? DIGIT_BITS : LONG_DIGIT_BITS;
  int bits = bit_length(most - least), leading = LEADING_DIGITS * digit_bits;
  if (bits > leading) {
    radix_sort(s, n, least, bits - leading, LEADING_DIGITS, digit_bits);
    if (insertion_sort(s->items, n))
      return;
  }
  radix_sort(s, n, least, 0, (bits + digit_bits - 1) / digit_bits, digit_bits);
}

static void rank_column(mc_ranks *ranks, int64_t to, const mc_matrix *x,
                        const uint32_t *rows, int64_t column, sorter s) {
  const int64_t n = ranks->n;
  int64_t present = gather(x, rows, n, column, s.items);
  if (present > 1)
    sort_items(&s, present);

  const int64_t at = to * ranks->stride * ranks->width;
  unsigned char *rank_at = (unsigned char *) ranks->rank + at;
  uint16_t *rank16 = (uint16_t *) rank_at;
  uint32_t *rank32 = (uint32_t *) rank_at;
  if (present < n)
    memset(rank_at, 0xff, (size_t) n * (size_t) ranks->width);

  int64_t tied_pairs = 0, group = 0;
  uint32_t rank = 0;
  for (int64_t i = 0; i < present; i++) {
    bool same = i > 0 && s.items[i].key == s.items[i - 1].key;
    rank += i > 0 && !same;
    group = same ? group + 1 : 0;
    tied_pairs += group;
    if (ranks->width == 2)
      rank16[s.items[i].row] = (uint16_t) rank;
    else
      rank32[s.items[i].row] = rank;
  }
  if (ranks->order != NULL) {
    unsigned char *order_at = (unsigned char *) ranks->order + at;
    if (ranks->width == 2)
      for (int64_t i = 0; i < present; i++)
        ((uint16_t *) order_at)[i] = (uint16_t) s.items[i].row;
    else
      for (int64_t i = 0; i < present; i++)
        ((uint32_t *) order_at)[i] = s.items[i].row;
  }
  ranks->column[to] = (mc_ranked){
    .present = present,
    .distinct = present > 0 ? (int64_t) rank + 1 : 0,
    .pairs = present * (present - 1) / 2 - tied_pairs,
    .missing = present < n,
    .tied = tied_pairs > 0
  };
}

static int width_for(int64_t n) {
  return n <= MC_RANK16_NA ? 2 : 4; /* ranks 0 .. n - 1, and NA */
}

static int64_t stride_for(int64_t n) {
  int64_t lanes = MC_ALIGN / width_for(n);
  return (n + lanes - 1) / lanes * lanes;
}

int64_t mc_ranks_column_bytes(int64_t n, bool ordered) {
  return (ordered ? 2 : 1) * stride_for(n) * width_for(n) +
         (int64_t) sizeof(mc_ranked);
}

mc_status mc_ranks_make(mc_ranks *ranks, int64_t n, int64_t columns,
                        bool ordered, mc_arena *arena) {
  if (n > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;
  ranks->n = n;
  ranks->columns = columns;
  ranks->stride = stride_for(n);
  ranks->width = width_for(n);
  if (ranks->stride > 0 && columns > INT64_MAX / ranks->stride)
    return MC_ERR_SIZE;
  ranks->rank = mc_alloc(arena, columns * ranks->stride, (size_t) ranks->width);
  ranks->order = ordered ? mc_alloc(arena, columns * ranks->stride,
                                    (size_t) ranks->width)
                         : NULL;
  ranks->column = mc_alloc(arena, columns, sizeof *ranks->column);
  return ranks->rank == NULL || ranks->column == NULL ||
             (ordered && ranks->order == NULL)
           ? MC_ERR_MEMORY
           : MC_OK;
}

int64_t mc_rank_scratch_bytes(int64_t n) {
  return (sorter_bytes(n) + MC_ALIGN - 1) / MC_ALIGN * MC_ALIGN;
}

mc_status mc_rank_scratch_make(mc_rank_scratch *scratch, int64_t n, int threads,
                               mc_arena *arena) {
  scratch->bytes = mc_rank_scratch_bytes(n);
  scratch->items = mc_alloc(arena, threads, (size_t) scratch->bytes);
  return scratch->items == NULL ? MC_ERR_MEMORY : MC_OK;
}

typedef struct {
  mc_ranks *ranks;
  const mc_matrix *x;
  const uint32_t *rows;
  int64_t offset;
  int threads;
  const mc_rank_scratch *scratch;
} fill_context;

static void fill_pass(void *context, int64_t first, int64_t last) {
  const fill_context *c = context;
  int threads = c->threads;
  (void) threads;
  MC_PRAGMA(omp parallel num_threads(threads)) {
    sorter s = sorter_at(c->scratch, mc_thread_id(), c->ranks->n);
    MC_PRAGMA(omp for schedule(dynamic))
    for (int64_t j = first; j < last; j++)
      rank_column(c->ranks, j, c->x, c->rows, c->offset + j, s);
  }
}

mc_status mc_ranks_fill(mc_ranks *ranks, const mc_matrix *x,
                        const uint32_t *rows, int64_t first, int64_t last,
                        int threads, const mc_rank_scratch *scratch,
                        mc_monitor *monitor, double weight) {
  fill_context c = {ranks, x, rows, first, threads, scratch};
  return mc_run_passes(monitor, last - first, threads, weight, fill_pass, &c);
}

bool mc_any_missing(const mc_matrix *x) {
  int64_t size = x->rows * x->columns;
  if (x->type == MC_F64) {
    const double *value = x->data;
    for (int64_t i = 0; i < size; i++)
      if (value[i] != value[i])
        return true;
  } else {
    const int32_t *value = x->data;
    for (int64_t i = 0; i < size; i++)
      if (value[i] == INT32_MIN)
        return true;
  }
  return false;
}

void mc_flag_missing(const mc_matrix *x, uint8_t *flag) {
  for (int64_t j = 0; j < x->columns; j++) {
    if (x->type == MC_F64) {
      const double *value = (const double *) x->data + j * x->rows;
      for (int64_t i = 0; i < x->rows; i++)
        flag[i] |= value[i] != value[i];
    } else {
      const int32_t *value = (const int32_t *) x->data + j * x->rows;
      for (int64_t i = 0; i < x->rows; i++)
        flag[i] |= value[i] == INT32_MIN;
    }
  }
}
