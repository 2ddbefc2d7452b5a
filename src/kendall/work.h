#ifndef MC_KENDALL_WORK_H
#define MC_KENDALL_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "kendall/types.h"

/* What an algorithm needs of a driver, which several files ask. MC_KENDALL_AUTO may become
   bitset, table or radix; MC_KENDALL_TABLE radix, where columns have many values. */
bool mc_kendall_uses_bits(mc_kendall_algorithm algorithm);
bool mc_kendall_uses_tables(mc_kendall_algorithm algorithm);
bool mc_kendall_uses_pairs(mc_kendall_algorithm algorithm);
bool mc_kendall_ordered(mc_kendall_algorithm algorithm); /* columns with their order */

/* Do two threads share the only pair there is? (Short columns are not worth it.) */
bool mc_kendall_shared(mc_kendall_algorithm algorithm, int64_t n, int64_t pairs);

#endif
