#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L /* fseeko, ftello */
#endif

#include "base/tile_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"

static const char MAGIC[8] = {'M', 'C', 'T', 'I', 'L', 'E', '\r', '\n'};
enum { VERSION = 1, ORDER = 0x01020304 };
static const int64_t MOST = 9000000000000000; /* marks and notes fit into R's doubles exactly */

/* The first bytes of the file. */
typedef struct {
  char magic[8];
  uint32_t version, order;
  mc_tile_label label;
  char rest[128 - 16 - sizeof(mc_tile_label)];
} header;

/* The elements of one type: their size, where they begin in the file, how many bytes they have, and
   their blocks: `blocks` of them, of which `first` is the number of the first. */
typedef struct {
  int64_t size, start, bytes, first, blocks;
} section;

/* The layout of a file with this label. */
typedef struct {
  section numbers, integers;
  int64_t hashes, blocks, bytes; /* where checksums begin; blocks and bytes of the file */
} places;

static section section_at(int64_t start, int64_t first, int64_t count, int64_t size) {
  const int64_t bytes = count * size;
  return (section){size, start, bytes, first, (bytes + MC_TILE_BLOCK - 1) / MC_TILE_BLOCK};
}

/* Has a file with this label fewer than 2^62 bytes? Others have no layout. A forged label may have
   a size that, modulo 2^64, is that of a small file. */
static bool has_layout(const mc_tile_label *label) {
  const int64_t most = INT64_C(1) << 58;
  return label->rows >= 0 && label->columns >= 0 &&
         (label->rows == 0 || label->columns <= most / label->rows);
}

static places places_of(const mc_tile_label *label) {
  const int64_t count = label->rows * label->columns;
  const int64_t size = label->single ? (int64_t) sizeof(float) : (int64_t) sizeof(double);
  const section numbers = section_at((int64_t) sizeof(header), 0, count, size);
  const section integers = section_at(numbers.start + numbers.bytes, numbers.blocks,
                                      label->integers ? count : 0, (int64_t) sizeof(int32_t));
  places p = {numbers, integers, integers.start + integers.bytes, numbers.blocks + integers.blocks,
              0};
  p.bytes = p.hashes + (p.blocks + 1) * (int64_t) sizeof(uint64_t);
  return p;
}

static int64_t bytes_of_block(const section *s, int64_t block) {
  return mc_min(MC_TILE_BLOCK, s->bytes - block * MC_TILE_BLOCK);
}

static bool go_to(FILE *file, int64_t place, int from) {
#ifdef _WIN32
  return _fseeki64(file, place, from) == 0;
#else
  return fseeko(file, (off_t) place, from) == 0;
#endif
}

static int64_t place_in(FILE *file) {
#ifdef _WIN32
  return _ftelli64(file);
#else
  return ftello(file);
#endif
}

static uint64_t last_hash(const header *h, const uint64_t *hashes, int64_t blocks) {
  const uint64_t first = mc_hash64(h, sizeof *h, 0);
  return mc_hash64(hashes, blocks * (int64_t) sizeof *hashes, first);
}

/* ---- writing ---- */

/* Doubles as floats, and back. The float of a NaN keeps the sign and the low bits of the payload,
   because R's NA is a NaN with a payload. */
enum { CARRIED = 0x3fffff };

static float narrowed(double x) {
  float f = (float) x;
  if (isnan(x)) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t nan = (uint32_t) (bits >> 63 << 31) | 0x7fc00000u | (uint32_t) (bits & CARRIED);
    memcpy(&f, &nan, sizeof f);
  }
  return f;
}

static double widened(float f) {
  double x = f;
  if (isnan(f)) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    const uint64_t nan =
      (uint64_t) (bits >> 31) << 63 | UINT64_C(0x7ff8) << 48 | (uint64_t) (bits & CARRIED);
    memcpy(&x, &nan, sizeof x);
  }
  return x;
}

static const void *rounded(const double *from, int64_t count, void *buffer) {
  float *to = buffer;
  for (int64_t k = 0; k < count; k++)
    to[k] = narrowed(from[k]);
  return to;
}

/* Writes the blocks of a section; with `narrow` doubles are written as floats. */
static bool write_section(FILE *file, const section *s, const void *from, bool narrow,
                          uint64_t *hashes, void *buffer, const mc_tile_poll *poll) {
  for (int64_t k = 0; k < s->blocks; k++) {
    const int64_t bytes = bytes_of_block(s, k), first = k * (MC_TILE_BLOCK / s->size);
    const void *block = narrow ? rounded((const double *) from + first, bytes / s->size, buffer)
                               : (const unsigned char *) from + first * s->size;
    hashes[s->first + k] = mc_hash64(block, bytes, 0);
    if (fwrite(block, 1, (size_t) bytes, file) != (size_t) bytes)
      return false;
    if (poll != NULL)
      poll->call(poll->data, file, hashes);
  }
  return true;
}

static bool write_all(FILE *file, const mc_tile_label *label, const double *numbers,
                      const int32_t *integers, void *buffer, uint64_t *hashes,
                      const mc_tile_poll *poll) {
  const places p = places_of(label);
  header h;
  memset(&h, 0, sizeof h);
  memcpy(h.magic, MAGIC, sizeof MAGIC);
  h.version = VERSION;
  h.order = ORDER;
  memcpy(&h.label, label, sizeof *label);
  if (fwrite(&h, sizeof h, 1, file) != 1 ||
      !write_section(file, &p.numbers, numbers, label->single != 0, hashes, buffer, poll) ||
      !write_section(file, &p.integers, integers, false, hashes, buffer, poll))
    return false;
  hashes[p.blocks] = last_hash(&h, hashes, p.blocks);
  const size_t count = (size_t) p.blocks + 1;
  return fwrite(hashes, sizeof *hashes, count, file) == count;
}

/* Opens the existing file if it may be written over; otherwise a new file in its place. */
static FILE *open_to_write(mc_safe_path at, int64_t bytes) {
  FILE *file = mc_safe_open(at, MC_SAFE_REWRITE, bytes);
  if (file == NULL && errno != ENOENT)
    mc_safe_remove_file(at); /* removes the name only: other names of the file keep its content */
  return file != NULL ? file : mc_safe_open(at, MC_SAFE_CREATE, 0);
}

int mc_tile_write(mc_safe_path at, const mc_tile_label *label, const double *numbers,
                  const int32_t *integers, void *buffer, const mc_tile_poll *poll) {
  if (!has_layout(label))
    return EFBIG;
  const places p = places_of(label);
  uint64_t *hashes = malloc((size_t) (p.blocks + 1) * sizeof *hashes);
  if (hashes == NULL)
    return ENOMEM;
  errno = 0;
  FILE *file = open_to_write(at, p.bytes);
  int error = file == NULL ? errno : 0;
  if (file != NULL) {
    setvbuf(file, NULL, _IONBF, 0); /* blocks are large */
    if (!write_all(file, label, numbers, integers, buffer, hashes, poll))
      error = errno != 0 ? errno : EIO;
    if (fclose(file) != 0 && error == 0)
      error = errno != 0 ? errno : EIO;
    if (error != 0)
      mc_safe_remove_file(at);
  }
  free(hashes);
  return error;
}

/* ---- reading ---- */

static bool same_label(const mc_tile_label *a, const mc_tile_label *b) {
  return a->fingerprint == b->fingerprint && a->i == b->i && a->j == b->j && a->rows == b->rows &&
         a->columns == b->columns && a->single == b->single && a->integers == b->integers;
}

/* Reads the header, and the hashes of the blocks into memory from malloc(). */
static mc_tile_state read_ends(FILE *file, const mc_tile_label *wanted, header *h,
                               uint64_t **hashes) {
  if (fread(h, sizeof *h, 1, file) != 1 || !go_to(file, 0, SEEK_END))
    return MC_TILE_TRUNCATED;
  const int64_t bytes = place_in(file);
  if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0 || h->version != VERSION || h->order != ORDER ||
      !same_label(&h->label, wanted))
    return MC_TILE_FOREIGN;
  if (!has_layout(wanted))
    return MC_TILE_TRUNCATED;
  const places p = places_of(wanted);
  if (bytes != p.bytes)
    return MC_TILE_TRUNCATED;
  const size_t count = (size_t) p.blocks + 1;
  *hashes = malloc(count * sizeof **hashes);
  if (*hashes == NULL || !go_to(file, p.hashes, SEEK_SET) ||
      fread(*hashes, sizeof **hashes, count, file) != count)
    return MC_TILE_TRUNCATED;
  const mc_tile_label *l = &h->label;
  const bool fits = l->mark >= 0 && l->mark <= MOST && l->note >= 0 && l->note <= (double) MOST;
  return fits && (*hashes)[p.blocks] == last_hash(h, *hashes, p.blocks) ? MC_TILE_WHOLE
                                                                        : MC_TILE_DAMAGED;
}

/* The elements [first, last) of a section go to `to`; NULL: they are only checked. `widen`: floats
   become doubles. */
typedef struct {
  const section *s;
  int64_t first, last;
  void *to;
  bool widen;
} selection;

/* Copies the elements [from, end) of the section; the buffer begins with element `start`. */
static void take(const selection *x, const void *buffer, int64_t start, int64_t from, int64_t end) {
  const unsigned char *bytes = (const unsigned char *) buffer + (from - start) * x->s->size;
  if (x->to == NULL)
    return;
  if (!x->widen) {
    memcpy((unsigned char *) x->to + (from - x->first) * x->s->size, bytes,
           (size_t) ((end - from) * x->s->size));
    return;
  }
  const float *f = (const float *) bytes;
  double *out = (double *) x->to + (from - x->first);
  for (int64_t k = 0; k < end - from; k++)
    out[k] = widened(f[k]);
}

/* Reads and checks the selection block by block. */
static mc_tile_state read_blocks(FILE *file, const selection *x, uint64_t *hashes, void *buffer,
                                 const mc_tile_poll *poll) {
  const section *s = x->s;
  const int64_t per_block = MC_TILE_BLOCK / s->size, first = x->first / per_block;
  if (x->last <= x->first || s->blocks == 0)
    return MC_TILE_WHOLE;
  if (!go_to(file, s->start + first * MC_TILE_BLOCK, SEEK_SET))
    return MC_TILE_TRUNCATED;
  for (int64_t k = first; k * per_block < x->last; k++) {
    const int64_t bytes = bytes_of_block(s, k), start = k * per_block;
    const int64_t from = mc_max(x->first, start), end = mc_min(x->last, start + per_block);
    const bool whole = x->to != NULL && !x->widen && (end - from) * s->size == bytes;
    void *to = whole ? (unsigned char *) x->to + (from - x->first) * s->size : buffer;
    if (fread(to, 1, (size_t) bytes, file) != (size_t) bytes)
      return MC_TILE_TRUNCATED;
    if (mc_hash64(to, bytes, 0) != hashes[s->first + k])
      return MC_TILE_DAMAGED;
    if (!whole)
      take(x, to, start, from, end);
    if (poll != NULL)
      poll->call(poll->data, file, hashes);
  }
  return MC_TILE_WHOLE;
}

static FILE *open_to_read(mc_safe_path at) {
  FILE *file = mc_safe_open(at, MC_SAFE_READ, 0);
  if (file != NULL)
    setvbuf(file, NULL, _IONBF, 0);
  return file;
}

/* The state of a file that could not be opened. */
static mc_tile_state state_of_error(int error) {
  switch (error) {
  case ENOENT: return MC_TILE_MISSING;
  case ELOOP: return MC_TILE_LINK;
  case EISDIR:
  case ENOTDIR:
  case ENXIO: /* a socket */
  case EINVAL: return MC_TILE_NO_FILE;
  default: return MC_TILE_UNREADABLE;
  }
}

mc_tile_state mc_tile_read(mc_safe_path at, const mc_tile_label *wanted, mc_tile_label *found,
                           int64_t first, int64_t last, double *numbers, int32_t *integers,
                           void *buffer, const mc_tile_poll *poll) {
  FILE *file = open_to_read(at);
  if (file == NULL)
    return state_of_error(errno);
  header h;
  uint64_t *hashes = NULL;
  mc_tile_state state = read_ends(file, wanted, &h, &hashes);
  if (state == MC_TILE_WHOLE) {
    const places p = places_of(wanted);
    const int64_t from = first * wanted->rows, end = last * wanted->rows;
    const selection x = {&p.numbers, from, end, numbers, wanted->single != 0};
    const selection y = {&p.integers, from, end, integers, false};
    *found = h.label;
    if (numbers != NULL || integers == NULL)
      state = read_blocks(file, &x, hashes, buffer, poll);
    if (state == MC_TILE_WHOLE && (integers != NULL || numbers == NULL))
      state = read_blocks(file, &y, hashes, buffer, poll);
  }
  free(hashes);
  fclose(file);
  return state;
}

mc_tile_state mc_tile_look(mc_safe_path at, const mc_tile_label *wanted, mc_tile_label *found) {
  return mc_tile_read(at, wanted, found, 0, 0, NULL, NULL, NULL, NULL);
}

bool mc_tile_peek(mc_safe_path at, mc_tile_label *found) {
  FILE *file = open_to_read(at);
  header h;
  const bool read = file != NULL && fread(&h, sizeof h, 1, file) == 1;
  if (file != NULL)
    fclose(file);
  if (!read || memcmp(h.magic, MAGIC, sizeof MAGIC) != 0 || h.version != VERSION ||
      h.order != ORDER)
    return false;
  *found = h.label;
  return true;
}
