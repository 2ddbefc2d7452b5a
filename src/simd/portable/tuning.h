/* Measured costs, and the shapes of tiles.

     MC_KENDALL_COSTS                kernels/kendall/types.h; measured by bench/kendall_costs.R
     MC_ROWS_ONE_COUNT, MC_ROWS_TWO_COUNTS, MC_ROWS_FOUR_COUNTS
                                     rows of a register tile of bits with so many counts
                                     (columns: MC_BITS_PANEL); divisors of that
     MC_TABLE_COLUMNS, MC_TABLE_ROWS of a register tile of tables: columns of x, 8, 4, 2 or 1, and
                                     rows of y, 2 or 1
     MC_TILE_VECTORS                 in a row of a tile of distances or shortest paths, a power
                                     of two
     MC_BLOCK_VECTORS                of a block's points that one meets at once, likewise
     MC_SORT_ROWS                    of the largest sorting network, 8 or 16
     MC_SORT_RUN                     vectors that a partition reads at once */

#define MC_KENDALL_COSTS                                                                       \
  {                                                                                            \
    .bits = 15e3, .make = {137, 282, 261}, .tile = {20.5, 46, 91}, .pair = 77e3, .row = 0,     \
    .level = 790, .tied = 5600, .step = 10.1e3, .cell = 15.4e3, .tables = 15e3, .lists = 10e3, \
    .append = 10.6e3, .visit = 640, .compare = 8650, .many = 1080                              \
  }
enum { MC_ROWS_ONE_COUNT = 1, MC_ROWS_TWO_COUNTS = 1, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 1, MC_TABLE_ROWS = 1 };
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };
#define MC_SORT_ROWS 8
enum { MC_SORT_RUN = 8 };
