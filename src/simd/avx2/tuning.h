/* Contract: simd/portable/tuning.h. */

#define MC_KENDALL_COSTS \
  { 6e3, { 17, 46, 46 }, { 2.2, 4.85, 9.7 }, 68e3, 200, 180, 4100, 1150, 3000, 6e3, 10e3, 4200, 490, 670, 460 }
enum { MC_ROWS_ONE_COUNT = 2, MC_ROWS_TWO_COUNTS = 1, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 4, MC_TABLE_ROWS = 1 };
enum { MC_TILE_VECTORS = 2, MC_BLOCK_VECTORS = 4 };
#define MC_SORT_ROWS 8
enum { MC_SORT_RUN = 8 };
