/* Contract: simd/portable/tuning.h. */

#define MC_COSTS "simd/avx512icl/costs.def"
#define MC_COSTS_INTEL "simd/avx512icl/costs_intel.def"
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_TABLE_COLUMNS = 8, MC_TABLE_ROWS = 2 };
enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };
#define MC_RECORD_STEPS 1
enum { MC_SCREEN_ROWS = 8 };
enum { MC_KEY_ROWS = 8192, MC_BUCKET_ROWS = 1 << 22 };
#define MC_SORT_ROWS 16
enum { MC_SIGNS_LOOKUPS = 0 };
enum { MC_SORT_RUN = 8, MC_SORT_AHEAD = 4096 };
