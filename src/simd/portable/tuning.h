/* The file of measured costs, and the shapes of tiles.

     MC_COSTS                        the file of the target's costs (kernels/kendall/costs.h)
     MC_COSTS_INTEL                  the file of the costs on processors of Intel, if they differ
     MC_ROWS_ONE_COUNT, MC_ROWS_TWO_COUNTS, MC_ROWS_FOUR_COUNTS
                                     rows of a register tile of bits with one, two or four counts
                                     a pair, divisors of MC_BITS_PANEL, its number of columns
     MC_TABLE_COLUMNS, MC_TABLE_ROWS the shape of a register tile of tables: 8, 4, 2 or 1 columns
                                     of x, 2 or 1 rows of y
     MC_TILE_VECTORS                 vectors in a row of a tile of distances or shortest paths, a
                                     power of two
     MC_BLOCK_VECTORS                vectors of a block's points that a point meets at once, a
                                     power of two
     MC_RECORD_STEPS                 steps whose best sum is compared by one take_min or take_max
                                     (tropical.h), a divisor of MC_TROPICAL_STEPS. It is 1 if a
                                     masked move of each step is cheap. Otherwise it is 4: then the
                                     search at the end costs less than a comparison and a move of
                                     each step.
     MC_SCREEN_ROWS                  rows of a register tile of two vectors, a power of two up to 32
                                     (kernels/distance/screen.h)
     MC_KEY_ROWS, MC_BUCKET_ROWS     the most rows of a column that is sorted by keys of 32 bits,
                                     and that is sorted by such keys in buckets; 0 if digits are
                                     always faster (kernels/columns); measured by
                                     bench/column_sort.R
     MC_SIGNS_LOOKUPS                1 if kernels/kendall/signs.h looks nibbles up, 0 if that kernel
                                     multiplies bytes
     MC_SORT_ROWS                    rows of the largest sorting network, 8 or 16
     MC_SORT_RUN                     vectors that a partition reads at once
     MC_SORT_AHEAD                   bytes between what a partition reads and what it prefetches */

#define MC_COSTS "simd/portable/costs.def"
enum { MC_ROWS_ONE_COUNT = 1, MC_ROWS_TWO_COUNTS = 1, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 1, MC_TABLE_ROWS = 1 };
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };
#define MC_RECORD_STEPS 4
enum { MC_SCREEN_ROWS = 4 };
enum { MC_KEY_ROWS = 0, MC_BUCKET_ROWS = 0 };
#define MC_SORT_ROWS 8
enum { MC_SIGNS_LOOKUPS = 0 };
enum { MC_SORT_RUN = 8, MC_SORT_AHEAD = 4096 };
