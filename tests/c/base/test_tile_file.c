#define _XOPEN_SOURCE 700 /* symlink, mkfifo, SIGXFSZ */

/* Tiles in files: reading gives what was written, in both precisions and in parts. Every changed
   byte and every other length is found. */
#include "base/tile_file.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/hash.h"
#include "base/integers.h"
#include "check.h"
#include "data.h"

static const char FILE_NAME[] = "test_tile_file.tile";
#define TILE ((mc_safe_path){".", FILE_NAME})
static unsigned char buffer[MC_TILE_BLOCK];

static mc_tile_label label_of(int64_t rows, int64_t columns, bool single) {
  return (mc_tile_label){.fingerprint = 0x0123456789abcdef,
                         .i = 2,
                         .j = 5,
                         .rows = rows,
                         .columns = columns,
                         .mark = 41,
                         .note = 1.5,
                         .single = single};
}

static double *numbers_of(int64_t count) {
  rng r = {3};
  double *x = malloc((size_t) (count + 1) * sizeof *x);
  static const double odd[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, DBL_MIN / 4, DBL_MAX};
  for (int64_t k = 0; k < count; k++)
    x[k] = k % 97 < 7 ? odd[k % 97] : (double) rng_below(&r, 1 << 30) * 1.1e-9 - 0.5;
  return x;
}

static bool same(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Both precisions keep the payload of a NaN: R's NA (1954, signalling or quiet) stays NA. */
static void test_nans(void) {
  const uint64_t bits[] = {0x7ff00000000007a2, 0x7ff80000000007a2, 0xfff80000000007a2,
                           0x7ff8000000000000, 0xfff8000000000000, 0x7ff80000003fffff};
  enum { COUNT = sizeof bits / sizeof *bits };
  double x[COUNT], y[COUNT];
  for (int k = 0; k < COUNT; k++)
    x[k] = double_of(bits[k]);
  for (int single = 0; single < 2; single++) {
    const mc_tile_label label = label_of(COUNT, 1, single);
    mc_tile_label found;
    CHECK(mc_tile_write(TILE, &label, x, NULL, buffer, NULL) == 0);
    CHECK_INT(mc_tile_read(TILE, &label, &found, 0, 1, y, NULL, buffer, NULL), MC_TILE_WHOLE);
    for (int k = 0; k < COUNT; k++) {
      const double quiet = double_of(bits[k] | (uint64_t) 1 << 51);
      CHECK(memcmp(&y[k], single ? &quiet : &x[k], sizeof quiet) == 0);
    }
  }
  remove(FILE_NAME);
}

/* Checks that the columns [first, last) are read as they were written. */
static void check_columns(const mc_tile_label *label, const double *x, int64_t first,
                          int64_t last) {
  const int64_t count = (last - first) * label->rows;
  double *read = malloc((size_t) (count + 1) * sizeof *read);
  mc_tile_label found;
  CHECK_INT(mc_tile_read(TILE, label, &found, first, last, read, NULL, buffer, NULL),
            MC_TILE_WHOLE);
  CHECK_INT(found.mark, label->mark);
  CHECK(found.note == label->note);
  bool all = true;
  for (int64_t k = 0; k < count; k++) {
    const double there = x[first * label->rows + k];
    all = all && same(read[k], label->single ? (double) (float) there : there);
  }
  CHECK(all);
  free(read);
}

static void test_round_trip(void) {
  static const int64_t sizes[][2] = {{0, 0}, {3, 0}, {0, 4}, {1, 1}, {7, 5}, {1000, 300}};
  for (int k = 0; k < 6; k++)
    for (int single = 0; single < 2; single++) {
      const int64_t columns = sizes[k][1];
      const mc_tile_label label = label_of(sizes[k][0], columns, single);
      double *x = numbers_of(label.rows * columns);
      check_note("%d x %d, single %d", (int) label.rows, (int) columns, single);
      CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
      check_columns(&label, x, 0, columns);
      for (int64_t first = 0; first < columns; first += 1 + columns / 5)
        for (int64_t last = first; last <= columns; last += 1 + columns / 3)
          check_columns(&label, x, first, last);
      mc_tile_label found;
      CHECK_INT(mc_tile_look(TILE, &label, &found), MC_TILE_WHOLE);
      free(x);
    }
  remove(FILE_NAME);
}

/* A poll that closes the file, frees the memory and leaves by a jump after the second block. */
static jmp_buf left;
static int polls;

static void leave(void *data, FILE *file, void *memory) {
  (void) data;
  if (++polls == 2) {
    fclose(file);
    free(memory);
    longjmp(left, 1);
  }
}

static const mc_tile_poll leaving = {leave, NULL};

static void write_and_leave(const mc_tile_label *label, const double *x, const int32_t *k) {
  polls = 0;
  if (setjmp(left) == 0)
    mc_tile_write(TILE, label, x, k, buffer, &leaving);
  CHECK_INT(polls, 2);
}

static void read_and_leave(const mc_tile_label *label, double *y) {
  mc_tile_label found;
  polls = 0;
  if (setjmp(left) == 0)
    mc_tile_read(TILE, label, &found, 0, label->columns, y, NULL, buffer, &leaving);
  CHECK_INT(polls, 2);
}

/* The number of the next file that is opened: files that stay open raise it. */
static int next_file(void) {
#ifdef _WIN32
  return 0;
#else
  const int file = dup(2);
  close(file);
  return file;
#endif
}

static void count_polls(void *data, FILE *file, void *memory) {
  CHECK(data == &polls && file != NULL && memory != NULL);
  polls++;
}

static const mc_tile_poll counting = {count_polls, &polls};

/* The poll comes after each block. Jumps out of it leave no open file and no memory, and a file
   that is not whole; the file can be written and read again. */
static void test_polls(void) {
  for (int single = 0; single < 2; single++) {
    mc_tile_label label = label_of(1 << 10, 600, single), found;
    label.integers = 1;
    const int64_t count = label.rows * label.columns, numbers = single ? 3 : 5, integers = 3;
    double *x = numbers_of(count), *y = malloc((size_t) count * sizeof *y);
    int32_t *k = calloc((size_t) count, sizeof *k);
    const int number = next_file();
    for (int turn = 0; turn < 5; turn++)
      write_and_leave(&label, x, k);
    CHECK_INT(mc_tile_look(TILE, &label, &found), MC_TILE_TRUNCATED);
    CHECK_INT(mc_tile_write(TILE, &label, x, k, buffer, NULL), 0);
    label.mark++; /* over a whole file of the same size */
    write_and_leave(&label, x, k);
    CHECK_INT(mc_tile_look(TILE, &label, &found), MC_TILE_DAMAGED);
    polls = 0;
    CHECK_INT(mc_tile_write(TILE, &label, x, k, buffer, &counting), 0);
    CHECK_INT(polls, numbers + integers);
    for (int turn = 0; turn < 5; turn++)
      read_and_leave(&label, y);
    CHECK_INT(next_file(), number);
    polls = 0;
    CHECK_INT(mc_tile_read(TILE, &label, &found, 0, label.columns, y, k, buffer, &counting),
              MC_TILE_WHOLE);
    CHECK_INT(polls, numbers + integers);
    free(k);
    free(y);
    free(x);
    remove(FILE_NAME);
  }
}

static mc_tile_state state_of(const mc_tile_label *wanted) {
  mc_tile_label found;
  return mc_tile_read(TILE, wanted, &found, 0, wanted->columns, NULL, NULL, buffer, NULL);
}

/* Integers beside the numbers: reading either, both, and with a changed byte in either. */
static void test_integers(void) {
  for (int single = 0; single < 2; single++) {
    mc_tile_label label = label_of(700, 400, single), found; /* more than a block */
    const int64_t count = label.rows * label.columns;
    label.integers = 1;
    double *x = numbers_of(count), *y = malloc((size_t) count * sizeof *y);
    int32_t *k = malloc((size_t) count * sizeof *k), *l = malloc((size_t) count * sizeof *l);
    for (int64_t at = 0; at < count; at++)
      k[at] = at % 5 == 0 ? INT32_MIN : (int32_t) (at * 7919);
    CHECK_INT(mc_tile_write(TILE, &label, x, k, buffer, NULL), 0);
    check_columns(&label, x, 0, label.columns);
    for (int64_t first = 0; first < label.columns; first += 57) {
      const int64_t last = mc_min(first + 211, label.columns), from = first * label.rows;
      const size_t part = (size_t) ((last - first) * label.rows) * sizeof *l;
      CHECK_INT(mc_tile_read(TILE, &label, &found, first, last, NULL, l, buffer, NULL),
                MC_TILE_WHOLE);
      CHECK(memcmp(l, k + from, part) == 0);
      memset(l, 0, part);
      CHECK_INT(mc_tile_read(TILE, &label, &found, first, last, y, l, buffer, NULL), MC_TILE_WHOLE);
      CHECK(memcmp(l, k + from, part) == 0);
      CHECK(same(y[1], single ? (double) (float) x[from + 1] : x[from + 1]));
    }
    const long places[] = {128 + 5, 128 + (long) count * (single ? 4 : 8) + 5};
    for (int at = 0; at < 2; at++) { /* of a number; of an integer */
      CHECK_INT(mc_tile_write(TILE, &label, x, k, buffer, NULL), 0);
      FILE *file = fopen(FILE_NAME, "r+b");
      fseek(file, places[at], SEEK_SET);
      const int byte = fgetc(file);
      fseek(file, places[at], SEEK_SET);
      fputc(byte ^ 1, file);
      fclose(file);
      const mc_tile_state numbers = mc_tile_read(TILE, &label, &found, 0, 1, y, NULL, buffer, NULL);
      CHECK_INT(numbers, at == 0 ? MC_TILE_DAMAGED : MC_TILE_WHOLE);
      const mc_tile_state integers =
        mc_tile_read(TILE, &label, &found, 0, 1, NULL, l, buffer, NULL);
      CHECK_INT(integers, at == 1 ? MC_TILE_DAMAGED : MC_TILE_WHOLE);
      CHECK_INT(state_of(&label), MC_TILE_DAMAGED);
    }
    free(x);
    free(y);
    free(k);
    free(l);
  }
  remove(FILE_NAME);
}

/* Reads the whole file; the function below writes it. */
static unsigned char *file_bytes(size_t *count) {
  FILE *file = fopen(FILE_NAME, "rb");
  unsigned char *bytes = malloc(1 << 16);
  *count = fread(bytes, 1, 1 << 16, file);
  fclose(file);
  return bytes;
}

static void put_bytes(const unsigned char *bytes, size_t count) {
  FILE *file = fopen(FILE_NAME, "wb");
  CHECK(fwrite(bytes, 1, count, file) == count);
  fclose(file);
}

static void test_damage(void) {
  const mc_tile_label label = label_of(9, 4, false);
  double *x = numbers_of(36);
  CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
  size_t count;
  unsigned char *bytes = file_bytes(&count);
  CHECK_INT(count, 128 + 36 * 8 + 8 + 8);
  for (size_t k = 0; k < count; k++) {
    check_note("byte %d", (int) k);
    bytes[k] ^= 0x10;
    put_bytes(bytes, count);
    const mc_tile_state state = state_of(&label);
    CHECK(state == MC_TILE_DAMAGED || (k < 88 && state == MC_TILE_FOREIGN));
    bytes[k] ^= 0x10;
    put_bytes(bytes, k);
    CHECK_INT(state_of(&label), MC_TILE_TRUNCATED);
  }
  bytes[count] = 0;
  put_bytes(bytes, count + 1);
  CHECK_INT(state_of(&label), MC_TILE_TRUNCATED);
  put_bytes(bytes, count);
  CHECK_INT(state_of(&label), MC_TILE_WHOLE);
  free(bytes);
  free(x);
  remove(FILE_NAME);
  CHECK_INT(state_of(&label), MC_TILE_MISSING);
}

static void test_labels(void) {
  const mc_tile_label label = label_of(6, 6, false);
  double *x = numbers_of(36);
  CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
  mc_tile_label other[7] = {label, label, label, label, label, label, label};
  other[0].fingerprint++;
  other[1].i++;
  other[2].j--;
  other[3].rows = 4, other[3].columns = 9; /* another shape with as many numbers */
  other[4].single = 1;
  other[5].integers = 1;
  other[6].mark++; /* a mark does not count */
  for (int k = 0; k < 7; k++)
    CHECK_INT(state_of(&other[k]), k < 6 ? MC_TILE_FOREIGN : MC_TILE_WHOLE);
  /* labels that no reader expects */
  mc_tile_label found;
  CHECK(mc_tile_peek(TILE, &found));
  CHECK(found.i == label.i && found.rows == 6 && found.columns == 6 && found.mark == label.mark);
  size_t count;
  unsigned char *bytes = file_bytes(&count);
  put_bytes(bytes, 127);
  CHECK(!mc_tile_peek(TILE, &found));
  bytes[3] ^= 1;
  put_bytes(bytes, count);
  CHECK(!mc_tile_peek(TILE, &found));
  free(bytes);
  free(x);
  remove(FILE_NAME);
  CHECK(!mc_tile_peek(TILE, &found));
}

/* Invalid marks and notes, with right checksums. */
static void test_forged(void) {
  static const int64_t marks[] = {-1, INT64_MIN, INT64_MAX, 0, 0, 0, 0};
  static const double notes[] = {0, 0, 0, -1, NAN, INFINITY, 1e300};
  double *x = numbers_of(36);
  for (int k = 0; k < 7; k++) {
    mc_tile_label label = label_of(6, 6, false), found;
    CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
    CHECK_INT(mc_tile_look(TILE, &label, &found), MC_TILE_WHOLE);
    label.mark = marks[k];
    label.note = notes[k];
    CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
    check_note("forgery %d", k);
    CHECK_INT(mc_tile_look(TILE, &label, &found), MC_TILE_DAMAGED);
    CHECK_INT(state_of(&label), MC_TILE_DAMAGED);
  }
  free(x);
  remove(FILE_NAME);
}

/* A label whose numbers are 2^61 + 4: their bytes, modulo 2^64, are those of four. With right
   checksums such a file is still not the one that the label describes, and none can be written. */
static void test_wrapped(void) {
  const mc_tile_label label = label_of(2, 2, false);
  const mc_tile_label large = label_of(1263665316, 1824726041, false);
  const double x[4] = {1, 2, 3, 4};
  mc_tile_label found;
  CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
  size_t count;
  unsigned char *bytes = file_bytes(&count);
  memcpy(bytes + 16, &large, sizeof large);
  const uint64_t hash = mc_hash64(bytes + count - 16, 8, mc_hash64(bytes, 128, 0));
  memcpy(bytes + count - 8, &hash, sizeof hash);
  put_bytes(bytes, count);
  CHECK_INT(mc_tile_look(TILE, &large, &found), MC_TILE_TRUNCATED);
  CHECK_INT(mc_tile_read(TILE, &large, &found, 0, 0, NULL, NULL, buffer, NULL), MC_TILE_TRUNCATED);
  CHECK_INT(mc_tile_write(TILE, &large, x, NULL, buffer, NULL), EFBIG);
  CHECK_INT(mc_tile_look(TILE, &large, &found), MC_TILE_TRUNCATED); /* the file is as it was */
  free(bytes);
  remove(FILE_NAME);
}

/* A file of the same size is written over. A file with a second name is replaced, and the second
   name keeps the old bytes. */
static void test_in_place(void) {
#ifdef _WIN32
  check_skip("on Windows a file of the same size is made anew, and nothing has a second name");
#else
  static const char other[] = "test_tile_file.other";
  mc_tile_label label = label_of(20, 20, false);
  double *x = numbers_of(400);
  struct stat first, second;
  CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
  CHECK(stat(FILE_NAME, &first) == 0);
  label.mark++;
  CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
  CHECK(stat(FILE_NAME, &second) == 0 && first.st_ino == second.st_ino);
  CHECK_INT(state_of(&label), MC_TILE_WHOLE);
  remove(other);
  CHECK(link(FILE_NAME, other) == 0);
  size_t count, now;
  unsigned char *bytes = file_bytes(&count);
  label.mark++;
  CHECK_INT(mc_tile_write(TILE, &label, x, NULL, buffer, NULL), 0);
  CHECK(rename(other, FILE_NAME) == 0);
  unsigned char *kept = file_bytes(&now);
  CHECK(now == count && memcmp(bytes, kept, count) == 0);
  remove(FILE_NAME);
  free(bytes);
  free(kept);
  free(x);
#endif
}

/* No folder; no room on the disk, simulated by a limit on the size of files. */
static void test_disk(void) {
  const mc_tile_label label = label_of(100, 100, false);
  double *x = numbers_of(10000);
  const mc_safe_path none = {".", "no/such/folder/tile"};
  CHECK_INT(mc_tile_write(none, &label, x, NULL, buffer, NULL), ENOENT);
#ifdef _WIN32
  check_skip("Windows limits no file's size");
#else
  struct rlimit usual, small = {4096, 0};
  CHECK(getrlimit(RLIMIT_FSIZE, &usual) == 0);
  small.rlim_max = usual.rlim_max;
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const int error = mc_tile_write(TILE, &label, x, NULL, buffer, NULL);
  CHECK(setrlimit(RLIMIT_FSIZE, &usual) == 0);
  signal(SIGXFSZ, handler);
  CHECK_INT(error, EFBIG);
  CHECK_INT(state_of(&label), MC_TILE_MISSING);
#endif
  free(x);
}

/* A link, a folder or a pipe is not read. Writing replaces a link, and its target stays
   unchanged. */
static void test_links(void) {
#ifdef _WIN32
  check_skip("making a link takes a right on Windows");
#else
  static const char other[] = "test_tile_file.other";
  const mc_tile_label label = label_of(20, 20, false);
  mc_tile_label found;
  double *x = numbers_of(400);
  remove(FILE_NAME);
  remove(other);
  const mc_safe_path target = {".", other};
  CHECK_INT(mc_tile_write(target, &label, x, NULL, buffer, NULL), 0);
  CHECK(symlink(other, FILE_NAME) == 0);
  CHECK_INT(state_of(&label), MC_TILE_LINK);
  CHECK(!mc_tile_peek(TILE, &found));
  mc_tile_label next = label;
  next.mark++;
  CHECK_INT(mc_tile_write(TILE, &next, x, NULL, buffer, NULL), 0);
  CHECK_INT(state_of(&next), MC_TILE_WHOLE);
  CHECK_INT(mc_tile_look(target, &label, &found), MC_TILE_WHOLE);
  CHECK_INT(found.mark, label.mark);
  remove(FILE_NAME);
  remove(other);
  CHECK(mkdir(FILE_NAME, 0700) == 0);
  CHECK_INT(state_of(&label), MC_TILE_NO_FILE);
  CHECK(rmdir(FILE_NAME) == 0);
  CHECK(mkfifo(FILE_NAME, 0600) == 0);
  CHECK_INT(state_of(&label), MC_TILE_NO_FILE); /* without waiting for a writer */
  remove(FILE_NAME);
  free(x);
#endif
}

static const check_test tests[] = {
  {"test_round_trip", test_round_trip}, {"test_nans", test_nans},
  {"test_integers", test_integers},     {"test_polls", test_polls},
  {"test_damage", test_damage},         {"test_labels", test_labels},
  {"test_forged", test_forged},         {"test_wrapped", test_wrapped},
  {"test_in_place", test_in_place},     {"test_disk", test_disk},
  {"test_links", test_links},           {0}};

const check_suite suite_tile_file = {.name = "tile_file", .tests = tests};
