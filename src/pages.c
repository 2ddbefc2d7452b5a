#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise() */
#include <sys/mman.h>
#endif

#include "pages.h"

#include "threads.h"

enum { SMALL_PAGE = 4096, LARGE_PAGE = 2 << 20, LEAST = 4 << 20 };

static void prefer_large(unsigned char *begin, unsigned char *end) {
#ifdef MADV_HUGEPAGE
  unsigned char *first = begin + (SMALL_PAGE - (uintptr_t) begin % SMALL_PAGE) % SMALL_PAGE;
  madvise(first, (size_t) (end - first) / SMALL_PAGE * SMALL_PAGE, MADV_HUGEPAGE);
#else
  (void) begin;
  (void) end;
#endif
}

void mc_pages_prepare(void *p, int64_t bytes, int threads) {
  if (bytes < LEAST)
    return;
  unsigned char *begin = p, *end = begin + bytes;
  prefer_large(begin, end);
  const int64_t before = (int64_t) ((uintptr_t) begin % LARGE_PAGE);
  const int64_t pages = (before + bytes + LARGE_PAGE - 1) / LARGE_PAGE;
  (void) threads;
  MC_PRAGMA(omp parallel for schedule(dynamic) num_threads(threads))
  for (int64_t k = 0; k < pages; k++) {
    unsigned char *from = k == 0 ? begin : begin - before + k * LARGE_PAGE;
    unsigned char *to = k == pages - 1 ? end : begin - before + (k + 1) * LARGE_PAGE;
    for (unsigned char *at = from; at < to; at += SMALL_PAGE)
      *(volatile unsigned char *) at = 0;
  }
}
