/* Rows against a block of ranks, one comparison at a time.
   MC_RANKS_ROWS(V, T) defines, for ranks V of 32 lanes of T:

   V_rows_gt(block, rows, count, out)   out[k] bit l: rows[k] > block[l]
   V_rows_ne(block, rows, count, out)   out[k] bit l: rows[k] != block[l] */
#ifndef MC_PORTABLE_ROWS_H
#define MC_PORTABLE_ROWS_H

#define MC_RANKS_ROWS(V, T)                                                    \
  MC_INLINE void V##_rows_gt(V block, const T *rows, int count,                \
                             uint32_t *out) {                                  \
    for (int k = 0; k < count; k++)                                            \
      out[k] = V##_gt(V##_set(rows[k]), block);                                \
  }                                                                            \
  MC_INLINE void V##_rows_ne(V block, const T *rows, int count,                \
                             uint32_t *out) {                                  \
    for (int k = 0; k < count; k++)                                            \
      out[k] = V##_ne(V##_set(rows[k]), block);                                \
  }

#endif
