#include "r/callable_counts.h"

#include <limits.h>
#include <string.h>

#include "r/ffi.h"
#include "kendall/kendall.h"

/* The numbers of manycore.h. */
enum { DONE, STOPPED, NO_MEMORY, TOO_LARGE, HAS_MISSING, BAD_ARGUMENT };

static int number_of(mc_status status) {
  switch (status) {
  case MC_OK: return DONE;
  case MC_INTERRUPTED: return STOPPED;
  case MC_ERR_MEMORY: return NO_MEMORY;
  case MC_ERR_SIZE: return TOO_LARGE;
  case MC_ERR_MISSING: return HAS_MISSING;
  default: return BAD_ARGUMENT;
  }
}

/* read_job() sees a new element only if the element does not lie in padding of an older struct. */
_Static_assert(sizeof(ffi_count_job) == 24 + 2 * sizeof(int) + 6 * sizeof(void *) &&
                 sizeof(ffi_count_job) % 8 == 0,
               "the job must have no padding");

/* A job in work, and what its callbacks get and answer. */
typedef struct {
  ffi_count_job job;
  ffi_call *call;
  int threads;
  double done;
  bool stopped;
} work;

/* Callbacks that may jump run in ffi_protect(), which frees the scratch before the jump goes on. */
static SEXP call_begin(void *data) {
  const work *w = data;
  w->job.begin(w->job.data, w->threads);
  return R_NilValue;
}

static SEXP call_poll(void *data) {
  work *w = data;
  w->stopped = w->job.poll(w->job.data, w->done) != 0;
  return R_NilValue;
}

static void start(void *data, int threads) {
  work *w = data;
  w->threads = threads;
  if (w->job.begin != NULL)
    ffi_protect(w->call, call_begin, w);
}

static void take(void *data, const mc_kendall_plain_counts *from) {
  const ffi_count_job *job = &((const work *) data)->job;
  const ffi_counts counts = {.size = sizeof counts,
                             .row = from->row,
                             .column = from->column,
                             .rows = from->rows,
                             .columns = from->columns,
                             .stride = from->stride,
                             .diagonal = from->diagonal,
                             .thread = from->thread,
                             .s = from->s,
                             .x_pairs = from->x_pairs,
                             .y_pairs = from->y_pairs,
                             .total = from->total,
                             .n = from->n};
  job->put(job->data, &counts);
}

static bool ask(void *data, double done) {
  work *w = data;
  w->done = done;
  ffi_protect(w->call, call_poll, w);
  return w->stopped;
}

/* Reads a job that may be shorter than ours (of an older header) or longer (of a newer one). False
   if it is longer and has an element that we do not know. */
static bool read_job(const void *from, size_t size, ffi_count_job *job) {
  const unsigned char *bytes = from;
  memset(job, 0, sizeof *job);
  memcpy(job, from, size < sizeof *job ? size : sizeof *job);
  for (size_t i = sizeof *job; i < size; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

static bool is_sound(const ffi_count_job *job) {
  return job->put != NULL && job->rows >= 0 && job->x_columns >= 0 && job->y_columns >= 0 &&
         job->threads >= 0 && (job->pairwise == 0 || job->pairwise == 1) &&
         (job->x != NULL || job->rows == 0 || job->x_columns == 0);
}

int ffi_count_pairs(const ffi_count_job *given, size_t size) {
  ffi_call c;
  work w = {.call = &c};
  const ffi_count_job *job = &w.job;
  if (given == NULL || !read_job(given, size, &w.job) || !is_sound(job))
    return BAD_ARGUMENT;
  const bool symmetric = job->y == NULL;
  const int64_t y_columns = symmetric ? job->x_columns : job->y_columns;
  if (job->rows > INT_MAX || job->x_columns > INT_MAX || y_columns > INT_MAX)
    return TOO_LARGE;
  if (job->x_columns == 0 || y_columns == 0)
    return DONE;
  const mc_kendall_request request = {
    .x = mc_columns_of_matrix((mc_matrix){job->x, MC_F64, job->rows, job->x_columns}),
    .y = mc_columns_of_matrix((mc_matrix){job->y, MC_F64, job->rows, y_columns}),
    .symmetric = symmetric,
    .use = job->pairwise ? MC_USE_PAIRWISE : MC_USE_ALL_OBS,
    .na = NA_REAL};
  mc_kendall_count_sink sink = mc_kendall_count_sink_make(start, take, &w);
  mc_kendall_report report;

  SEXP threads = PROTECT(Rf_ScalarInteger(job->threads));
  const mc_call *call = ffi_begin_as("mc_count_pairs", &c, threads, R_NilValue);
  if (job->poll != NULL)
    c.monitor = (mc_monitor){.poll = ask, .data = &w};
  const mc_status status = mc_kendall_run(&request, &sink.sink, &report, call);
  ffi_end(&c);
  UNPROTECT(1);
  return number_of(status);
}
