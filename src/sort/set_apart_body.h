/* Moves NaN to the end of a, numbers of one TYPE. Returns how many other numbers there are. */
static int64_t NAME(set_apart)(void *a_, int64_t n) {
  TYPE *a = a_;
  for (int64_t i = 0; i < n;)
    if (a[i] == a[i]) {
      i++;
    } else {
      const TYPE last = a[--n];
      a[n] = a[i];
      a[i] = last;
    }
  return n;
}

#undef TYPE
#undef NAME
