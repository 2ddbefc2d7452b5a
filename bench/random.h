/* Random numbers for the works of bench/, the same in each run (xorshift). */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

static uint64_t state = 1;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static double number(void) {
  return (double) (next() >> 11) * 0x1p-53;
}

#endif
