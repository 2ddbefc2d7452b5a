#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise() */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/first_touch.h"

/* Every 4 KiB is touched, whatever the system's page. */
enum { SMALL = 4096, LARGE = 2 << 20, LEAST = 4 << 20 };

static void prefer_large(unsigned char *begin, int64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  const int64_t page = sysconf(_SC_PAGESIZE);
  if (page <= 0)
    return;
  const int64_t before = (page - (int64_t) ((uintptr_t) begin % (uint64_t) page)) % page;
  if (bytes > before)
    madvise(begin + before, (size_t) ((bytes - before) / page * page), MADV_HUGEPAGE);
#else
  (void) begin;
  (void) bytes;
#endif
}

typedef struct {
  unsigned char *begin;
  int64_t bytes, misfit; /* of begin, to a large page */
} preparation;

MC_BODY(touch, const preparation, p, part) {
  int64_t from = part * LARGE - p->misfit, to = from + LARGE;
  from = from < 0 ? 0 : from;
  to = to > p->bytes ? p->bytes : to;
  for (int64_t at = from; at < to; at += SMALL)
    *(volatile unsigned char *) (p->begin + at) = 0;
}

mc_status mc_first_touch(void *p, int64_t bytes, int threads, mc_monitor *monitor) {
  if (bytes < LEAST)
    return MC_OK;
  preparation c = {p, bytes, (int64_t) ((uintptr_t) p % LARGE)};
  prefer_large(p, bytes);
  const int64_t parts = (c.misfit + bytes + LARGE - 1) / LARGE;
  mc_monitor_phase(monitor);
  return mc_run_each(monitor, threads, parts, 0, touch, &c);
}
