#ifndef MC_BASE_CLOCK_H
#define MC_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment; the clock is never put back. */
int64_t mc_now(void);

#endif
