#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L /* fseeko, ftello */
#endif

#include "base/tile_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"

static const char MAGIC[8] = {'M', 'C', 'T', 'I', 'L', 'E', '\r', '\n'};
enum { VERSION = 1, ORDER = 0x01020304 };

/* The file's first bytes. */
typedef struct {
  char magic[8];
  uint32_t version, order;
  mc_tile_label label;
  char rest[128 - 16 - sizeof(mc_tile_label)];
} header;

/* Where things are in a file of this label. */
typedef struct {
  int64_t size, numbers, blocks, bytes; /* of a number, of all, how many blocks, of the file */
} places;

static places places_of(const mc_tile_label *label) {
  places p = {.size = label->single ? (int64_t) sizeof(float) : (int64_t) sizeof(double)};
  p.numbers = label->rows * label->columns * p.size;
  p.blocks = (p.numbers + MC_TILE_BLOCK - 1) / MC_TILE_BLOCK;
  p.bytes = (int64_t) sizeof(header) + p.numbers + (p.blocks + 1) * (int64_t) sizeof(uint64_t);
  return p;
}

static int64_t bytes_of_block(const places *p, int64_t block) {
  return mc_min(MC_TILE_BLOCK, p->numbers - block * MC_TILE_BLOCK);
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

/* A block's bytes: those of the numbers, or floats in the buffer. */
static const void *block_of(const double *numbers, const places *p, int64_t block, void *buffer) {
  const int64_t per_block = MC_TILE_BLOCK / p->size, count = bytes_of_block(p, block) / p->size;
  const double *from = numbers + block * per_block;
  if (p->size == sizeof(double))
    return from;
  float *to = buffer;
  for (int64_t k = 0; k < count; k++)
    to[k] = (float) from[k];
  return to;
}

static bool write_all(FILE *file, const mc_tile_label *label, const double *numbers, void *buffer,
                      uint64_t *hashes) {
  const places p = places_of(label);
  header h;
  memset(&h, 0, sizeof h);
  memcpy(h.magic, MAGIC, sizeof MAGIC);
  h.version = VERSION;
  h.order = ORDER;
  memcpy(&h.label, label, sizeof *label);
  if (fwrite(&h, sizeof h, 1, file) != 1)
    return false;
  for (int64_t k = 0; k < p.blocks; k++) {
    const void *block = block_of(numbers, &p, k, buffer);
    const size_t bytes = (size_t) bytes_of_block(&p, k);
    hashes[k] = mc_hash64(block, (int64_t) bytes, 0);
    if (fwrite(block, 1, bytes, file) != bytes)
      return false;
  }
  hashes[p.blocks] = last_hash(&h, hashes, p.blocks);
  const size_t count = (size_t) p.blocks + 1;
  return fwrite(hashes, sizeof *hashes, count, file) == count;
}

int mc_tile_write(const char *path, const mc_tile_label *label, const double *numbers,
                  void *buffer) {
  const places p = places_of(label);
  uint64_t *hashes = malloc((size_t) (p.blocks + 1) * sizeof *hashes);
  if (hashes == NULL)
    return ENOMEM;
  errno = 0;
  FILE *file = fopen(path, "wb");
  int error = file == NULL ? errno : 0;
  if (file != NULL) {
    setvbuf(file, NULL, _IONBF, 0); /* blocks are large */
    if (!write_all(file, label, numbers, buffer, hashes))
      error = errno != 0 ? errno : EIO;
    if (fclose(file) != 0 && error == 0)
      error = errno != 0 ? errno : EIO;
    if (error != 0)
      remove(path);
  }
  free(hashes);
  return error;
}

/* ---- reading ---- */

static bool same_label(const mc_tile_label *a, const mc_tile_label *b) {
  return a->fingerprint == b->fingerprint && a->i == b->i && a->j == b->j && a->rows == b->rows &&
         a->columns == b->columns && a->single == b->single;
}

/* The header and, allocated, the hashes of the blocks. */
static mc_tile_state read_ends(FILE *file, const mc_tile_label *wanted, header *h,
                               uint64_t **hashes) {
  const places p = places_of(wanted);
  if (fread(h, sizeof *h, 1, file) != 1 || !go_to(file, 0, SEEK_END))
    return MC_TILE_TRUNCATED;
  const int64_t bytes = place_in(file);
  if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0 || h->version != VERSION || h->order != ORDER ||
      !same_label(&h->label, wanted))
    return MC_TILE_FOREIGN;
  if (bytes != p.bytes)
    return MC_TILE_TRUNCATED;
  const size_t count = (size_t) p.blocks + 1;
  *hashes = malloc(count * sizeof **hashes);
  if (*hashes == NULL || !go_to(file, (int64_t) sizeof *h + p.numbers, SEEK_SET) ||
      fread(*hashes, sizeof **hashes, count, file) != count)
    return MC_TILE_TRUNCATED;
  return (*hashes)[p.blocks] == last_hash(h, *hashes, p.blocks) ? MC_TILE_WHOLE : MC_TILE_DAMAGED;
}

/* Numbers [from, to) of all, of which the buffer has those from `start` on. */
static void take(const void *buffer, int64_t start, int64_t from, int64_t to, bool single,
                 double *out) {
  if (single) {
    const float *f = (const float *) buffer + (from - start);
    for (int64_t k = 0; k < to - from; k++)
      out[k] = f[k];
  } else {
    memcpy(out, (const double *) buffer + (from - start), (size_t) (to - from) * sizeof *out);
  }
}

/* Numbers [first, last) of the file, block by block. */
static mc_tile_state read_blocks(FILE *file, const places *p, const uint64_t *hashes, int64_t first,
                                 int64_t last, double *to, void *buffer) {
  const int64_t per_block = MC_TILE_BLOCK / p->size;
  const int64_t block0 = first / per_block;
  if (last <= first)
    return MC_TILE_WHOLE;
  if (!go_to(file, (int64_t) sizeof(header) + block0 * MC_TILE_BLOCK, SEEK_SET))
    return MC_TILE_TRUNCATED;
  for (int64_t k = block0; k * per_block < last; k++) {
    const int64_t bytes = bytes_of_block(p, k), start = k * per_block;
    if (fread(buffer, 1, (size_t) bytes, file) != (size_t) bytes)
      return MC_TILE_TRUNCATED;
    if (mc_hash64(buffer, bytes, 0) != hashes[k])
      return MC_TILE_DAMAGED;
    const int64_t from = mc_max(first, start), end = mc_min(last, start + per_block);
    if (to != NULL)
      take(buffer, start, from, end, p->size == sizeof(float), to + (from - first));
  }
  return MC_TILE_WHOLE;
}

static FILE *open_to_read(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file != NULL)
    setvbuf(file, NULL, _IONBF, 0);
  return file;
}

mc_tile_state mc_tile_read(const char *path, const mc_tile_label *wanted, mc_tile_label *found,
                           int64_t first, int64_t last, double *to, void *buffer) {
  FILE *file = open_to_read(path);
  if (file == NULL)
    return MC_TILE_MISSING;
  header h;
  uint64_t *hashes = NULL;
  mc_tile_state state = read_ends(file, wanted, &h, &hashes);
  if (state == MC_TILE_WHOLE) {
    const places p = places_of(wanted);
    *found = h.label;
    state = read_blocks(file, &p, hashes, first * wanted->rows, last * wanted->rows, to, buffer);
  }
  free(hashes);
  fclose(file);
  return state;
}

mc_tile_state mc_tile_look(const char *path, const mc_tile_label *wanted, mc_tile_label *found) {
  return mc_tile_read(path, wanted, found, 0, 0, NULL, NULL);
}

bool mc_tile_peek(const char *path, mc_tile_label *found) {
  FILE *file = open_to_read(path);
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
