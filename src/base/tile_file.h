#ifndef MC_TILE_FILE_H
#define MC_TILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/safe_file.h"

/* A tile of a matrix in a file of its own. The file says to which result the tile belongs, and
   whether the tile is whole:

     128 bytes   header: magic, version, order of bytes, and an mc_tile_label
     numbers     column by column, as doubles or floats
     integers    likewise, of 4 bytes, where the label has them
     8 a block   XXH64 of each MC_TILE_BLOCK bytes of numbers, and then of integers
     8           XXH64 of the header and these

   So some columns can be read and checked without the others. Numbers and header have the byte
   order of the writing machine; a machine with another byte order finds the file
   MC_TILE_FOREIGN. */
enum { MC_TILE_BLOCK = 1 << 20 };

typedef struct {
  uint64_t fingerprint; /* of the plan that the tile belongs to */
  int64_t i, j;         /* its place among the tiles of the matrix */
  int64_t rows, columns;
  int64_t mark; /* how far the work on the tile is; the maker's own number */
  double note;
  int64_t single;   /* not 0: numbers are floats */
  int64_t integers; /* not 0: there is an integer for each number */
} mc_tile_label;

typedef enum {
  MC_TILE_WHOLE,
  MC_TILE_MISSING,    /* no such file */
  MC_TILE_TRUNCATED,  /* of another size than its header says, or too short for one */
  MC_TILE_DAMAGED,    /* a checksum differs */
  MC_TILE_FOREIGN,    /* not a tile, or another label (mark and note may differ) */
  MC_TILE_LINK,       /* a symbolic link, or behind one (safe_file.h): not opened */
  MC_TILE_NO_FILE,    /* a folder, a device, a pipe */
  MC_TILE_UNREADABLE, /* no permission, or the system lacks resources */
} mc_tile_state;

/* call(data, file, memory) comes after each block of a read or write. It may end the work: it
   closes `file`, frees `memory` and leaves by a jump (longjmp). A file that was being written is
   new in part then. Such a file is whole only if it was whole before, with the same label, mark and
   note. */
typedef struct {
  void (*call)(void *data, FILE *file, void *memory);
  void *data;
} mc_tile_poll;

/* Writes the file. Doubles are rounded to floats if the label says so; `integers` are written if
   the label has them. `buffer`: MC_TILE_BLOCK bytes. An existing file of the same size and without
   a second name is written over, because finding room for a new file takes the system longer than
   writing. Nobody else may have it open for writing. Anything else with this name, such as a link,
   is removed, and never followed. Returns 0 or errno; after an error there is no file with this
   name, or one that cannot be opened. EFBIG: no file can be so large; then nothing is done. `poll`
   may be NULL. */
int mc_tile_write(mc_safe_path at, const mc_tile_label *label, const double *numbers,
                  const int32_t *integers, void *buffer, const mc_tile_poll *poll);

/* Is this the tile of the label `wanted`? Looks at size, header and last checksum, not at the
   numbers. If MC_TILE_WHOLE, `found` becomes the tile's label. */
mc_tile_state mc_tile_look(mc_safe_path at, const mc_tile_label *wanted, mc_tile_label *found);

/* The same, and reads and checks the columns [first, last) of the numbers and the integers, each
   unless NULL. If both are NULL, both are checked. */
mc_tile_state mc_tile_read(mc_safe_path at, const mc_tile_label *wanted, mc_tile_label *found,
                           int64_t first, int64_t last, double *numbers, int32_t *integers,
                           void *buffer, const mc_tile_poll *poll);

/* Reads the label only, for readers that do not know the tile's size. False if this is no file of a
   tile. No checksum is compared. */
bool mc_tile_peek(mc_safe_path at, mc_tile_label *found);

#endif
