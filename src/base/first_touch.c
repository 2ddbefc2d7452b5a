#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise() */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/first_touch.h"

#include "base/integers.h"

/* Every 4 KiB is touched, whatever the size of a page. */
enum { SMALL = 4096, LARGE = 2 << 20, LEAST = 4 << 20 };

/* Bytes outside of whole large pages lie in small pages, up to 511 at each end of a block. Their
   faults together take longer than the fault of a large page. So threads divide them, too. */
enum { PIECE = 64 << 10 };

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

/* A block: the bytes before its first whole large page, the large pages, the bytes after them. */
typedef struct {
  unsigned char *begin;
  int64_t head, large, tail;
} block;

static block block_at(const mc_fresh *fresh) {
  block b = {.begin = fresh->p};
  const int64_t misfit = (int64_t) ((uintptr_t) fresh->p % LARGE);
  b.head = mc_min(misfit == 0 ? 0 : LARGE - misfit, fresh->bytes);
  b.large = (fresh->bytes - b.head) / LARGE;
  b.tail = fresh->bytes - b.head - b.large * LARGE;
  return b;
}

static int64_t pieces(int64_t bytes) {
  return (bytes + PIECE - 1) / PIECE;
}

/* Parts 0, 1, ...: the large pages of all blocks, then the pieces of the bytes beside them. */
typedef struct {
  block block[MC_FRESH_MOST];
  int count;
  int64_t large, parts;
} preparation;

static void touch_bytes(unsigned char *p, int64_t bytes) {
  for (int64_t at = 0; at < bytes; at += SMALL)
    *(volatile unsigned char *) (p + at) = 0;
}

static void touch_piece(unsigned char *p, int64_t bytes, int64_t piece) {
  touch_bytes(p + piece * PIECE, mc_min(PIECE, bytes - piece * PIECE));
}

static void touch_large(const preparation *all, int64_t part) {
  const block *b = all->block;
  for (; part >= b->large; b++)
    part -= b->large;
  touch_bytes(b->begin + b->head + part * LARGE, LARGE);
}

static void touch_beside(const preparation *all, int64_t part) {
  const block *b = all->block;
  for (; part >= pieces(b->head) + pieces(b->tail); b++)
    part -= pieces(b->head) + pieces(b->tail);
  if (part < pieces(b->head))
    touch_piece(b->begin, b->head, part);
  else
    touch_piece(b->begin + b->head + b->large * LARGE, b->tail, part - pieces(b->head));
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
    prefer_large(blocks[k].p, blocks[k].bytes);
    const block b = block_at(&blocks[k]);
    all.block[all.count++] = b;
    all.large += b.large;
    all.parts += b.large + pieces(b.head) + pieces(b.tail);
  }
  if (all.count == 0)
    return MC_OK;
  mc_monitor_phase(monitor);
  return mc_run_each(monitor, threads, all.parts, 0, touch, &all);
}

mc_status mc_first_touch(void *p, int64_t bytes, int threads, mc_monitor *monitor) {
  return mc_first_touch_all(&(mc_fresh){p, bytes}, 1, threads, monitor);
}
