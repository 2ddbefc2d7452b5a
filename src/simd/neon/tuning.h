/* Contract: simd/portable/tuning.h. */

/* Not measured: the costs of portable, divided by the ratios of instructions that
   bench/instructions.sh counts; for kernels that it does not count, the costs of avx2. */
#define MC_KENDALL_COSTS                                                                   \
  {                                                                                        \
    .bits = 6e3, .make = {25, 56, 54}, .tile = {2.3, 5.1, 10.9}, .pair = 68e3, .row = 200, \
    .level = 175, .tied = 4100, .step = 1110, .cell = 4450, .tables = 6e3, .lists = 10e3,  \
    .append = 4200, .visit = 490, .compare = 1570, .many = 460                             \
  }
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 4, MC_TABLE_ROWS = 2 };
enum { MC_TILE_VECTORS = 2, MC_BLOCK_VECTORS = 4 };
#define MC_SORT_ROWS 16
enum { MC_SORT_RUN = 8 };
