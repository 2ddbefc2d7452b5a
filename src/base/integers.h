#ifndef MC_INTEGERS_H
#define MC_INTEGERS_H

#include <stdint.h>

/* Arithmetic of sizes: 64-bit integers. */

static inline int64_t mc_min(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static inline int64_t mc_max(int64_t a, int64_t b) {
  return a > b ? a : b;
}

/* n rounded up to a multiple of `unit`. */
static inline int64_t mc_round_up(int64_t n, int64_t unit) {
  return (n / unit + (n % unit != 0)) * unit;
}

/* The bits of a number; 0 of numbers that are not positive. */
static inline int mc_bits_of(int64_t number) {
  int bits = 0;
  while (bits < 63 && number >> bits > 0)
    bits++;
  return bits;
}

#endif
