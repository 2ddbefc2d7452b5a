/* Contract: simd/portable/tuning.h. */

#define MC_KENDALL_COSTS                                                                   \
  {                                                                                        \
    .bits = 6e3, .make = {17, 46, 46}, .tile = {2.2, 4.85, 9.7}, .pair = 68e3, .row = 200, \
    .level = 180, .tied = 4100, .step = 1150, .cell = 3000, .tables = 6e3, .lists = 10e3,  \
    .append = 4200, .visit = 490, .compare = 670, .many = 460                              \
  }
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 8, MC_TABLE_ROWS = 1 };
enum { MC_TILE_VECTORS = 2, MC_BLOCK_VECTORS = 4 };
#define MC_SORT_ROWS 16
enum { MC_SORT_RUN = 8 };
