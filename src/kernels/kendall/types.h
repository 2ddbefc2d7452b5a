#ifndef MC_KENDALL_TYPES_H
#define MC_KENDALL_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Types that the Kendall kernels and their drivers share. */

/* What a pair of columns x, y comes down to, over the rows that both have.
   The notation is table 1 of Liu et al. */
typedef struct {
  int64_t s;       /* n_c - n_d, concordant less discordant pairs of rows */
  int64_t x_pairs; /* n_0 - n_1, pairs of rows not tied in x */
  int64_t y_pairs; /* n_0 - n_2, pairs of rows not tied in y */
  int64_t total;   /* n_c + n_d, pairs of rows tied in neither */
} mc_kendall_pair_counts;

/* Pairs of n rows, n_0; n < 2^31. */
static inline int64_t mc_kendall_pairs_among(int64_t n) {
  return n * (n - 1) / 2;
}

/* A ranked column with its order, for the radix kernel; see ranks.h. */
typedef struct {
  const void *rank, *order;
  int64_t present, distinct, pairs;
  bool missing, tied;
} mc_kendall_ordered_column;

/* A sequence of ranks whose inversions are to be counted, with its scratch. */
typedef struct {
  uint32_t *v;
  int64_t n;
  int bits;
  uint32_t *scratch;
} mc_kendall_inversions;

/* The code of NA among ranks of either width. */
#define MC_RANK16_NA UINT16_MAX
#define MC_RANK32_NA UINT32_MAX

/* Geometry of the bitset representation (kernels/kendall/bits.h). */
enum {
  MC_BITS_BLOCK = 32,      /* rows in a block; comparisons in a mask word */
  MC_BITS_UNIT = 16,       /* mask words in a unit of 64 bytes */
  MC_BITS_UNIT_WORDS64 = 8,/* the same unit in 64-bit words */
  MC_BITS_PANEL = 4,       /* columns interleaved in a panel */
  MC_BITS_PLANES = 3       /* of bits, at most */
};

/* Mask words that n rows need: every pair of rows once, in blocks of 32. */
static inline int64_t mc_kendall_bits_masks(int64_t n) {
  int64_t blocks = n / MC_BITS_BLOCK, tail = n % MC_BITS_BLOCK;
  /* block b against the rows behind it, and against itself in half a circle */
  return blocks * n - MC_BITS_BLOCK / 2 * blocks * (blocks + 1) +
         MC_BITS_BLOCK / 2 * blocks + tail / 2;
}

/* Comparisons in the first `words` mask words of n rows: the others of their bits are idle. */
static inline int64_t mc_kendall_bits_comparisons(int64_t n, int64_t words) {
  int64_t comparisons = 0;
  for (int64_t row = 0; row < n && words > 0; row += MC_BITS_BLOCK) {
    const int64_t size = n - row < MC_BITS_BLOCK ? n - row : MC_BITS_BLOCK;
    const int64_t behind = n - row - size, circle = size / 2;
    comparisons += (words < behind ? words : behind) * size;
    words -= behind;
    if (words >= circle) /* all pairs of the block */
      comparisons += mc_kendall_pairs_among(size);
    else if (words > 0)
      comparisons += words * size;
    words -= circle;
  }
  return comparisons;
}

/* How a tile of two panels is counted: MC_BITS_UNTIED, ... (forms.def). */
typedef enum {
#define MC_BITS_FORM(name, ...) MC_BITS_##name,
#include "kernels/kendall/forms.def"
#undef MC_BITS_FORM
  MC_BITS_FORMS /* how many there are */
} mc_kendall_bits_form;

/* What the form takes, and where counts come from: a line of forms.def. */
typedef enum {
  MC_FROM_X,
  MC_FROM_ALL_X,
  MC_FROM_Y,
  MC_FROM_ALL_Y,
  MC_FROM_1,
  MC_FROM_2,
  MC_FROM_3
} mc_kendall_bits_source;
typedef struct {
  bool a_masked, b_masked;
  int counts;
  bool by_rows;
  mc_kendall_bits_source total, x_pairs, y_pairs;
  bool s;
} mc_kendall_bits_needs;

enum { MC_BITS_COUNTS = 4 }; /* that a form keeps at most */

static inline mc_kendall_bits_needs mc_kendall_bits_needs_of(mc_kendall_bits_form form) {
  switch (form) {
#define MC_BITS_FORM(name, ...) case MC_BITS_##name: return (mc_kendall_bits_needs){__VA_ARGS__};
#include "kernels/kendall/forms.def"
#undef MC_BITS_FORM
  default: return (mc_kendall_bits_needs){0};
  }
}

/* Geometry of products of comparisons (kernels/kendall/signs.h): columns of a block; blocks along a
   tile of one product, and of more; products of a pair; units of bits whose sums fit in 32 bits. */
enum {
  MC_SIGNS_COLUMNS = 32,
  MC_SIGNS_BLOCKS = 16,
  MC_SIGNS_FEWER_BLOCKS = 8,
  MC_SIGNS_PRODUCTS = 4,
  MC_SIGNS_UNITS = INT32_MAX / (MC_BITS_UNIT * MC_BITS_BLOCK + 4) /* 4: signs_lookups.h */
};

/* Bytes of scratch for tiles of up to so many blocks along a side, or half as many if a pair has
   more than one product: two sums of 16 bits for each pair, and what is made of the bits
   (signs_lookups.h, signs_products.h). */
#define MC_SIGNS_SCRATCH(blocks)                                                                   \
  (4 * (blocks) * (blocks) * MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS + (400 << 10))

/* A tile of panels, `units` of each; panels are `stride` words apart. The units have so many
   `comparisons`; the other bits are idle. The columns of a plain block have no ties, and either all
   rows or no counts. */
typedef struct {
  const uint64_t *a, *b;
  int64_t stride, units, comparisons;
  int planes, a_panels, b_panels;
  uint8_t products[MC_SIGNS_BLOCKS][MC_SIGNS_BLOCKS]; /* of each block */
  bool a_plain[MC_SIGNS_BLOCKS], b_plain[MC_SIGNS_BLOCKS];
  void *scratch; /* MC_SIGNS_SCRATCH(blocks along a side) bytes */
  int32_t *sums; /* of all blocks and products (signs.h) */
} mc_kendall_signs_job;

/* What is known of the four columns of a panel before they meet others: of the rows
   that are present the pairs that are not tied, the root of twice these, and of twice
   all pairs. For panel a element 4 i + j is of column i, for panel b of column j. */
typedef struct {
  double pairs[MC_BITS_PANEL * MC_BITS_PANEL];
  double root[MC_BITS_PANEL * MC_BITS_PANEL], root_all[MC_BITS_PANEL * MC_BITS_PANEL];
} mc_kendall_bits_columns;

/* Geometry of tables (kernels/kendall/table.h). */
enum {
  MC_TABLE_GROUP = 8,                               /* columns side by side, in 64 bytes */
  MC_TABLE_PAIRS = MC_TABLE_GROUP * MC_TABLE_GROUP, /* of columns, of two groups */
  MC_TABLE_VALUES = 64                              /* that columns of a table have at most */
};

/* A group of columns: values of the one that has the most, at least 2; does it have the row of
   bits that says which rows are there? margins[value][column] counts the rows up to a value. */
typedef struct {
  const int64_t *margins;
  int values;
  bool present;
} mc_kendall_table_side;

static inline int mc_kendall_table_rows(int values, bool present) {
  return values - 1 + present;
}

/* Geometry of sparse columns (kernels/kendall/sparse.h): a state of 64 bits is a sum above a place
   in the lists. */
enum { MC_SPARSE_PLACE_BITS = 22, MC_SPARSE_LIST_PAD = 32, MC_SPARSE_COLUMNS = 1 << 16 };
enum {
  MC_SPARSE_LANES = 32,                 /* of a vector of ranks */
  MC_SPARSE_FEW = 4 * MC_SPARSE_LANES   /* rows off both bases that are compared with each other */
};
#define MC_SPARSE_PLACE ((UINT64_C(1) << MC_SPARSE_PLACE_BITS) - 1)

/* The most rows off its base that a column of n rows may have: ranks have 16 bits, scores less than
   30, and sums, of up to 3 n a row, 42. */
static inline int64_t mc_kendall_sparse_most(int64_t n) {
  const int64_t ranks = UINT16_MAX, sums = (INT64_C(1) << 41) / (3 * n + 1);
  return n > INT64_C(1) << 28 ? -1 : sums < ranks ? sums : ranks;
}

/* A column's rows off its base, by rank: dense ranks of those above the base, then, going on, of
   those below it; of each its score, the rows that are less in all, less those that are greater. */
typedef struct {
  const uint32_t *row;
  const uint16_t *rank, *size; /* size[rank]: rows that have it */
  const int32_t *score;
  int32_t count, above; /* rows off the base, and above it, */
  int32_t split;        /* which have ranks below this */
  int bits;             /* of the greatest rank */
  int64_t ties;         /* pairs of rows off the base that are tied */
} mc_kendall_sparse_column;

/* A row of a column of a block; score: twice the column's, and 1 more if below the base. */
typedef struct {
  uint16_t column, rank;
  int32_t score;
} mc_kendall_sparse_entry;

/* Columns row by row: those of row i are entry[row[i]] <= ... < entry[row[i + 1]], by column.
   list[c] is where a column's list begins, which has room for its count and MC_SPARSE_LIST_PAD. */
typedef struct {
  int64_t n;
  const int32_t *row;
  const mc_kendall_sparse_entry *entry;
  const mc_kendall_sparse_column *column;
  int columns;
  const uint64_t *list;
} mc_kendall_sparse_block;

/* A thread's: states of the block's columns, their lists, a counter for each rank, all 0, and
   sequences of as many ranks as a column has and MC_INVERSIONS_PAD. */
typedef struct {
  uint64_t *state;
  uint32_t *lists, *count;
  uint16_t *sequence[3];
} mc_kendall_sparse_scratch;

/* An outcome as the concordance kernel takes it (kernels/kendall/concordance.h). Rows are in an
   order in which the rows that a death is compared with are neighbours. */
enum {
  MC_CONCORDANCE_COLUMNS = 32,   /* that the kernel does together */
  MC_CONCORDANCE_ROWS = 1 << 15  /* at most, as ranks have 15 bits */
};
typedef struct {
  int64_t n, count;
  const int32_t *row;        /* of a death; ascending */
  const int32_t *begin, *end; /* the rows begin <= j < end that it is compared with */
  const int32_t *partners;   /* of each row: how many rows it is compared with */
  double pairs;              /* of rows that are compared */
} mc_concordance_deaths;

/* 16-bit numbers of scratch. */
static inline int64_t mc_concordance_scratch(int64_t n) {
  return 2 * ((n + 7) / 8 * 8) * MC_CONCORDANCE_COLUMNS;
}
/* Geometry of xi (kernels/kendall/xi.h): a panel has the ranks of so many columns of y side by
   side, row after row, in 16 or 32 bits. */
enum { MC_XI_COLUMNS16 = 64, MC_XI_COLUMNS32 = 16 };
typedef struct {
  const void *rank;      /* uint16_t or uint32_t [row][column] */
  const uint32_t *twice; /* of each column: twice the sum of its ranks, modulo 2^32 */
  const double *scale;   /* of each column: 2 sum l (n - l) */
} mc_kendall_xi_panel;

/* Elements beyond its end that an array given to the inversion kernels must
   have room for, and the scratch likewise. */
enum { MC_INVERSIONS_PAD = 64 };

/* Bytes of scratch, 64-byte aligned, that the pair kernels need for n rows. */
static inline int64_t mc_kendall_gse_scratch(int64_t n) {
  return 2 * n * 8; /* two arrays of rows */
}
static inline int64_t mc_kendall_vse_scratch(int64_t n) {
  return 2 * ((n + 15) / 16 * 16) * 8; /* two arrays of packed rows, in vectors */
}
static inline int64_t mc_kendall_radix_scratch(int64_t n) {
  /* two sequences, group counts */
  return (3 * n + 4 * MC_INVERSIONS_PAD) * (int64_t) sizeof(uint32_t);
}

/* Numbers behind the end of an array that the kernels of trend.h read and write. */
enum { MC_TREND_PAD = 8, MC_TREND_LAGS = 32 };

#endif
