#ifndef MC_TILE_FILE_H
#define MC_TILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/safe_file.h"

/* A tile of a matrix in a file of its own, which says whose it is and whether it is whole:

     128 bytes   header: magic, version, order of bytes, and an mc_tile_label
     numbers     column by column, as doubles or floats
     integers    likewise, of 4 bytes, where the label has them
     8 a block   XXH64 of each MC_TILE_BLOCK bytes of numbers, and then of integers
     8           XXH64 of the header and these

   so that some columns can be read, and are checked, without the others. Numbers and header are
   in the writing machine's order of bytes; a machine of another takes the file for foreign. */
enum { MC_TILE_BLOCK = 1 << 20 };

typedef struct {
  uint64_t fingerprint; /* of what the tile was made from */
  int64_t i, j;         /* its place among the tiles of the matrix */
  int64_t rows, columns;
  int64_t mark; /* what its maker wants to know of it later */
  double note;
  int64_t single;   /* not 0: floats */
  int64_t integers; /* not 0: each number has one beside it */
} mc_tile_label;

typedef enum {
  MC_TILE_WHOLE,
  MC_TILE_MISSING,    /* no such file */
  MC_TILE_TRUNCATED,  /* of another size than its header says, or none */
  MC_TILE_DAMAGED,    /* a checksum differs */
  MC_TILE_FOREIGN,    /* no tile, or another one's: all of the label but mark and note counts */
  MC_TILE_LINK,       /* a symbolic link, or behind one (safe_file.h): it is not opened */
  MC_TILE_NO_FILE,    /* a folder, a device, a pipe */
  MC_TILE_UNREADABLE, /* for want of a right, or of the system's means */
} mc_tile_state;

/* Writes the file; doubles are rounded to floats if the label says so, and `integers` are for a
   label that has some. `buffer`: MC_TILE_BLOCK bytes. A file that is there, of the same size and
   without a second name, is written over, so that the system need not find room for another one,
   which takes longer than writing; nobody else may have it open for writing. Anything else of this
   name, such as a link, is removed, and not followed. 0, or errno: there is no file then, or one
   that cannot be opened. */
int mc_tile_write(mc_safe_path at, const mc_tile_label *label, const double *numbers,
                  const int32_t *integers, void *buffer);

/* Looks at size, header and last checksum, not at the numbers: whether this is the tile that
   `wanted` says. If MC_TILE_WHOLE, `found` is its label. */
mc_tile_state mc_tile_look(mc_safe_path at, const mc_tile_label *wanted, mc_tile_label *found);

/* The same, and reads the columns [first, last) of numbers and integers, where there is room for
   them (not NULL), and checks what it reads. No room for either: all are checked. */
mc_tile_state mc_tile_read(mc_safe_path at, const mc_tile_label *wanted, mc_tile_label *found,
                           int64_t first, int64_t last, double *numbers, int32_t *integers,
                           void *buffer);

/* What the header says, for readers that do not know the tile's size; false if there is no file of
   such tiles. No checksum is compared. */
bool mc_tile_peek(mc_safe_path at, mc_tile_label *found);

#endif
