/* Contract: simd/portable/tuning.h. */

#define MC_COSTS "simd/avx2/costs.def"
enum { MC_ROWS_ONE_COUNT = 2, MC_ROWS_TWO_COUNTS = 1, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 4, MC_TABLE_ROWS = 1 };
enum { MC_TILE_VECTORS = 2, MC_BLOCK_VECTORS = 4 };
#define MC_RECORD_STEPS 4
enum { MC_SCREEN_ROWS = 4 };
enum { MC_KEY_ROWS = 4096, MC_BUCKET_ROWS = 1 << 22 };
#define MC_SORT_ROWS 8
enum { MC_SIGNS_LOOKUPS = 1 };
enum { MC_SORT_RUN = 8, MC_SORT_AHEAD = 4096 };
