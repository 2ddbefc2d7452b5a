#ifndef MC_FIRST_TOUCH_H
#define MC_FIRST_TOUCH_H

#include <stdint.h>

#include "base/monitor.h"
#include "base/status.h"

/* Asks the system for large pages in memory that is not written yet. They are mapped when they are
   touched: one page fault for 2 MiB instead of one for each 4 KiB. A block of less than 4 MiB is
   left alone, and so are all blocks on systems other than Linux. The request outlives the block:
   addresses that malloc() gives out again may get large pages, too. */
void mc_prefer_large_pages(void *p, int64_t bytes);

/* Touches fresh memory (a result that is not written yet) on all threads, so that the system maps
   its pages now: large pages if the system has them. No two threads touch the same large page.
   Otherwise the first write to each 4 KiB is a page fault, and threads queue up for page faults.
   On Linux a page that is present costs little, unless the process has a filter of system
   calls. The contents are undefined afterwards. A block of less than 256 KiB (other systems: 4 MiB)
   is left alone; blocks of 4 MiB and more get large pages. MC_OK or MC_INTERRUPTED. */
mc_status mc_first_touch(void *p, int64_t bytes, int threads, mc_monitor *monitor);

/* The same for several blocks, MC_FRESH_MOST at most, in one job. */
typedef struct {
  void *p;
  int64_t bytes;
} mc_fresh;
enum { MC_FRESH_MOST = 8 };
mc_status mc_first_touch_all(const mc_fresh *blocks, int count, int threads, mc_monitor *monitor);

#endif
