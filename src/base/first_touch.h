#ifndef MC_FIRST_TOUCH_H
#define MC_FIRST_TOUCH_H

#include <stdint.h>

#include "base/monitor.h"
#include "base/status.h"

/* Makes `bytes` bytes of fresh memory at p, a result that is about to be written,
   known to the system: in large pages where it has them, by all threads at
   once, in parts of 2 MiB so that no two threads wait for the same page. Left to
   the first write there is a page fault for each 4 KiB, and threads queue up for
   it. The contents are undefined afterwards. Nothing is done for less than 4 MiB.
   MC_OK or MC_INTERRUPTED. */
mc_status mc_first_touch(void *p, int64_t bytes, int threads, mc_monitor *monitor);

#endif
