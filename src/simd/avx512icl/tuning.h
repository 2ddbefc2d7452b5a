/* Contract: simd/portable/tuning.h. */

#define MC_KENDALL_COSTS                                                                  \
  {                                                                                       \
    .bits = 5e3, .make = {9, 28, 27}, .tile = {0.44, 1.1, 2.6}, .pair = 69e3, .row = 620, \
    .level = 45, .tied = 3600, .step = 250, .cell = 1850, .tables = 6e3, .lists = 10e3,   \
    .append = 5500, .visit = 340, .compare = 400, .many = 150                             \
  }
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 8, MC_TABLE_ROWS = 2 };
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };
#define MC_SORT_ROWS 16
enum { MC_SORT_RUN = 8 };
