#include "quicksort/ppmqsort.h"

#include <string.h>

#include "quicksort/elements.h"
#include "base/integers.h"
#include "base/tasks.h"

enum { MOST_PARTS = 64, SWAP_BYTES = 1 << 18 /* bytes that a task of a merge swaps */ };

typedef struct {
  const mc_quicksort_sorter *sorter;
  const mc_quicksort_plan *plan;
  const unsigned char *a;
  int64_t n;
  mc_monitor *monitor;
} run;

int mc_quicksort_depth(int64_t n) {
  int depth = 2;
  for (; n > 1; n /= 2)
    depth += 2;
  return depth;
}

/* Swaps two ranges of bytes that do not overlap. */
static void swap_blocks(void *x_, void *y_, int64_t bytes) {
  enum { STEP = 256 };
  unsigned char *x = x_, *y = y_, kept[STEP];
  for (; bytes >= STEP; bytes -= STEP, x += STEP, y += STEP) {
    memcpy(kept, x, STEP);
    memcpy(x, y, STEP);
    memcpy(y, kept, STEP);
  }
  memcpy(kept, x, (size_t) bytes);
  memcpy(x, y, (size_t) bytes);
  memcpy(y, kept, (size_t) bytes);
}

/* ---- what is in order ---- */

/* May a be in order, or in the opposite order, by a sample? */
static bool may_be_in_order(const mc_quicksort_sorter *s, const unsigned char *a, int64_t n) {
  enum { SAMPLE = 32 };
  const int64_t step = n / SAMPLE * s->size;
  bool rises = false, falls = false;
  for (int64_t i = 1; i < SAMPLE && n > 32 * SAMPLE; i++) {
    const unsigned char *x = a + (i - 1) * step, *y = x + step;
    rises = rises || s->less(s, x, y);
    falls = falls || s->less(s, y, x);
  }
  return !(rises && falls);
}

/* Is a in order? The opposite order is reversed first. */
static bool is_in_order(const mc_quicksort_sorter *s, unsigned char *a, int64_t n) {
  const int64_t size = s->size;
  int64_t i = 1;
  if (!may_be_in_order(s, a, n))
    return false;
  while (i < n && !s->less(s, a + i * size, a + (i - 1) * size))
    i++;
  if (i > 1)
    return i == n;
  while (i < n && s->less(s, a + i * size, a + (i - 1) * size))
    i++;
  if (i < n)
    return false;
  for (unsigned char *x = a, *y = a + (n - 1) * size; x < y; x += size, y -= size)
    mc_quicksort_swap(x, y, size);
  return true;
}

/* ---- the parallel partition ---- */

typedef struct {
  int count;
  int64_t first[MOST_PARTS + 1]; /* where each part begins; and the end */
  int64_t less[MOST_PARTS];      /* elements of each part that are on the left side: at its front */
} parts;

/* The number of parts for a range of n elements: its share of the threads. */
static int parts_of(const run *c, int64_t n) {
  const double share = (double) n * c->plan->threads / (double) c->n;
  const int count = share < 1 ? 1 : share > MOST_PARTS ? MOST_PARTS : (int) (share + 0.5);
  return count > c->plan->least_parts ? count : c->plan->least_parts;
}

typedef struct {
  unsigned char *x, *y;
  int64_t bytes;
} swapping;

static void swap_task(mc_tasks *tasks, const void *argument) {
  const swapping *s = argument;
  (void) tasks;
  swap_blocks(s->x, s->y, s->bytes);
}

/* Swaps a[x, x + count) and a[y, y + count). */
static void swap_ranges(const run *c, mc_tasks *tasks, mc_task_group *group, unsigned char *a,
                        int64_t x, int64_t y, int64_t count) {
  const int64_t size = c->sorter->size;
  if (!c->plan->parallel_merge) {
    swap_blocks(a + x * size, a + y * size, count * size);
    return;
  }
  const int64_t most = SWAP_BYTES / size + 1;
  for (int64_t done = 0; done < count; done += most) {
    const int64_t some = mc_min(most, count - done);
    const swapping s = {a + (x + done) * size, a + (y + done) * size, some * size};
    mc_tasks_add(tasks, group, swap_task, &s, sizeof s);
  }
}

/* The next range that is on the wrong side of `middle`, in part i or behind. With `left`: elements
   that are not less, left of the middle; else: elements that are less, right of it. */
typedef struct {
  int part;
  int64_t at, end;
} wrong;

static void advance(const parts *p, int64_t middle, bool left, wrong *w) {
  while (w->at == w->end && w->part < p->count) {
    const int i = w->part++;
    if (left) {
      w->at = p->first[i] + p->less[i];
      w->end = mc_min(p->first[i + 1], middle);
    } else {
      w->at = p->first[i] > middle ? p->first[i] : middle;
      w->end = p->first[i] + p->less[i];
    }
    if (w->end < w->at)
      w->end = w->at;
  }
}

static void merge(const run *c, mc_tasks *tasks, unsigned char *a, const parts *p, int64_t middle) {
  mc_task_group swaps = {0};
  wrong left = {0, 0, 0}, right = {0, 0, 0};
  for (;;) {
    advance(p, middle, true, &left);
    advance(p, middle, false, &right);
    const int64_t count = mc_min(left.end - left.at, right.end - right.at);
    if (count == 0) /* both sides have as many on the wrong side */
      break;
    swap_ranges(c, tasks, &swaps, a, left.at, right.at, count);
    left.at += count;
    right.at += count;
  }
  mc_tasks_wait(tasks, &swaps);
}

typedef struct {
  const mc_quicksort_sorter *s;
  unsigned char *a;
  int64_t n;
  const void *pivot;
  bool equal;
  int64_t *less;
} part;

static void partition_task(mc_tasks *tasks, const void *argument) {
  const part *p = argument;
  (void) tasks;
  *p->less = p->s->partition(p->s, p->a, p->n, p->pivot, p->equal);
}

static int64_t partition(const run *c, mc_tasks *tasks, unsigned char *a, int64_t n,
                         const void *pivot, bool equal) {
  const mc_quicksort_sorter *s = c->sorter;
  parts p;
  p.count = c->plan->threads > 1 ? parts_of(c, n) : 1;
  if (p.count == 1)
    return s->partition(s, a, n, pivot, equal);
  for (int i = 0; i <= p.count; i++)
    p.first[i] = n / p.count * i + n % p.count * i / p.count;
  mc_task_group all = {0};
  for (int i = 0; i < p.count; i++) {
    const part each = {
      s, a + p.first[i] * s->size, p.first[i + 1] - p.first[i], pivot, equal, &p.less[i]};
    mc_tasks_add(tasks, &all, partition_task, &each, sizeof each);
  }
  mc_tasks_wait(tasks, &all);
  int64_t middle = 0;
  for (int i = 0; i < p.count; i++)
    middle += p.less[i];
  merge(c, tasks, a, &p, middle);
  return middle;
}

/* ---- the recursion ---- */

typedef struct {
  unsigned char *a;
  int64_t n;
  bool leftmost;
  int depth;
} range;

/* Partitions. Returns the left side, which may be empty; *r becomes the right side. */
static range divide(const run *c, mc_tasks *tasks, range *r) {
  const mc_quicksort_sorter *s = c->sorter;
  s->pivot(s, r->a, r->n);
  const bool equal = !r->leftmost && !s->less(s, r->a - s->size, r->a);
  const int64_t less = partition(c, tasks, r->a + s->size, r->n - 1, r->a, equal);
  range left = {r->a, equal ? 0 : less, r->leftmost, r->depth - 1};
  if (!equal && less > 0)
    mc_quicksort_swap(r->a, r->a + less * s->size, s->size);
  *r = (range){r->a + (less + 1) * s->size, r->n - less - 1, false, r->depth - 1};
  return left;
}

/* A range as a task. */
typedef struct {
  const run *c;
  range r;
} visited;

static void visit(mc_tasks *tasks, const void *argument) {
  const visited *v = argument;
  const run *c = v->c;
  range r = v->r;
  while (r.n > c->plan->cutoff && r.depth > 0) {
    const visited left = {c, divide(c, tasks, &r)};
    if (left.r.n > 1)
      mc_tasks_add(tasks, NULL, visit, &left, sizeof left);
  }
  if (r.n > 1)
    c->sorter->sort(c->sorter, r.a, r.n, r.leftmost, r.depth);
}

/* One division as a task. */
typedef struct {
  const run *c;
  range *r, *left;
} division;

static void divide_task(mc_tasks *tasks, const void *argument) {
  const division *d = argument;
  *d->left = divide(d->c, tasks, d->r);
}

/* Reports that everything before `end` is sorted. */
static mc_status ask(const run *c, const unsigned char *end) {
  const double done = c->monitor == NULL ? 0 : c->monitor->done;
  return mc_monitor_step(c->monitor, (double) ((end - c->a) / c->sorter->size) - done);
}

/* Divides large ranges one after the other on the main thread. */
static mc_status descend(const run *c, range r) {
  const int threads = c->plan->threads;
  while (r.n > c->plan->between && r.n > c->plan->cutoff && r.depth > 0) {
    range left;
    const division d = {c, &r, &left};
    mc_tasks_run(threads, divide_task, &d);
    MC_TRY(ask(c, left.a));
    MC_TRY(descend(c, left));
  }
  const visited all = {c, r};
  mc_tasks_run(r.n <= c->plan->cutoff ? 1 : threads, visit, &all);
  return ask(c, r.a + r.n * c->sorter->size);
}

mc_status mc_quicksort(const mc_quicksort_sorter *sorter, const mc_quicksort_plan *plan, void *a,
                       int64_t n, mc_monitor *monitor) {
  const run c = {sorter, plan, a, n, monitor};
  const range all = {a, n, true, mc_quicksort_depth(n)};
  mc_monitor_start(monitor, (double) n);
  if (n < 2)
    return MC_OK;
  return is_in_order(sorter, a, n) ? ask(&c, all.a + n * sorter->size) : descend(&c, all);
}
