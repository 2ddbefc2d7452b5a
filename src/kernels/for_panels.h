#ifndef MC_FOR_PANELS_H
#define MC_FOR_PANELS_H

/* What products of squares share, C = C (+) A (x) B, computed in register tiles:

     for each panel: the columns of B and C that a row of register tiles has
       pack the panel of B
       for each group of 4 rows of A and C
         prefetch the next rows of C, a part of the next panel of B and, in the first panel, the
           next rows of A
         update the register tile

   Squares come from the L3 cache or from memory. In a square, the lines of a panel are a row of the
   square apart, 512 bytes for doubles. All of them are in one eighth of the sets of the L1 cache,
   where rows of A displace them. A packed panel is contiguous. Processors do not prefetch lines
   that are so far apart by themselves. A prefetch costs one instruction a line.

   The order of sums does not change, so the results do not change either. */

/* Copies `steps` rows of `width` bytes that are `row` bytes apart. */
MC_INLINE void MC_FN(pack_panel)(void *panel, const void *b, int64_t steps, size_t width,
                                    int64_t row) {
  char *to = panel;
  const char *from = b;
  for (int64_t k = 0; k < steps; k++)
    memcpy(to + k * (int64_t) width, from + k * row, width);
}

/* Prefetches the lines of MC_TROPICAL_ROWS rows of `width` bytes that are `row` bytes apart. */
MC_INLINE void MC_FN(fetch_rows)(const void *at, size_t width, int64_t row, bool write) {
  enum { LINE = 64 };
  for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    for (size_t l = 0; l < width; l += LINE) {
      const char *line = (const char *) at + r * row + l;
      if (write)
        __builtin_prefetch(line, 1);
      else
        __builtin_prefetch(line, 0);
    }
}

#endif
