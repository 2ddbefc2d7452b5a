/* The body of panel.c for one precision. panel.c defines TYPE and FN(), and this file undefines
   them.

   Column k of x becomes step k of a panel. Eight rows are done together, so that whole cache lines
   of the panel are written. */
static void FN(transpose)(const mc_tropical_source *x, TYPE *panel) {
  enum { AT_ONCE = 8 };
  const TYPE *from = (const TYPE *) x->number;
  int64_t u = 0;
  for (; u + AT_ONCE <= x->rows; u += AT_ONCE)
    for (int64_t k = 0; k < x->columns; k++)
      for (int v = 0; v < AT_ONCE; v++)
        panel[k * LANES + u + v] = from[(u + v) * x->stride + k];
  for (; u < x->rows; u++)
    for (int64_t k = 0; k < x->columns; k++)
      panel[k * LANES + u] = from[u * x->stride + k];
}

#undef TYPE
#undef FN
