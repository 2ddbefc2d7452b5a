/* Comparisons of ranks, and of rows with a block of ranks. ranks.h defines RANK, RANKS() and
   RANKS_TYPE, which are undefined here. The bits of four rows are added up at once. */

MC_INLINE uint32_t RANKS(gt)(RANKS_TYPE a, RANKS_TYPE b) {
  const mc_flags flag = RANKS(flags_gt)(a, b);
  return mc_flags32(flag.low, flag.high);
}

MC_INLINE uint32_t RANKS(ne)(RANKS_TYPE a, RANKS_TYPE b) {
  const mc_flags flag = RANKS(flags_eq)(a, b);
  return ~mc_flags32(flag.low, flag.high);
}

/* rows[k] > block for the four rows at `rows`; or rows[k] == block if `equal`, a constant. */
MC_INLINE uint32x4_t RANKS(four_rows)(RANKS_TYPE block, const RANK *rows, bool equal) {
  uint8x16_t sum[4];
  MC_UNROLL for (int k = 0; k < 4; k++) {
    const RANKS_TYPE row = RANKS(set)(rows[k]);
    const mc_flags flag = equal ? RANKS(flags_eq)(row, block) : RANKS(flags_gt)(row, block);
    sum[k] = mc_flags_paired(flag.low, flag.high);
  }
  return vreinterpretq_u32_u8(vpaddq_u8(vpaddq_u8(sum[0], sum[1]), vpaddq_u8(sum[2], sum[3])));
}

MC_INLINE void RANKS(rows_gt)(RANKS_TYPE block, const RANK *rows, int count, uint32_t *out) {
  int k = 0;
  for (; k + 4 <= count; k += 4)
    vst1q_u32(out + k, RANKS(four_rows)(block, rows + k, false));
  for (; k < count; k++)
    out[k] = RANKS(gt)(RANKS(set)(rows[k]), block);
}

MC_INLINE void RANKS(rows_ne)(RANKS_TYPE block, const RANK *rows, int count, uint32_t *out) {
  int k = 0;
  for (; k + 4 <= count; k += 4)
    vst1q_u32(out + k, vmvnq_u32(RANKS(four_rows)(block, rows + k, true)));
  for (; k < count; k++)
    out[k] = RANKS(ne)(RANKS(set)(rows[k]), block);
}

#undef RANK
#undef RANKS
#undef RANKS_TYPE
