/* Files of tiles. A file of any bytes, or a file that was written and then changed, is read with
   any label that R may ask for. The answer must be that of a plain reader here, which knows the
   layout of tile_file.h: an error, or the numbers that the bytes of the file are. Reading takes no
   memory for numbers unless the file has them. What was written is read again, bit by bit. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/tile_file.h"
#include "check.h"
#include "fuzz.h"
#include "guard.h"

const char fuzz_topic[] = "tile_file";

static const char FILE_NAME[] = "fuzz_tile_file.tile";
#define TILE ((mc_safe_path){".", FILE_NAME})
static unsigned char buffer[MC_TILE_BLOCK];

enum { HEADER = 128, LABEL = 16, WORD = 8 };
static const unsigned char MAGIC[] = {'M', 'C', 'T', 'I', 'L', 'E', '\r', '\n'};
static const uint32_t VERSION_AND_ORDER[] = {1, 0x01020304};
static const double MOST = 9e15; /* of a mark or a note */

/* The bytes of a file. */
typedef struct {
  unsigned char *at;
  int64_t size;
} bytes;

static void put(bytes b) {
  FILE *file = fopen(FILE_NAME, "wb");
  CHECK(file != NULL && (b.size == 0 || fwrite(b.at, (size_t) b.size, 1, file) == 1));
  if (file != NULL)
    fclose(file);
}

static bytes get(void) {
  FILE *file = fopen(FILE_NAME, "rb");
  CHECK(file != NULL);
  if (file == NULL)
    return (bytes){guard_alloc(0), 0};
  fseek(file, 0, SEEK_END);
  const int64_t size = ftell(file);
  bytes b = {guard_alloc((size_t) size), size};
  rewind(file);
  CHECK(size == 0 || fread(b.at, (size_t) size, 1, file) == 1);
  fclose(file);
  return b;
}

/* ---- the plain reader ---- */

/* What a label says about the file. Such sizes are exact in doubles, or as good as infinite. */
typedef struct {
  double numbers, integers; /* bytes */
  double blocks[2], size;
} layout;

static layout layout_of(const mc_tile_label *l) {
  const double count = (double) l->rows * (double) l->columns;
  layout p = {count * (l->single ? 4 : 8), l->integers ? count * 4 : 0, {0, 0}, 0};
  p.blocks[0] = ceil(p.numbers / MC_TILE_BLOCK);
  p.blocks[1] = ceil(p.integers / MC_TILE_BLOCK);
  p.size = HEADER + p.numbers + p.integers + WORD * (p.blocks[0] + p.blocks[1] + 1);
  return p;
}

static mc_tile_label label_at(bytes b) {
  mc_tile_label l;
  memcpy(&l, b.at + LABEL, sizeof l);
  return l;
}

static bool is_tile(bytes b) {
  return b.size >= HEADER && memcmp(b.at, MAGIC, sizeof MAGIC) == 0 &&
         memcmp(b.at + sizeof MAGIC, VERSION_AND_ORDER, sizeof VERSION_AND_ORDER) == 0;
}

static uint64_t word_at(bytes b, int64_t at) {
  uint64_t word;
  memcpy(&word, b.at + at, sizeof word);
  return word;
}

/* The checksum of the header and of the checksums of blocks, in a file of the layout's size. */
static uint64_t last_hash(bytes b, const layout *p) {
  const int64_t hashes = HEADER + (int64_t) (p->numbers + p->integers);
  return mc_hash64(b.at + hashes, b.size - hashes - WORD, mc_hash64(b.at, HEADER, 0));
}

/* Is the checksum of a block right? `section` is 0 for numbers, 1 for integers. */
static uint64_t block_hash(bytes b, const layout *p, int section, int64_t block) {
  const double all[] = {p->numbers, p->integers};
  const double left = all[section] - (double) block * MC_TILE_BLOCK;
  const int64_t start = HEADER + (section == 1 ? (int64_t) p->numbers : 0);
  return mc_hash64(b.at + start + block * MC_TILE_BLOCK,
                   left < MC_TILE_BLOCK ? (int64_t) left : MC_TILE_BLOCK, 0);
}

static int64_t place_of_hash(const layout *p, int section, int64_t block) {
  return HEADER + (int64_t) (p->numbers + p->integers) +
         WORD * (block + (section == 1 ? (int64_t) p->blocks[0] : 0));
}

static mc_tile_state look(bytes b, const mc_tile_label *wanted) {
  if (b.size < HEADER)
    return MC_TILE_TRUNCATED;
  const mc_tile_label l = label_at(b);
  if (!is_tile(b) || l.fingerprint != wanted->fingerprint || l.i != wanted->i || l.j != wanted->j ||
      l.rows != wanted->rows || l.columns != wanted->columns || l.single != wanted->single ||
      l.integers != wanted->integers)
    return MC_TILE_FOREIGN;
  const layout p = layout_of(&l);
  if ((double) b.size != p.size)
    return MC_TILE_TRUNCATED;
  const bool fits = l.mark >= 0 && (double) l.mark <= MOST && l.note >= 0 && l.note <= MOST;
  return fits && word_at(b, b.size - WORD) == last_hash(b, &p) ? MC_TILE_WHOLE : MC_TILE_DAMAGED;
}

/* The elements [first, last) of a section: are the checksums of their blocks right? */
static bool whole(bytes b, const layout *p, int section, int64_t size, int64_t first,
                  int64_t last) {
  for (int64_t k = 0; k < (int64_t) p->blocks[section]; k++) {
    const int64_t from = k * (MC_TILE_BLOCK / size), to = (k + 1) * (MC_TILE_BLOCK / size);
    if (first < last && from < last && first < to &&
        word_at(b, place_of_hash(p, section, k)) != block_hash(b, p, section, k))
      return false;
  }
  return true;
}

/* A float as a double: a NaN keeps its sign and its low bits. */
static double widened(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  double x = f;
  if (isnan(f)) {
    const uint64_t nan = (uint64_t) (bits >> 31) << 63 | UINT64_C(0x7ff8) << 48 | (bits & 0x3fffff);
    memcpy(&x, &nan, sizeof x);
  }
  return x;
}

static double number_at(bytes b, bool single, int64_t at) {
  double x;
  uint32_t bits;
  memcpy(&bits, b.at + HEADER + at * 4, single ? sizeof bits : 0);
  if (single)
    return widened(bits);
  memcpy(&x, b.at + HEADER + at * 8, sizeof x);
  return x;
}

/* ---- reading ---- */

/* Reads columns as R does: takes memory only if the file is there. */
static void read_columns(bytes b, const mc_tile_label *wanted, int64_t first, int64_t last,
                         bool numbers, bool integers) {
  mc_tile_label found;
  const mc_tile_state state = look(b, wanted);
  check_note("file of %d bytes, %g x %g, columns %d to %d, single %d, integers %d", (int) b.size,
             (double) wanted->rows, (double) wanted->columns, (int) first, (int) last,
             (int) wanted->single, (int) wanted->integers);
  CHECK_INT(mc_tile_look(TILE, wanted, &found), state);
  if (state != MC_TILE_WHOLE) {
    CHECK_INT(mc_tile_read(TILE, wanted, &found, 0, 0, NULL, NULL, buffer, NULL), state);
    return;
  }
  const layout p = layout_of(wanted);
  const int64_t from = first * wanted->rows, end = last * wanted->rows;
  double *x = numbers ? GUARD_NEW(double, end - from) : NULL;
  int32_t *k = integers ? GUARD_NEW(int32_t, end - from) : NULL;
  const bool good =
    ((!numbers && integers) || whole(b, &p, 0, wanted->single ? 4 : 8, from, end)) &&
    ((numbers && !integers) || whole(b, &p, 1, 4, from, end));
  const mc_tile_state got = mc_tile_read(TILE, wanted, &found, first, last, x, k, buffer, NULL);
  CHECK_INT(got, good ? MC_TILE_WHOLE : MC_TILE_DAMAGED);
  const mc_tile_label l = label_at(b);
  CHECK(memcmp(&found, &l, sizeof l) == 0);
  for (int64_t at = 0; got == MC_TILE_WHOLE && at < end - from; at++) {
    const double want = numbers ? number_at(b, wanted->single != 0, from + at) : 0;
    CHECK(!numbers || memcmp(&x[at], &want, sizeof want) == 0);
    CHECK(!integers ||
          memcmp(&k[at], b.at + HEADER + (int64_t) p.numbers + (from + at) * 4, 4) == 0);
  }
  guard_free(x);
  guard_free(k);
}

static void read_all(fuzz_source *s, bytes b, const mc_tile_label *wanted) {
  mc_tile_label found;
  CHECK(mc_tile_peek(TILE, &found) == is_tile(b));
  const int64_t first = fuzz_chance(s, 2) ? fuzz_pick(s, 256) % (wanted->columns + 1) : 0;
  const int64_t last = first + fuzz_pick(s, 256) % (wanted->columns - first + 1);
  const int what = (int) fuzz_pick(s, 4);
  read_columns(b, wanted, first, last, what & 1, what & 2 && wanted->integers);
  read_columns(b, wanted, 0, wanted->columns, true, wanted->integers != 0);
}

/* ---- files and labels ---- */

/* A size that R lets through: often small, seldom so large that products overflow. */
static int64_t pick_size(fuzz_source *s) {
  const int64_t large[] = {INT_MAX, 1518500250, 1 << 30, (1 << 30) + 1, 1 << 20, 0};
  if (fuzz_chance(s, 16))
    return large[fuzz_pick(s, 6)];
  return fuzz_chance(s, 32) ? (int64_t) (fuzz_bits(s) & INT_MAX) : fuzz_size(s, 40);
}

static mc_tile_label pick_label(fuzz_source *s) {
  const double notes[] = {0, 1.5, 9e15, -1, INFINITY, NAN};
  const int64_t marks[] = {0, 41, 9000000000000000, 9000000000000001, -1, INT64_MIN};
  const bool odd = fuzz_chance(s, 8);
  return (mc_tile_label){.fingerprint = (uint64_t) fuzz_pick(s, 3),
                         .i = fuzz_pick(s, 3),
                         .j = fuzz_pick(s, 3),
                         .rows = pick_size(s),
                         .columns = pick_size(s),
                         .mark = marks[fuzz_pick(s, odd ? 6 : 3)],
                         .note = notes[fuzz_pick(s, odd ? 6 : 3)],
                         .single = fuzz_pick(s, 2),
                         .integers = fuzz_pick(s, 2)};
}

/* The label of the file, or with another field. */
static mc_tile_label pick_wanted(fuzz_source *s, mc_tile_label l) {
  switch (fuzz_pick(s, 16)) {
  case 1: l.fingerprint++; break;
  case 2: l.i++; break;
  case 3: l.rows = pick_size(s); break;
  case 4: l.columns = pick_size(s); break;
  case 5: l.single = !l.single; break;
  case 6: l.integers = !l.integers; break;
  case 7: l.mark++; break;
  default: break;
  }
  l.single = l.single != 0; /* as R asks */
  l.integers = l.integers != 0;
  l.rows = l.rows >= 0 && l.rows <= INT_MAX ? l.rows : 3;
  l.columns = l.columns >= 0 && l.columns <= INT_MAX ? l.columns : 3;
  return l;
}

/* Any bytes behind a header, with right checksums or not; or without a right header. */
static void forge(fuzz_source *s) {
  const mc_tile_label l = pick_label(s);
  const layout p = layout_of(&l);
  const bool sized = p.size < 20000 && !fuzz_chance(s, 8);
  bytes b = {.size = sized ? (int64_t) p.size : fuzz_pick(s, 1000)};
  b.at = guard_alloc((size_t) b.size);
  for (int64_t at = 0; at < b.size; at++)
    b.at[at] = (unsigned char) fuzz_pick(s, 256);
  if (!fuzz_chance(s, 16) && b.size >= HEADER) {
    memcpy(b.at, MAGIC, sizeof MAGIC);
    memcpy(b.at + sizeof MAGIC, VERSION_AND_ORDER, sizeof VERSION_AND_ORDER);
    memcpy(b.at + LABEL, &l, sizeof l);
  }
  const uint64_t sums = (uint64_t) fuzz_pick(s, 4); /* all right, most often */
  for (int section = 0; section < 2 && sized && sums != 3; section++)
    for (int64_t k = 0; k < (int64_t) p.blocks[section]; k++) {
      const uint64_t hash = block_hash(b, &p, section, k);
      memcpy(b.at + place_of_hash(&p, section, k), &hash, sizeof hash);
    }
  if (sized && sums != 2) {
    const uint64_t hash = last_hash(b, &p);
    memcpy(b.at + b.size - WORD, &hash, sizeof hash);
  }
  put(b);
  const mc_tile_label wanted = pick_wanted(s, l);
  read_all(s, b, &wanted);
  guard_free(b.at);
}

/* Checks that the file holds what was written. */
static void check_written(bytes b, const mc_tile_label *l, const double *x, const int32_t *k) {
  const layout p = layout_of(l);
  CHECK((double) b.size == p.size);
  CHECK_INT(look(b, l), l->mark >= 0 && (double) l->mark <= MOST && l->note >= 0 && l->note <= MOST
                          ? MC_TILE_WHOLE
                          : MC_TILE_DAMAGED);
  const int64_t count = l->rows * l->columns;
  for (int64_t at = 0; at < count && (double) b.size == p.size; at++) {
    double want = l->single ? (double) (float) x[at] : x[at];
    uint64_t bits;
    memcpy(&bits, &x[at], sizeof bits);
    bits = (bits >> 63) << 63 | UINT64_C(0x7ff8) << 48 | (bits & 0x3fffff);
    if (l->single && isnan(x[at]))
      memcpy(&want, &bits, sizeof want);
    const double got = number_at(b, l->single != 0, at);
    CHECK(memcmp(&got, &want, sizeof got) == 0);
    CHECK(!l->integers || memcmp(b.at + HEADER + (int64_t) p.numbers + at * 4, &k[at], 4) == 0);
  }
}

/* Writes a tile, perhaps over the file of another one; changes some bytes, or the length. */
static void change(fuzz_source *s) {
  mc_tile_label l = pick_label(s);
  l.rows = fuzz_chance(s, 64) ? 400 : fuzz_size(s, 20);
  l.columns = l.rows == 400 ? 400 : fuzz_size(s, 20); /* more than one block, or one at most */
  const int64_t count = l.rows * l.columns;
  double *x = GUARD_NEW(double, count);
  int32_t *k = l.integers ? GUARD_NEW(int32_t, count) : NULL;
  const fuzz_kind kind = (fuzz_kind) fuzz_pick(s, FUZZ_KINDS);
  for (int64_t at = 0; at < count; at++) {
    x[at] = fuzz_number(s, kind);
    if (l.integers)
      k[at] = (int32_t) fuzz_pick(s, 65536) - 300;
  }
  if (fuzz_chance(s, 2))
    remove(FILE_NAME);
  CHECK_INT(mc_tile_write(TILE, &l, x, k, buffer, NULL), 0);
  bytes b = get();
  check_written(b, &l, x, k);
  read_all(s, b, &l);
  const int64_t flips = fuzz_pick(s, 5);
  for (int64_t f = 0; f < flips && b.size > 0; f++)
    b.at[(int64_t) (fuzz_bits(s) >> 8) % b.size] ^= (unsigned char) (1 + fuzz_pick(s, 255));
  bytes part = {b.at, fuzz_chance(s, 3) ? fuzz_pick(s, 65536) % (b.size + 1) : b.size};
  put(part);
  const mc_tile_label wanted = pick_wanted(s, l);
  read_all(s, part, &wanted);
  guard_free(b.at);
  guard_free(x);
  guard_free(k);
}

void fuzz_job(fuzz_source *s) {
  if (fuzz_chance(s, 2))
    forge(s);
  else
    change(s);
  remove(FILE_NAME);
}
