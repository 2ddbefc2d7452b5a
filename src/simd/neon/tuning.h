/* Contract: simd/portable/tuning.h. */

#define MC_COSTS "simd/neon/costs.def"
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 4, MC_TABLE_ROWS = 2 };
enum { MC_TILE_VECTORS = 2, MC_BLOCK_VECTORS = 4 };
#define MC_RECORD_STEPS 4
enum { MC_SCREEN_ROWS = 4 };
enum { MC_KEY_ROWS = 0, MC_BUCKET_ROWS = 0 };
#define MC_SORT_ROWS 16
enum { MC_SIGNS_LOOKUPS = 0 };
enum { MC_SORT_RUN = 8, MC_SORT_AHEAD = 4096 };
