#include "fuzz.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/threads.h"
#include "check.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "oracle.h"

/* ---- decisions ---- */

int64_t fuzz_pick(fuzz_source *s, int64_t limit) {
  if (s->left == 0)
    return rng_below(&s->random, limit);
  uint64_t v = *s->bytes++;
  s->left--;
  if (limit > 256 && s->left > 0) {
    v = v << 8 | *s->bytes++;
    s->left--;
  }
  return (int64_t) (v % (uint64_t) limit);
}

bool fuzz_chance(fuzz_source *s, int64_t one_of) {
  return fuzz_pick(s, one_of) == one_of - 1;
}

uint64_t fuzz_bits(fuzz_source *s) {
  uint64_t bits = 0;
  for (int k = 0; k < 8; k++)
    bits = bits << 8 | (uint64_t) fuzz_pick(s, 256);
  return bits;
}

int64_t fuzz_size(fuzz_source *s, int64_t most) {
  const int64_t edges[] = {15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128, 129, 130, 160};
  int64_t size = fuzz_pick(s, 8);
  switch (fuzz_pick(s, 4)) {
  case 2: size = edges[fuzz_pick(s, 16)]; break;
  case 3: size = fuzz_pick(s, most + 1); break;
  default: break;
  }
  return size <= most ? size : most;
}

int fuzz_threads(fuzz_source *s) {
  return 1 + (int) fuzz_pick(s, 4);
}

double fuzz_number(fuzz_source *s, fuzz_kind kind) {
  const double whole = (double) (fuzz_pick(s, 16) - 4);
  const double odd[] = {NAN, -(double) NAN, oracle_na(), INFINITY, -(double) INFINITY, -0.0, 0};
  switch (kind) {
  case FUZZ_REALS: return whole + (double) fuzz_pick(s, 1024) / 1024;
  case FUZZ_NASTY:
    switch (fuzz_pick(s, 4)) {
    case 0: return odd[fuzz_pick(s, sizeof odd / sizeof *odd)];
    case 1: return nasty_doubles[fuzz_pick(s, NASTY)];
    default: return whole;
    }
  case FUZZ_ANY: {
    const uint64_t bits = fuzz_bits(s);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  default: return whole;
  }
}

mc_matrix fuzz_matrix(fuzz_source *s, mc_type type, int64_t rows, int64_t columns, fuzz_kind kind) {
  double *d = type == MC_F64 ? GUARD_NEW(double, rows *columns) : NULL;
  int32_t *k = type == MC_I32 ? GUARD_NEW(int32_t, rows * columns) : NULL;
  for (int64_t i = 0; i < rows * columns; i++)
    if (type == MC_F64)
      d[i] = fuzz_number(s, kind);
    else if (kind == FUZZ_ANY)
      k[i] = (int32_t) (uint32_t) fuzz_bits(s);
    else
      k[i] = kind == FUZZ_NASTY && fuzz_chance(s, 8) ? INT32_MIN : (int32_t) fuzz_pick(s, 16) - 4;
  return (mc_matrix){type == MC_F64 ? (void *) d : (void *) k, type, rows, columns};
}

int fuzz_target(int at) {
  int targets;
  const mc_target_info *target = mc_target_list(&targets);
  for (; at < targets; at++)
    if (mc_target_choose(target[at].name) == MC_TARGET_CHOSEN)
      return at;
  return -1;
}

/* ---- programs ---- */

/* Does a job. Returns whether all its checks held. */
static bool fuzz_one(fuzz_source s) {
  check_begin("fuzz", fuzz_topic);
  fuzz_job(&s);
  return check_failures() == 0;
}

#ifdef FUZZ_WITH_LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bool begun;
  if (!begun)
    mc_threads_init(false);
  begun = true;
  if (!fuzz_one((fuzz_source){.bytes = data, .left = size}))
    abort();
  return 0;
}

#else

/* Each job has a seed of its own, so that a failed job can be repeated alone. */
static int fuzz_randomly(double seconds, const char *given) {
  const time_t start = time(NULL);
  uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t) start;
  printf("c fuzz of %s: seed %" PRIu64 ", %g seconds\n", fuzz_topic, seed, seconds);
  fflush(stdout);
  int64_t jobs = 0;
  bool good = true;
  for (; good && (jobs == 0 || difftime(time(NULL), start) < seconds); seed++, jobs++) {
    good = fuzz_one((fuzz_source){.random = {seed}});
    if (!good)
      fprintf(stderr, "repeat this job with: fuzz_%s 0 %" PRIu64 "\n", fuzz_topic, seed);
  }
  printf("c fuzz of %s: %" PRId64 " jobs\n", fuzz_topic, jobs);
  printf("c harness (fuzz of %s): %d passed, %d failed, 0 skipped\n", fuzz_topic, good, !good);
  return !good;
}

/* A longer file is an error: then something else than a corpus is read. */
static bool fuzz_file(const char *name) {
  static uint8_t bytes[1 << 16];
  FILE *file = fopen(name, "rb");
  if (file == NULL)
    return false;
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return size < sizeof bytes && fuzz_one((fuzz_source){.bytes = bytes, .left = size});
}

static int fuzz_replay(int count, char **names) {
  int failed = 0;
  for (int i = 0; i < count; i++)
    if (!fuzz_file(names[i])) {
      failed++;
      fprintf(stderr, "failed: fuzz_%s --replay %s\n", fuzz_topic, names[i]);
    }
  printf("c harness (corpus of %s): %d passed, %d failed, 0 skipped\n", fuzz_topic, count - failed,
         failed);
  return failed > 0 || count == 0;
}

int main(int argc, char **argv) {
  mc_threads_init(false);
  if (argc > 1 && strcmp(argv[1], "--replay") == 0)
    return fuzz_replay(argc - 2, argv + 2);
  return fuzz_randomly(argc > 1 ? strtod(argv[1], NULL) : 10, argc > 2 ? argv[2] : NULL);
}

#endif
