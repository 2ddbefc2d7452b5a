/* Contract: simd/portable/tuning.h. */

#define MC_KENDALL_COSTS \
  { 5e3, { 9, 28, 27 }, { 0.44, 1.1, 2.6 }, 69e3, 620, 45, 3600, 250, 1850, 6e3, 10e3, 5500, 340, 400, 150 }
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 8, MC_TABLE_ROWS = 2 };
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };
#define MC_SORT_ROWS 16
enum { MC_SORT_RUN = 8 };
