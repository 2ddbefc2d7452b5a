#ifndef MC_PREFETCH_H
#define MC_PREFETCH_H

#include <stdint.h>

/* Asks for memory that is written next, at random places. Lines that are asked for one after the
   other come from memory faster than lines that random stores wait for. More than 8 MiB are left
   alone: the first lines would have left the caches before they are written. */
static inline void mc_prefetch_to_write(void *p, int64_t bytes) {
  enum { LINE = 64, MOST = 8 << 20 };
  if (bytes > MOST)
    return;
  for (int64_t at = 0; at < bytes; at += LINE)
    __builtin_prefetch((unsigned char *) p + at, 1);
}

#endif
