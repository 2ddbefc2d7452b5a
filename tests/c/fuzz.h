#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data.h"

/* What fuzz targets share. A target is a file fuzz_<topic>.c. It defines its name and fuzz_job().
   That makes a small problem of its source, solves it on each target in each way, and compares with
   a reference by CHECK(). fuzz.c has the programs:

     fuzz_<topic> SECONDS [SEED]       random jobs; SEED as printed by an earlier run
     fuzz_<topic> --replay FILE...     a job of the bytes of each file

   With FUZZ_WITH_LIBFUZZER the program is a target of clang's libFuzzer, and the fuzzer's input
   decides about the job. A difference aborts. */

/* The source of decisions: bytes of the input as long as there are any, then random numbers. */
typedef struct {
  const uint8_t *bytes;
  size_t left;
  rng random;
} fuzz_source;

extern const char fuzz_topic[];
void fuzz_job(fuzz_source *s);

/* 0 <= result < limit, of one byte, or of two if limit > 256. Only one argument
   of a call may call these functions: compilers evaluate arguments in different orders, and an
   input must mean the same job with each compiler. */
int64_t fuzz_pick(fuzz_source *s, int64_t limit);
bool fuzz_chance(fuzz_source *s, int64_t one_of);
uint64_t fuzz_bits(fuzz_source *s);              /* of eight bytes */
int64_t fuzz_size(fuzz_source *s, int64_t most); /* 0 to most, often small, often near 32 and 64 */
int fuzz_threads(fuzz_source *s);                /* 1 to 4 */

/* Whole numbers from -4 to 11; multiples of 1/1024 that a float holds; whole numbers among NaN, NA,
   infinities, zeros of both signs and nasty_doubles; any 64 bits. */
typedef enum { FUZZ_WHOLE, FUZZ_REALS, FUZZ_NASTY, FUZZ_ANY, FUZZ_KINDS } fuzz_kind;
double fuzz_number(fuzz_source *s, fuzz_kind kind);

/* A matrix in guarded memory: doubles of a kind, or integers. matrix_free() frees it. */
mc_matrix fuzz_matrix(fuzz_source *s, mc_type type, int64_t rows, int64_t columns, fuzz_kind kind);

/* Chooses the first target from number `at` on that this machine runs. Returns its number, or
   -1. */
int fuzz_target(int at);

#endif
