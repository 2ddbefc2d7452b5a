#ifndef MC_PREFETCH_H
#define MC_PREFETCH_H

#include <stdint.h>

/* Asks for memory that is written next, at random places. Lines that are asked for one after the
   other come from memory faster than lines that random stores wait for. Up to a few MB, which fit
   into the caches, this costs little; more is left alone. */
static inline void mc_prefetch_to_write(void *p, int64_t bytes) {
  enum { LINE = 64, MOST = 8 << 20 };
  for (int64_t at = 0; at < bytes && bytes <= MOST; at += LINE)
    __builtin_prefetch((unsigned char *) p + at, 1);
}

#endif
