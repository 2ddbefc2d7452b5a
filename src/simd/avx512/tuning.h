/* Contract: simd/portable/tuning.h. */

#define MC_KENDALL_COSTS                                                                    \
  {                                                                                         \
    .bits = 6e3, .make = {10, 28, 27}, .tile = {1.07, 2.44, 4.9}, .pair = 69e3, .row = 360, \
    .level = 110, .tied = 4200, .step = 600, .cell = 1650, .tables = 6e3, .lists = 10e3,    \
    .append = 4000, .visit = 440, .compare = 420, .many = 400                               \
  }
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 8, MC_TABLE_ROWS = 2 };
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };
#define MC_SORT_ROWS 16
enum { MC_SORT_RUN = 8 };
