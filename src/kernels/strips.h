#ifndef MC_KERNELS_STRIPS_H
#define MC_KERNELS_STRIPS_H

/* A strip is the columns of one register tile: as many numbers of each row as a tile is wide. These
   helpers are for products C = C (+) A (x) B of squares of 64 x 64, computed strip by strip:

     for each strip of B and C
       pack the strip of B, if it is narrow
       for each group of 4 rows of A and C
         prefetch the next rows of C, a part of the next strip of B and, with the first strip, the
           next rows of A
         update the register tile

   tropical_square does all of this. The kernels of alignments only pack, and those of single
   register tiles only prefetch their result.

   Squares come from the L3 cache or from memory. The rows of a square of doubles are 512 bytes
   apart. A strip of AVX2 has one line of each row. All these lines are in one eighth of the sets of
   an L1 cache of 32 KiB, where rows of A displace them. A packed strip is contiguous. A prefetch
   costs one instruction a line.

   A strip of AVX-512 is half of each row, and its lines are in half of the sets. On a Zen 5, whose
   L1 cache has 48 KiB, the copy costs more than it saves (bench/results/two_builds.md, whose builds
   differ in other things, too). Other processors with AVX-512 were not measured. So only narrow
   strips are packed, and only their operands are prefetched. C always is.

   The order of sums does not change, so the results do not change either. */

/* Is a strip of `width` columns less than half of a row of `side`? */
#define MC_IS_NARROW(width, side) (2 * (width) < (side))

/* Copies `steps` rows of `width` bytes that are `row` bytes apart. */
MC_INLINE void MC_FN(pack_strip)(void *strip, const void *b, int64_t steps, size_t width,
                                 int64_t row) {
  char *to = strip;
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
      if (write) /* the argument must be constant */
        __builtin_prefetch(line, 1);
      else
        __builtin_prefetch(line, 0);
    }
}

#endif
