#ifndef MC_SORTED_ROW_H
#define MC_SORTED_ROW_H

#include <stdint.h>

/* A sorted row: the number of the row. The leading bit is 1 if its value equals that of the sorted
   row before. */
typedef uint32_t mc_kendall_sorted_row;
#define MC_KENDALL_SORTED_TIED (UINT32_C(1) << 31)
static inline uint32_t mc_kendall_sorted_row_number(mc_kendall_sorted_row r) {
  return r & ~MC_KENDALL_SORTED_TIED;
}
static inline uint32_t mc_kendall_sorted_row_tied(mc_kendall_sorted_row r) {
  return r >> 31;
}

#endif
