#ifndef MC_KENDALL_SINK_H
#define MC_KENDALL_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kendall/types.h"
#include "kernels/kendall/types.h"

/* Where counts go. The drivers count pairs of columns, tile by tile; a sink makes of them what
   the caller wants: a matrix (matrix_sink.h), tests, edges, a file.

   Each pair of columns is handed over once (in each round), in no order that means anything: of x
   and y every (row, column), of a symmetric job those with row <= column, the diagonal included;
   with a filter (`only`) those that it wants, and in the same tiles some that it does not. A sink
   that fills in both halves does so itself; s is the same there, x_pairs and y_pairs change
   places. */

/* Ranked columns against others, of which all pairs are counted before the next panel. */
typedef struct {
  const mc_kernels *kernels;
  const mc_ranks *a, *b; /* columns of the panel's rows and columns */
  int64_t a0, b0;        /* their numbers in x, and in y (or x) */
  bool triangle;         /* a and b are the same columns: pairs i <= j only */
  bool symmetric;        /* of x against itself */
  bool of_one;           /* of columns of one matrix, as it is if symmetric */
  bool pairwise;         /* each pair over the rows that both have */
  bool reordered;        /* columns come in an order of the job's, not the user's, */
  const uint32_t *user;  /* which is known, if symmetric: columns' numbers there; or NULL */
} mc_kendall_panel;

double mc_kendall_panel_pairs(const mc_kendall_panel *panel); /* how many */

/* Columns i0 + i of a against j0 + j of b, 0 <= i < rows, 0 <= j < columns, each at most
   MC_KENDALL_TILE; of a diagonal tile, where these are the same columns, i <= j only. The rest is
   for the functions below. */
enum { MC_KENDALL_TILE = 8 };
typedef struct {
  const mc_kendall_panel *panel;
  int64_t i0, j0;
  int rows, columns;
  bool diagonal;
  bool bits;         /* counted by kendall_bits_tile or _table_pairs: 4 x 4, and */
  mc_bits_form form; /* so; else counts are s, x_pairs, y_pairs, total */
  int stride;
  uint64_t left_out;            /* bit stride i + j: nobody wants this pair; it has no counts */
  const int64_t *const *counts; /* [stride i + j] */
} mc_kendall_tile;

typedef struct mc_kendall_sink mc_kendall_sink;

/* 4 x 4 pairs from i0 and j0 on, as far as there are columns, counted so; without counts yet. */
mc_kendall_tile mc_kendall_bits_tile_of(const mc_kendall_sink *sink, const mc_kendall_panel *panel,
                                        int64_t i0, int64_t j0, mc_bits_form form);

static inline bool mc_kendall_tile_has(const mc_kendall_tile *tile, int i, int j) {
  return (tile->left_out >> (tile->stride * i + j) & 1) == 0;
}

/* A tile's counts: element [stride i + j] is of the pair i, j.

     s        n_c - n_d, concordant less discordant pairs of rows
     x_pairs  n_0 - n_1, pairs of rows not tied in the column of a
     y_pairs  n_0 - n_2, not tied in the column of b
     total    n_c + n_d, tied in neither; for sinks that want it

   over the rows that both columns have. Where a column lacks rows (mc_ranked.missing), and the
   panel is not pairwise, the counts of its pairs mean nothing. They live as long as *counts and
   the tile. */
typedef struct {
  const int64_t *s, *x_pairs, *y_pairs, *total;
  int stride;
  int64_t own[4][MC_BITS_PANEL * MC_BITS_PANEL];
} mc_kendall_counts;
void mc_kendall_finish(const mc_kendall_tile *tile, mc_kendall_counts *counts);

/* The same of s alone, which is less work: the tile's, or made in `own`, with the tile's stride. */
const int64_t *mc_kendall_finish_s(const mc_kendall_tile *tile, int64_t *own);

/* The rows that both columns of a pair have: O(1) where one of them has all, else O(n / 512) for
   a sink with `common_rows`, and O(n) without. */
int64_t mc_kendall_common_rows(const mc_kendall_tile *tile, int i, int j);

/* What there will be to count. */
typedef struct {
  int64_t n;                    /* rows that take part; with one or none nothing is counted */
  int64_t x_columns, y_columns; /* y_columns of a symmetric job are those of x */
  int64_t a_columns, b_columns; /* of a panel, at most; b_columns 0 if triangles are all */
  bool symmetric, pairwise;
  bool of_one; /* columns of one matrix, as they are if symmetric */
  int threads; /* that count: tiles come from threads 0 .. threads - 1 */
} mc_kendall_shape;

/* Which pairs of columns are wanted, where not all are. Drivers ask before they rank or count, on
   any thread, several at once. */
typedef struct mc_kendall_filter mc_kendall_filter;
struct mc_kendall_filter {
  /* Is there one among `a_columns` columns of x from a0 on, and `b_columns` of y from b0 on? Of a
     symmetric job those with row <= column are asked for. */
  bool (*any)(const mc_kendall_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
              int64_t b_columns);
  /* Which are? Bit stride i + j stands for a0 + i, b0 + j. Of MC_KENDALL_TILE columns at most. */
  uint64_t (*which)(const mc_kendall_filter *filter, int64_t a0, int64_t b0, int a_columns,
                    int b_columns, int stride);
  /* Sets a_panels[k] where there is one with a column of a0 + MC_BITS_PANEL k, ..., and b_panels
     likewise; the others stay as they are. */
  void (*panels)(const mc_kendall_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
                 int64_t b_columns, uint8_t *a_panels, uint8_t *b_panels);
  double pairs, cells; /* wanted, and those of the tiles of 4 x 4 that have them: for the plan */
};

/* Pairs between two calls of flush(), at most. */
#define MC_KENDALL_FLUSH_PAIRS (INT64_C(1) << 20)

/* begin(), round(), panel(), flush() and finish() are called on the main thread, while no other is
   at work; they may be NULL. What they return, if not MC_OK, ends the call. They may take memory
   of the call's arena: of what is within bytes() the plan knows. After an end by another error, by
   an interrupt or by a jump, nothing more is called. */
struct mc_kendall_sink {
  /* Once, before anything is counted. */
  mc_status (*begin)(mc_kendall_sink *sink, const mc_kendall_shape *shape, const mc_call *call);
  /* A walk over all pairs comes next, number 0, 1, ... of the job's rounds: from here on y's source
     may have other columns. Those of x are the same in all rounds, and ranked once if one panel
     holds them. */
  mc_status (*round)(mc_kendall_sink *sink, int64_t round, const mc_call *call);
  /* A panel's columns are ranked, and its tiles come next. */
  mc_status (*panel)(mc_kendall_sink *sink, const mc_kendall_panel *panel);
  /* A tile is counted. Called by any thread, by several at once, and for each pair once, so that
     what two tiles share is the sink's to protect. It neither fails nor allocates, jumps or calls
     R: what has no room is remembered, and said in flush(). The tile is the caller's again when
     it returns. */
  void (*put)(mc_kendall_sink *sink, const mc_kendall_tile *tile, int thread);
  /* Again and again: no more than MC_KENDALL_FLUSH_PAIRS pairs since it was called last. */
  mc_status (*flush)(mc_kendall_sink *sink, const mc_call *call);
  /* All pairs are counted. */
  mc_status (*finish)(mc_kendall_sink *sink, const mc_call *call);
  /* Scratch that begin() takes for panels of so many columns. NULL: none to speak of. */
  int64_t (*bytes)(int64_t a_columns, int64_t b_columns);
  const mc_kendall_filter *only; /* wants no pairs but these; NULL: all */
  bool common_rows;              /* wants mc_kendall_common_rows() to be fast */
  bool triples;                  /* and mc_ranked.triples, */
  bool total;                    /* and the pairs of rows tied in neither column */
};

/* The filter's answers; without one there is any, and all are wanted. */
bool mc_kendall_wants(const mc_kendall_sink *sink, int64_t a0, int64_t b0, int64_t a_columns,
                      int64_t b_columns);
uint64_t mc_kendall_left_out(const mc_kendall_sink *sink, int64_t a0, int64_t b0, int a_columns,
                             int b_columns, int stride);

#endif
