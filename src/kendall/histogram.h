#ifndef MC_HISTOGRAM_H
#define MC_HISTOGRAM_H

#include <stdint.h>

/* Turns the counts of buckets into the begin of each bucket. */
static inline void mc_kendall_begins(uint32_t *count, int64_t buckets) {
  uint32_t before = 0;
  for (int64_t b = 0; b < buckets; b++) {
    const uint32_t here = count[b];
    count[b] = before;
    before += here;
  }
}

#endif
