/* Chapter tuning: compile-time checks of the shapes that kernels rely on. */

#define IS_POWER(x) ((x) > 0 && ((x) & ((x) -1)) == 0)

_Static_assert(MC_BITS_UNIT_WORDS64 * 8 % MC_BITS_BYTES == 0, "a unit is vectors of bits");
_Static_assert(MC_BITS_PANEL % MC_ROWS_ONE_COUNT == 0 && MC_BITS_PANEL % MC_ROWS_TWO_COUNTS == 0 &&
                 MC_BITS_PANEL % MC_ROWS_FOUR_COUNTS == 0,
               "a panel is groups of rows");
_Static_assert(MC_TABLE_GROUP % MC_TABLE_COLUMNS == 0 && (MC_TABLE_ROWS == 1 || MC_TABLE_ROWS == 2),
               "a register tile of tables");
_Static_assert(MC_COUNT_RUN *MC_BITS_BYTES >= MC_BITS_UNIT_WORDS64 * 8, "a count takes a unit");
_Static_assert(8 % MC_F64_LANES == 0 && 16 % MC_F32_LANES == 0, "points are filled up to 8 and 16");
_Static_assert(IS_POWER(MC_TILE_VECTORS) && IS_POWER(MC_BLOCK_VECTORS), "tiles divide a panel");
_Static_assert(IS_POWER(MC_I32_LANES) && IS_POWER(MC_I64_LANES) && IS_POWER(MC_F64_LANES) &&
                 MC_I32_LANES <= 16 && MC_I64_LANES <= 16,
               "networks merge groups of columns");
_Static_assert(MC_SORT_ROWS == 8 || MC_SORT_ROWS == 16, "there are networks of 8 and 16");
_Static_assert(MC_SORT_RUN >= 1, "a partition reads vectors");
_Static_assert(MC_SORT_AHEAD > 0 && MC_SORT_AHEAD % 64 == 0, "a partition prefetches whole lines");
_Static_assert(MC_KEY_ROWS >= 0 && MC_KEY_ROWS <= 1 << 15, "a row and a place share 31 bits");
_Static_assert(MC_TROPICAL_LANES % MC_TROPICAL_F64_LANES == 0 &&
                 MC_TROPICAL_LANES % MC_TROPICAL_F32_LANES == 0,
               "a panel is vectors");

/* The table of costs has a line for each cost. (A cost that is given twice is a warning.) */
enum {
  COSTS_GIVEN = 0
#define MC_COST(name, picoseconds) +1
#include MC_COSTS
#undef MC_COST
};
_Static_assert(COSTS_GIVEN * sizeof(double) == sizeof(mc_kendall_costs), "a cost is missing");

static void tuning_words(void) {
  const mc_kendall_costs cost = {
#define MC_COST(name, picoseconds) .name = picoseconds,
#include MC_COSTS
#undef MC_COST
  };
  CHECK(cost.radix_row >= 0);
}
