/* Rows against a block of ranks, one comparison at a time. ranks.h defines RANK, RANKS() and
   RANKS_TYPE, which are undefined here. */

MC_INLINE void RANKS(rows_gt)(RANKS_TYPE block, const RANK *rows, int count, uint32_t *out) {
  for (int k = 0; k < count; k++)
    out[k] = RANKS(gt)(RANKS(set)(rows[k]), block);
}

MC_INLINE void RANKS(rows_ne)(RANKS_TYPE block, const RANK *rows, int count, uint32_t *out) {
  for (int k = 0; k < count; k++)
    out[k] = RANKS(ne)(RANKS(set)(rows[k]), block);
}

#undef RANK
#undef RANKS
#undef RANKS_TYPE
