#ifndef MC_FIRST_TOUCH_H
#define MC_FIRST_TOUCH_H

#include <stdint.h>

#include "base/monitor.h"
#include "base/status.h"

/* Makes fresh memory, results that are about to be written, known to the system: in large pages
   where the system has them, by all threads at once. No two threads touch the same large page.
   Left to the first write there is a page fault for each 4 KiB, and threads queue up for it. The
   contents are undefined afterwards. A block of less than 4 MiB is left as it is.
   MC_OK or MC_INTERRUPTED. */
mc_status mc_first_touch(void *p, int64_t bytes, int threads, mc_monitor *monitor);

/* The same for several blocks, MC_FRESH_MOST at most, in one job. */
typedef struct {
  void *p;
  int64_t bytes;
} mc_fresh;
enum { MC_FRESH_MOST = 8 };
mc_status mc_first_touch_all(const mc_fresh *blocks, int count, int threads, mc_monitor *monitor);

#endif
