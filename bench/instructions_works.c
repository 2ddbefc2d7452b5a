/* Works of kernels; bench/instructions.sh counts their instructions.

     works                     lists the works, a line each: number, tab, unit; and, if the work has
     a
                               floor, a tab and the least ratio of the first target's count to the
                               last target's
     works TARGET WORK TIMES   does a work once to prepare, then TIMES times; prints how many units
     it
                               has */
#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

#include "dispatch/dispatch.h"

static const mc_kernels *kernels;

/* Memory of the works, aligned to 64 bytes. */
enum { BYTES = 1 << 21 };
static alignas(64) char room[4][BYTES];
static void *const a = room[0], *const b = room[1], *const c = room[2], *const scratch = room[3];

static void random_words(void *to, size_t bytes) {
  uint64_t *word = to;
  for (size_t i = 0; i < bytes / 8; i++)
    word[i] = next();
}
static void random_doubles(void *to, size_t count) {
  double *x = to;
  for (size_t i = 0; i < count; i++)
    x[i] = number();
}
static void random_floats(void *to, size_t count) {
  float *x = to;
  for (size_t i = 0; i < count; i++)
    x[i] = (float) number();
}

/* ---- bits ---- */

enum { UNITS = 512, COMPARISONS = UNITS * MC_BITS_UNIT * MC_BITS_BLOCK };

static double bits_tile(mc_kendall_bits_form form, int planes) {
  static bool made;
  int64_t counts[4][16] = {{0}};
  if (!made) {
    random_words(a, UNITS * 3 * 256);
    random_words(b, UNITS * 3 * 256);
  }
  made = true;
  kernels->kendall_bits_tile(a, b, UNITS, planes, form,
                             (int64_t *const[]){counts[0], counts[1], counts[2], counts[3]});
  return 16.0 * COMPARISONS / 64;
}
static double bits_one(void) {
  return bits_tile(MC_BITS_UNTIED, 1);
}
static double bits_two(void) {
  return bits_tile(MC_BITS_MASKED, 2);
}
static double bits_four(void) {
  return bits_tile(MC_BITS_GENERAL, 3);
}

enum { ROWS = 1000 };
static double bits_made(int planes) {
  uint16_t *rank = a;
  for (int i = 0; i < ROWS; i++)
    rank[i] = (uint16_t) (i * 7919 % ROWS);
  kernels->kendall_bits16(rank, ROWS, 0, mc_kendall_bits_masks(ROWS), planes, b);
  return (double) mc_kendall_bits_masks(ROWS) * MC_BITS_BLOCK / 64;
}
static double bits_made_one(void) {
  return bits_made(1);
}
static double bits_made_three(void) {
  return bits_made(3);
}

/* ---- tables, inversions ---- */

enum { WORDS = 1024, TABLE_VALUES = 5, TABLE_ROWS = TABLE_VALUES - 1 };
static double table_counts(void) {
  static bool made;
  if (!made) {
    random_words(a, WORDS * TABLE_ROWS * 64);
    random_words(b, WORDS * TABLE_ROWS * 64);
    memset(c, 0, 64 * TABLE_VALUES * TABLE_VALUES * 8);
  }
  made = true;
  kernels->kendall_table_counts(a, b, WORDS, TABLE_ROWS, 8, TABLE_ROWS, TABLE_VALUES, c);
  return 64.0 * WORDS * TABLE_ROWS * TABLE_ROWS;
}
static double table_pairs(void) {
  static int64_t margins[MC_TABLE_VALUES * MC_TABLE_GROUP], out[4][MC_TABLE_PAIRS];
  const mc_kendall_table_side side = {margins, TABLE_VALUES, false};
  kernels->kendall_table_pairs(&side, &side, 8, false, false, c, out);
  return 64.0 * TABLE_VALUES * TABLE_VALUES;
}

enum { RANKS = 10000 };
static double inversions(int bits) {
  static bool made;
  uint32_t *v = a;
  uint16_t *narrow = b;
  for (int i = 0; i < RANKS && !made; i++)
    ((uint32_t *) c)[i] = (uint32_t) (next() >> 44);
  made = true;
  memcpy(v, c, RANKS * sizeof *v);
  if (bits > 16) {
    kernels->inversions32(v, RANKS, bits, scratch);
  } else {
    for (int i = 0; i < RANKS; i++)
      narrow[i] = (uint16_t) (v[i] >> 4);
    kernels->inversions16(narrow, RANKS, bits, scratch);
  }
  return RANKS;
}
static double inversions16(void) {
  return inversions(16);
}
static double inversions32(void) {
  return inversions(20);
}

/* ---- tiles of doubles and floats ---- */

enum { STEPS = 256 };
static double tile(bool doubles) {
  static bool made;
  if (!made && doubles) {
    random_doubles(a, STEPS * 32);
    random_doubles(b, STEPS * 32);
    random_doubles(c, 4 * 32);
  } else if (!made) {
    random_floats(a, STEPS * 32);
    random_floats(b, STEPS * 32);
    random_floats(c, 4 * 32);
  }
  made = true;
  return 4.0 * 32 * STEPS;
}
static double tropical_f64(void) {
  const double units = tile(true);
  kernels->tropical_min_f64(a, b, STEPS, c, 32);
  return units;
}
static double tropical_f32(void) {
  const double units = tile(false);
  kernels->tropical_min_f32(a, b, STEPS, c, 32);
  return units;
}
static double tropical_via_f64(void) {
  const double units = tile(true);
  kernels->tropical_min_via_f64(a, b, STEPS, c, scratch, 32, 0);
  return units;
}
static double distance_f64(void) {
  const double units = tile(true);
  kernels->distance_euclidean_tile_f64(a, b, STEPS, true, c, 32, NULL);
  return units;
}
static double distance_f64_fused(void) {
  const double units = tile(true);
  kernels->distance_euclidean_tile_f64_fused(a, b, STEPS, true, c, 32, NULL);
  return units;
}
static double distance_f32(void) {
  const double units = tile(false);
  kernels->distance_euclidean_tile_f32(a, b, STEPS, true, c, 32, NULL);
  return units;
}
static double distance_missing_f64(void) {
  const double units = tile(true);
  kernels->distance_euclidean_tile_missing_f64(a, b, STEPS, true, c, scratch, 32);
  return units;
}

/* Squares of 64 x 64 of matrix chains. */
static double square_chain(void) {
  enum { SIDE = 64 };
  static double p[3][SIDE];
  static bool made;
  if (!made) {
    random_doubles(a, SIDE * SIDE);
    random_doubles(b, SIDE * SIDE);
    random_doubles(c, SIDE * SIDE);
    random_doubles(p, 3 * SIDE);
  }
  made = true;
  kernels->dynprog_square_chain(a, b, c, SIDE, SIDE, p[0], p[1], p[2]);
  return (double) SIDE * SIDE * SIDE;
}

/* ---- sorting ---- */

enum { NUMBERS = 50000 };
static double sort_of(int size, void (*sort)(void *, int64_t, bool, int)) {
  static bool made;
  if (!made && kernels->sort_sequential_f64 == sort)
    random_doubles(b, NUMBERS);
  else if (!made)
    random_words(b, NUMBERS * (size_t) size);
  made = true;
  memcpy(a, b, NUMBERS * (size_t) size);
  sort(a, NUMBERS, true, 60);
  return NUMBERS;
}
static double sort_i32(void) {
  return sort_of(4, kernels->sort_sequential_i32);
}
static double sort_i64(void) {
  return sort_of(8, kernels->sort_sequential_i64);
}
static double sort_f64(void) {
  return sort_of(8, kernels->sort_sequential_f64);
}

static const struct {
  const char *about;
  double (*work)(void);
  double least;
} works[] = {
  {"bits of two columns, no ties: 64 comparisons", bits_one, 3},
  {"bits, ties: 64 comparisons", bits_two, 3},
  {"bits, ties and missing values: 64 comparisons", bits_four, 3},
  {"a column as bits: 64 comparisons", bits_made_one, 0},
  {"a column with ties and missing values as bits: 64 comparisons", bits_made_three, 0},
  {"counts of tables: 64 rows, a cell", table_counts, 0},
  {"tables to `n_c - n_d`: a cell", table_pairs, 0},
  {"inversions of 10,000 ranks of 16 bits: a rank", inversions16, 0},
  {"inversions of 10,000 ranks of 20 bits: a rank", inversions32, 0},
  {"tropical tile, doubles: a sum", tropical_f64, 2},
  {"tropical tile, floats: a sum", tropical_f32, 2},
  {"tropical tile with predecessors, doubles: a sum", tropical_via_f64, 2},
  {"tile of distances, doubles, rounded as stats::dist: a coordinate", distance_f64, 2},
  {"tile of distances, doubles, fused: a coordinate", distance_f64_fused, 2},
  {"tile of distances, floats: a coordinate", distance_f32, 2},
  {"tile of distances, doubles, missing values: a coordinate", distance_missing_f64, 2},
  {"product of chains: a sum", square_chain, 0},
  {"sort of 50,000 integers: a number", sort_i32, 2},
  {"sort of 50,000 integers of 64 bits: a number", sort_i64, 2},
  {"sort of 50,000 doubles: a number", sort_f64, 2},
};

int main(int argc, char **argv) {
  const int count = sizeof works / sizeof *works;
  if (argc < 4) {
    for (int i = 0; i < count; i++)
      printf("%d\t%s\t%g\n", i, works[i].about, works[i].least);
    return 0;
  }
  const int work = atoi(argv[2]), times = atoi(argv[3]);
  if (work < 0 || work >= count || mc_target_choose(argv[1]) != MC_TARGET_CHOSEN) {
    fprintf(stderr, "works: there is no such target or work\n");
    return 1;
  }
  kernels = mc_kernels_active();
  double units = works[work].work();
  for (int i = 0; i < times; i++)
    units = works[work].work();
  printf("%.0f\n", units);
  return 0;
}
