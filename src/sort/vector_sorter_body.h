/* The kernels of numbers TYPE as a sorter. NAME(x) is x_<type>. */

static void NAME(pivot)(const mc_quicksort_sorter *s, void *a, int64_t n) {
  ((const vector_sorter *) s)->kernels->NAME(sort_pivot)(a, n);
}

static int64_t NAME(partition)(const mc_quicksort_sorter *s, void *a, int64_t n, const void *pivot,
                               bool equal) {
  return ((const vector_sorter *) s)->kernels->NAME(sort_partition)(a, n, pivot, equal);
}

static bool NAME(less)(const mc_quicksort_sorter *s, const void *x, const void *y) {
  (void) s;
  return *(const TYPE *) x < *(const TYPE *) y;
}

static void NAME(sort)(const mc_quicksort_sorter *s, void *a, int64_t n, bool leftmost, int depth) {
  ((const vector_sorter *) s)->kernels->NAME(sort_sequential)(a, n, leftmost, depth);
}

static const mc_quicksort_sorter NAME(sorter) = {sizeof(TYPE), NAME(pivot), NAME(partition),
                                                 NAME(less), NAME(sort)};

static int NAME(compare)(const void *x_, const void *y_) {
  const TYPE x = *(const TYPE *) x_, y = *(const TYPE *) y_;
  return (x > y) - (x < y);
}

#undef TYPE
#undef NAME
