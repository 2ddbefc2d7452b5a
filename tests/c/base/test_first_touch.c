/* First touches: which pages the system has afterwards, and what stays as it was. */
#ifdef __linux__
#define _DEFAULT_SOURCE /* mincore() */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/first_touch.h"

#include <string.h>

#include "check.h"
#include "guard.h"

enum { GUARD = 100, FILL = 7, LEAST = 256 << 10 };

/* Memory beside a block stays as it was. */
static void test_beside(void) {
  const int64_t sizes[] = {0, 1, 4095, LEAST - 1, LEAST, 4 << 20, (9 << 20) + 12345};
  for (int k = 0; k < 7; k++)
    for (int misfit = 0; misfit < 3; misfit++) {
      const int64_t before = GUARD + misfit * 1237, bytes = sizes[k];
      unsigned char *p = GUARD_NEW(unsigned char, before + bytes + GUARD);
      memset(p, FILL, (size_t) (before + bytes + GUARD));
      check_note("%d bytes from %d", (int) bytes, (int) before);
      CHECK_INT(mc_first_touch(p + before, bytes, 1 + k % 4, NULL), MC_OK);
      for (int64_t i = 0; i < before; i++)
        CHECK_INT(p[i], FILL);
      for (int64_t i = 0; i < GUARD; i++)
        CHECK_INT(p[before + bytes + i], FILL);
      guard_free(p);
    }
}

static void test_no_blocks(void) {
  CHECK_INT(mc_first_touch_all(NULL, 0, 2, NULL), MC_OK);
}

#ifdef __linux__

/* Fresh memory of the system, between two pages without access, so that no large page is in this
   memory and in other memory. */
typedef struct {
  unsigned char *p, *all;
  size_t bytes;
} fresh;

static fresh fresh_make(int64_t bytes) {
  const int64_t page = sysconf(_SC_PAGESIZE), whole = (bytes + page - 1) / page * page;
  fresh f = {.bytes = (size_t) (whole + 2 * page)};
  void *all = mmap(NULL, f.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED)
    return f;
  f.all = all;
  if (mprotect(f.all + page, (size_t) whole, PROT_READ | PROT_WRITE) == 0)
    f.p = f.all + page;
  return f;
}

static void fresh_free(fresh f) {
  munmap(f.all, f.bytes);
}

/* How many pages of a range the system has, of `*all`. */
static int64_t present(unsigned char *p, int64_t bytes, int64_t *all) {
  const int64_t page = sysconf(_SC_PAGESIZE), before = (int64_t) ((uintptr_t) p % (uint64_t) page);
  *all = (before + bytes + page - 1) / page;
  unsigned char *there = GUARD_NEW(unsigned char, *all);
  int64_t count = 0;
  CHECK_INT(mincore(p - before, (size_t) (*all * page), there), 0);
  for (int64_t i = 0; i < *all; i++)
    count += there[i] & 1;
  guard_free(there);
  return count;
}

/* Afterwards the system has all pages of large blocks, and none of a small one. */
static void test_pages(void) {
  enum { BLOCKS = 5 };
  const int64_t bytes[BLOCKS] = {LEAST, 100, (3 << 20) - 4095, (9 << 20) + 12345, LEAST - 1};
  for (int threads = 1; threads <= 4; threads++)
    for (int misfit = 0; misfit < 2; misfit++) {
      fresh all[BLOCKS];
      mc_fresh blocks[BLOCKS];
      for (int k = 0; k < BLOCKS; k++) {
        all[k] = fresh_make(bytes[k] + misfit * 1237);
        CHECK(all[k].p != NULL);
        if (all[k].p == NULL)
          return;
        blocks[k] = (mc_fresh){all[k].p + misfit * 1237, bytes[k]};
      }
      CHECK_INT(mc_first_touch_all(blocks, BLOCKS, threads, NULL), MC_OK);
      for (int k = 0; k < BLOCKS; k++) {
        check_note("block %d, misfit %d, %d threads", k, misfit, threads);
        int64_t pages;
        const int64_t count = present(blocks[k].p, bytes[k], &pages);
        CHECK_INT(count, bytes[k] < LEAST ? 0 : pages);
        fresh_free(all[k]);
      }
    }
}

/* Some pages are there already. */
static void test_holes(void) {
  const int64_t bytes = 5 << 20;
  for (int64_t stride = 4096; stride < bytes; stride = stride * 3 + 4096) {
    const fresh f = fresh_make(bytes);
    CHECK(f.p != NULL);
    if (f.p == NULL)
      return;
    for (int64_t at = 0; at < bytes; at += stride)
      f.p[at] = FILL;
    CHECK_INT(mc_first_touch(f.p, bytes, 2, NULL), MC_OK);
    check_note("a page every %d bytes", (int) stride);
    int64_t pages;
    const int64_t count = present(f.p, bytes, &pages);
    CHECK_INT(count, pages);
    fresh_free(f);
  }
}

#else

/* All of large blocks is touched, and nothing of small ones. */
static void test_pages(void) {
  enum { BLOCKS = 5, LARGE_BLOCK = 4 << 20 };
  const int64_t bytes[BLOCKS] = {5 << 20, 100, LARGE_BLOCK + 3, (7 << 20) - 4095, LARGE_BLOCK - 1};
  for (int threads = 1; threads <= 4; threads++) {
    mc_fresh blocks[BLOCKS];
    for (int k = 0; k < BLOCKS; k++) {
      blocks[k] = (mc_fresh){GUARD_NEW(unsigned char, bytes[k]), bytes[k]};
      memset(blocks[k].p, FILL, (size_t) bytes[k]);
    }
    CHECK_INT(mc_first_touch_all(blocks, BLOCKS, threads, NULL), MC_OK);
    for (int k = 0; k < BLOCKS; k++) {
      const unsigned char *p = blocks[k].p;
      int64_t gap = 0, longest = 0, touched = 0; /* bytes between two touched bytes */
      for (int64_t i = 0; i < bytes[k]; i++) {
        gap = p[i] == FILL ? gap + 1 : 0;
        longest = gap > longest ? gap : longest;
        touched += p[i] != FILL;
      }
      check_note("block %d, %d threads", k, threads);
      CHECK(bytes[k] < LARGE_BLOCK ? touched == 0 : longest < 4096);
      guard_free(blocks[k].p);
    }
  }
}

static void test_holes(void) {
  check_skip("mincore() is Linux's");
}

#endif

static const check_test tests[] = {{"memory beside a block", test_beside},
                                   {"no blocks", test_no_blocks},
                                   {"pages of several blocks", test_pages},
                                   {"some pages are there", test_holes},
                                   {0}};
const check_suite suite_first_touch = {"first_touch", tests, false, NULL};
