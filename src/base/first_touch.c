#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise() */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/first_touch.h"

#include "base/integers.h"
#include "base/jobs.h"

/* First the system is asked whether it has the pages of a range of up to 2 MiB. If pages are
   missing, one call asks for all of them, which takes less time than a page fault for each
   (bench/first_touch.R). Then every 4 KiB is touched, whatever the size of a page. */
enum { SMALL = 4096, LARGE = 2 << 20, MUCH = 4 << 20 };

/* Smaller blocks are left alone. */
#ifdef __linux__
enum { LEAST = 256 << 10 };
#else
enum { LEAST = MUCH }; /* nobody says whether pages are present, or brings many in one call */
#endif

/* Bytes outside of whole large pages lie in small pages, up to 511 at each end of a block. Their
   faults together take longer than the fault of a large page. So threads divide them, too. */
enum { PIECE = 64 << 10 };

void mc_prefer_large_pages(void *p, int64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  const int64_t page = sysconf(_SC_PAGESIZE);
  unsigned char *begin = p;
  if (page <= 0 || bytes < MUCH)
    return;
  const int64_t before = (page - (int64_t) ((uintptr_t) begin % (uint64_t) page)) % page;
  if (bytes > before)
    madvise(begin + before, (size_t) ((bytes - before) / page * page), MADV_HUGEPAGE);
#else
  (void) p;
  (void) bytes;
#endif
}

/* ---- a range of up to LARGE bytes ---- */

#ifdef __linux__

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* The pages that a range lies in. count 0: unknown. */
typedef struct {
  unsigned char *first;
  int64_t count, size;
} pages;

static pages pages_of(unsigned char *begin, int64_t bytes) {
  const int64_t size = sysconf(_SC_PAGESIZE);
  if (size < SMALL)
    return (pages){.count = 0};
  const int64_t before = (int64_t) ((uintptr_t) begin % (uint64_t) size);
  return (pages){begin - before, (before + bytes + size - 1) / size, size};
}

/* Has the process a filter of system calls? Such a filter may end the process at a call that is not
   on its list, and mincore() may not be on it. */
static bool ask_filtered(void) {
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  bool filtered = true; /* if the file does not say */
  if (status == NULL)
    return filtered;
  while (filtered && fgets(line, sizeof line, status) != NULL)
    filtered = strncmp(line, "Seccomp:\t0", 10) != 0;
  fclose(status);
  return filtered;
}

/* The answer is kept. A forked child asks again, because a child may have a filter of its own. */
static bool is_filtered(void) {
  static _Atomic int64_t known; /* the process, times two, plus the answer */
  const int64_t process = getpid();
  int64_t answer = atomic_load(&known);
  if (answer / 2 != process) {
    answer = 2 * process + ask_filtered();
    atomic_store(&known, answer);
  }
  return answer % 2 != 0;
}

/* Are all pages of a range present? False also if that is not known. */
static bool is_present(unsigned char *begin, int64_t bytes) {
  if (is_filtered())
    return false;
  const pages p = pages_of(begin, bytes);
  unsigned char present[LARGE / SMALL + 1];
  if (p.count == 0 || mincore(p.first, (size_t) (p.count * p.size), present) != 0)
    return false;
  int64_t count = 0;
  for (int64_t i = 0; i < p.count; i++)
    count += present[i] & 1;
  return count == p.count;
}

/* Asks for all pages of a range in one call. The contents stay. Older systems refuse. */
static void populate(unsigned char *begin, int64_t bytes) {
  const pages p = pages_of(begin, bytes);
  if (p.count > 0)
    madvise(p.first, (size_t) (p.count * p.size), MADV_POPULATE_WRITE);
}

#else

static bool is_present(unsigned char *begin, int64_t bytes) {
  (void) begin;
  (void) bytes;
  return false;
}

static void populate(unsigned char *begin, int64_t bytes) {
  (void) begin;
  (void) bytes;
}

#endif

static void touch_bytes(unsigned char *p, int64_t bytes) {
  populate(p, bytes);
  for (int64_t at = 0; at < bytes; at += SMALL)
    *(volatile unsigned char *) (p + at) = 0;
  if (bytes > 0) /* the last page, if the range does not begin with a page */
    *(volatile unsigned char *) (p + bytes - 1) = 0;
}

/* ---- blocks ---- */

/* A block: the bytes before its first whole large page, the large pages, the bytes after them. The
   bytes before and after are cut into pieces; there are no pieces if all of their pages are
   present. */
typedef struct {
  unsigned char *begin;
  int64_t head, large, tail;
  int64_t head_pieces, tail_pieces;
} block;

static int64_t pieces_of(unsigned char *begin, int64_t bytes) {
  return bytes == 0 || is_present(begin, bytes) ? 0 : (bytes + PIECE - 1) / PIECE;
}

static unsigned char *tail_of(const block *b) {
  return b->begin + b->head + b->large * LARGE;
}

static block block_at(const mc_fresh *fresh) {
  block b = {.begin = fresh->p};
  const int64_t misfit = (int64_t) ((uintptr_t) fresh->p % LARGE);
  b.head = mc_min(misfit == 0 ? 0 : LARGE - misfit, fresh->bytes);
  b.large = (fresh->bytes - b.head) / LARGE;
  b.tail = fresh->bytes - b.head - b.large * LARGE;
  b.head_pieces = pieces_of(b.begin, b.head);
  b.tail_pieces = pieces_of(tail_of(&b), b.tail);
  return b;
}

/* Parts 0, 1, ...: the large pages of all blocks, then the pieces of the bytes beside them. */
typedef struct {
  block block[MC_FRESH_MOST];
  int count;
  int64_t large, parts;
} preparation;

static void touch_piece(unsigned char *p, int64_t bytes, int64_t piece) {
  touch_bytes(p + piece * PIECE, mc_min(PIECE, bytes - piece * PIECE));
}

static void touch_large(const preparation *all, int64_t part) {
  const block *b = all->block;
  for (; part >= b->large; b++)
    part -= b->large;
  unsigned char *page = b->begin + b->head + part * LARGE;
  if (!is_present(page, LARGE))
    touch_bytes(page, LARGE);
}

static void touch_beside(const preparation *all, int64_t part) {
  const block *b = all->block;
  for (; part >= b->head_pieces + b->tail_pieces; b++)
    part -= b->head_pieces + b->tail_pieces;
  if (part < b->head_pieces)
    touch_piece(b->begin, b->head, part);
  else
    touch_piece(tail_of(b), b->tail, part - b->head_pieces);
}

MC_BODY(touch, const preparation, all, part) {
  if (part < all->large)
    touch_large(all, part);
  else
    touch_beside(all, part - all->large);
}

mc_status mc_first_touch_all(const mc_fresh *blocks, int count, int threads, mc_monitor *monitor) {
  preparation all = {.count = 0};
  for (int k = 0; k < count; k++) {
    if (blocks[k].bytes < LEAST)
      continue;
    mc_prefer_large_pages(blocks[k].p, blocks[k].bytes);
    const block b = block_at(&blocks[k]);
    all.block[all.count++] = b;
    all.large += b.large;
    all.parts += b.large + b.head_pieces + b.tail_pieces;
  }
  if (all.parts == 0)
    return MC_OK;
  mc_monitor_phase(monitor);
  return mc_run_each(monitor, threads, all.parts, 0, touch, &all);
}

mc_status mc_first_touch(void *p, int64_t bytes, int threads, mc_monitor *monitor) {
  return mc_first_touch_all(&(mc_fresh){p, bytes}, 1, threads, monitor);
}
