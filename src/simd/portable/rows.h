/* The words for rows against a block of ranks, of both widths. ranks.h defines ROWS_BODY, the file
   of their bodies, which is undefined here. */

#define RANK uint16_t
#define RANKS(word) mc_ranks16_##word
#define RANKS_TYPE mc_ranks16
#include ROWS_BODY

#define RANK uint32_t
#define RANKS(word) mc_ranks32_##word
#define RANKS_TYPE mc_ranks32
#include ROWS_BODY

#undef ROWS_BODY
