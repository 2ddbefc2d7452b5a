#define _POSIX_C_SOURCE 200809L /* symlink */

/* Tiles in files: what is written is read, in both precisions and in parts; each byte that differs
   and each other length is found. */
#include "base/tile_file.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "data.h"

static const char FILE_NAME[] = "test_tile_file.tile";
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

/* Columns [first, last) as they were written. */
static void check_columns(const mc_tile_label *label, const double *x, int64_t first,
                          int64_t last) {
  const int64_t count = (last - first) * label->rows;
  double *read = malloc((size_t) (count + 1) * sizeof *read);
  mc_tile_label found;
  CHECK_INT(mc_tile_read(FILE_NAME, label, &found, first, last, read, buffer), MC_TILE_WHOLE);
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
      CHECK_INT(mc_tile_write(FILE_NAME, &label, x, buffer), 0);
      check_columns(&label, x, 0, columns);
      for (int64_t first = 0; first < columns; first += 1 + columns / 5)
        for (int64_t last = first; last <= columns; last += 1 + columns / 3)
          check_columns(&label, x, first, last);
      mc_tile_label found;
      CHECK_INT(mc_tile_look(FILE_NAME, &label, &found), MC_TILE_WHOLE);
      free(x);
    }
  remove(FILE_NAME);
}

/* The whole file, and the file with these bytes. */
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

static mc_tile_state state_of(const mc_tile_label *wanted) {
  mc_tile_label found;
  return mc_tile_read(FILE_NAME, wanted, &found, 0, wanted->columns, NULL, buffer);
}

static void test_damage(void) {
  const mc_tile_label label = label_of(9, 4, false);
  double *x = numbers_of(36);
  CHECK_INT(mc_tile_write(FILE_NAME, &label, x, buffer), 0);
  size_t count;
  unsigned char *bytes = file_bytes(&count);
  CHECK_INT(count, 128 + 36 * 8 + 8 + 8);
  for (size_t k = 0; k < count; k++) {
    check_note("byte %d", (int) k);
    bytes[k] ^= 0x10;
    put_bytes(bytes, count);
    const mc_tile_state state = state_of(&label);
    CHECK(state == MC_TILE_DAMAGED || (k < 80 && state == MC_TILE_FOREIGN));
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
  CHECK_INT(mc_tile_write(FILE_NAME, &label, x, buffer), 0);
  mc_tile_label other[6] = {label, label, label, label, label, label};
  other[0].fingerprint++;
  other[1].i++;
  other[2].j--;
  other[3].rows = 4, other[3].columns = 9; /* as many numbers */
  other[4].single = 1;
  other[5].mark++; /* its maker's business */
  for (int k = 0; k < 6; k++)
    CHECK_INT(state_of(&other[k]), k < 5 ? MC_TILE_FOREIGN : MC_TILE_WHOLE);
  free(x);
  remove(FILE_NAME);
}

/* No folder; no room. */
static void test_disk(void) {
  const mc_tile_label label = label_of(100, 100, false);
  double *x = numbers_of(10000);
  CHECK_INT(mc_tile_write("no/such/folder/tile", &label, x, buffer), ENOENT);
  remove(FILE_NAME); /* of a test that was ended */
  if (access("/dev/full", W_OK) == 0 && symlink("/dev/full", FILE_NAME) == 0) {
    CHECK_INT(mc_tile_write(FILE_NAME, &label, x, buffer), ENOSPC); /* and takes the link away */
    CHECK_INT(state_of(&label), MC_TILE_MISSING);
  }
  free(x);
}

static const check_test tests[] = {{"test_round_trip", test_round_trip},
                                   {"test_damage", test_damage},
                                   {"test_labels", test_labels},
                                   {"test_disk", test_disk},
                                   {0}};

const check_suite suite_tile_file = {.name = "tile_file", .tests = tests};
