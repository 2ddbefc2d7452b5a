/* stream_copy: numbers that will not be read soon, into a result larger than the
   caches: without reading first what they replace. Memory takes whole lines, so
   the ends that fill one in part are stored as usual. */

static void MC_FN(stream_copy)(const double *from, int64_t n, double *to) {
  enum { LINE = 8 }; /* numbers; a multiple of a vector */
  int64_t head = (int64_t) (-(uintptr_t) to / sizeof *to % LINE), i = 0;
  if (head > n)
    head = n;
  for (; i < head; i++)
    to[i] = from[i];
  for (; i + LINE <= n; i += LINE)
    MC_UNROLL for (int v = 0; v < LINE; v += MC_F64_LANES)
      mc_f64_store(to + i + v, mc_f64_load(from + i + v));
  for (; i < n; i++)
    to[i] = from[i];
  (void) mc_stream_end;
}
