#ifndef MC_KENDALL_PLAIN_H
#define MC_KENDALL_PLAIN_H

#include <string.h>

#include "kendall/tile.h"
#include "pairs/room.h"

/* Which columns are *plain* at a level of the rows: they have all rows of the level and no ties. A
   pair of plain columns is plain. For a plain pair tau determines S, and S determines all other
   numbers of the test. So a later run needs only tau of a plain pair. */
typedef struct {
  uint8_t *x, *y; /* of each column: 1 if it is plain, else 0; y is x for pairs of one matrix */
  int64_t x_columns, y_columns;
} mc_kendall_plain;

/* Begins a level of `rows` rows: all columns are plain. With 2^25 rows or more no column is plain,
   because tau would not determine S. y_columns < 0: y is x. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kendall_plain_make(mc_kendall_plain *plain, int64_t x_columns, int64_t y_columns,
                                int64_t rows, mc_arena *arena);

/* Notes which columns of a panel are plain. */
void mc_kendall_plain_panel(mc_kendall_plain *plain, const mc_kendall_panel *panel);

/* Columns stay plain if they are plain in `other`, too. */
void mc_kendall_plain_also(mc_kendall_plain *plain, const mc_kendall_plain *other);

static inline bool mc_kendall_plain_pair(const mc_kendall_plain *plain, const mc_pairs_tile *tile,
                                         int i, int j) {
  return plain->x[tile->row + i] && plain->y[tile->column + j];
}

/* Is the tile 4 x 4 plain pairs of a matrix? */
static inline bool mc_kendall_plain_tile(const mc_kendall_plain *plain, const mc_pairs_room *room,
                                         const mc_pairs_tile *tile) {
  static const uint8_t all[MC_PAIRS_FOUR] = {1, 1, 1, 1};
  return room->list == NULL && mc_pairs_is_four(tile) &&
         memcmp(plain->x + tile->row, all, sizeof all) == 0 &&
         memcmp(plain->y + tile->column, all, sizeof all) == 0;
}

/* S of a plain pair with this tau, among so many pairs of rows: tau is S / pairs, rounded, and
   `pairs` are below 2^50. */
static inline double mc_kendall_plain_s(double tau, double pairs) {
  const double to_integer = 0x1.8p52; /* adding this rounds |x| < 2^51 to an integer */
  return (tau * pairs + to_integer) - to_integer;
}

#endif
