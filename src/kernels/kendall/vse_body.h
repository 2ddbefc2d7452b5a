/* The body of vse.h for one packing. vse.h defines, and this
   file undefines, VSE(), VSE_KERNEL, ROW (the packed integer), ROW_MAX, HALF
   (bits of a rank), LANES and STEPS = log2(LANES), VECTOR and V(). */

/* Sorts the bitonic sequence that is `v` within itself: steps of distance
   LANES / 2, ..., 1. */
MC_INLINE VECTOR VSE(bitonic_steps)(VECTOR v) {
  MC_UNROLL for (int step = 1; step <= STEPS; step++)
    v = V(order)(v, V(xor_lanes)(v, LANES >> step), LANES >> step);
  return v;
}

/* Two ascending vectors to the LANES smallest and the LANES greatest of their
   elements, each ascending (algorithm 4). */
MC_INLINE void VSE(bitonic_merge)(VECTOR *lo, VECTOR *hi) {
  VECTOR reversed = V(xor_lanes)(*hi, LANES - 1);
  VECTOR low = V(min)(*lo, reversed), high = V(max)(*lo, reversed);
  *lo = VSE(bitonic_steps)(low);
  *hi = VSE(bitonic_steps)(high);
}

/* What is left of both runs, of which one at least has less than a vector,
   together with the full vector `hi` (algorithm 5). */
static void VSE(merge_leftovers)(const ROW *in, ROW *out, int64_t l,
                                 int64_t mid, int64_t r, int64_t right,
                                 VECTOR hi) {
  int64_t held = LANES; /* lanes of hi that are real; the others are ROW_MAX */
  while (l < mid || r < right) {
    bool from_left = l < mid && (r >= right || in[l] <= in[r]);
    int64_t head = from_left ? l : r, rest = from_left ? mid - l : right - r;
    bool alone = l >= mid || r >= right;
    if (alone && held == LANES && V(last)(hi) <= in[head])
      break;
    int64_t taken = rest < LANES ? rest : LANES;
    VECTOR lo = taken < LANES ? V(load_upto)(in + head, taken, ROW_MAX)
                              : V(load)(in + head);
    if (from_left)
      l += taken;
    else
      r += taken;
    VSE(bitonic_merge)(&lo, &hi);
    int64_t real = taken + held;
    int64_t put = real < LANES ? real : LANES;
    V(store_upto)(out, put, lo);
    out += put;
    held = real - put;
  }
  V(store_upto)(out, held, hi);
  out += held;
  memcpy(out, in + l, (size_t) (mid - l) * sizeof *in);
  out += mid - l;
  memcpy(out, in + r, (size_t) (right - r) * sizeof *in);
}

/* Ascending in[left, mid) and in[mid, right) into out[left, right) (algorithm
   3 without its counting). */
static void VSE(merge)(const ROW *in, ROW *out, int64_t left, int64_t mid,
                       int64_t right) {
  int64_t l = left, r = mid;
  ROW *p = out + left;
  if (right - mid < LANES) { /* the left run has as many at least */
    while (l < mid && r < right) {
      bool from_right = in[r] < in[l];
      *p++ = from_right ? in[r] : in[l];
      r += from_right;
      l += !from_right;
    }
    memcpy(p, in + l, (size_t) (mid - l) * sizeof *in);
    p += mid - l;
    memcpy(p, in + r, (size_t) (right - r) * sizeof *in);
    return;
  }
  VECTOR lo = V(load)(in + l), hi = V(load)(in + r);
  l += LANES;
  r += LANES;
  for (;;) {
    if (V(first)(lo) >= V(last)(hi)) {
      V(store)(p, hi);
      hi = lo;
    } else {
      if (V(first)(hi) < V(last)(lo))
        VSE(bitonic_merge)(&lo, &hi);
      V(store)(p, lo);
    }
    p += LANES;
    if (mid - l < LANES || right - r < LANES)
      break;
    if (V(last)(hi) <= in[l] && V(last)(hi) <= in[r]) {
      V(store)(p, hi);
      p += LANES;
      lo = V(load)(in + l);
      hi = V(load)(in + r);
      l += LANES;
      r += LANES;
    } else if (in[r] < in[l]) {
      lo = V(load)(in + r);
      r += LANES;
    } else {
      lo = V(load)(in + l);
      l += LANES;
    }
  }
  VSE(merge_leftovers)(in, p, l, mid, r, right, hi);
}

/* Discordant pairs between in[left, mid) and in[mid, right), both ascending. */
static int64_t VSE(count_across)(const ROW *in, int64_t left, int64_t mid,
                                 int64_t right) {
  int64_t l = left, r = mid, discordant = 0;
  while (l < mid && r < right) {
    bool before = in[r] < in[l];
    discordant += before ? mid - l : 0;
    r += before;
    l += !before;
  }
  return discordant;
}

/* Ascending in place; the number of elements that an element passed. */
static int64_t VSE(insertion)(ROW *run, int64_t size) {
  int64_t passed = 0;
  for (int64_t i = 1; i < size; i++) {
    ROW row = run[i];
    int64_t j = i;
    for (; j > 0 && row < run[j - 1]; j--)
      run[j] = run[j - 1];
    run[j] = row;
    passed += i - j;
  }
  return passed;
}

/* Sorts in[0, n), using out[0, n); *sorted is where the result stands. Returns
   the number of pairs that were out of order if `counting`, else 0. */
static int64_t VSE(sort)(ROW *in, ROW *out, int64_t n, bool counting,
                         ROW **sorted) {
  int64_t discordant = 0;
  for (int64_t left = 0; left < n; left += LANES)
    discordant +=
      VSE(insertion)(in + left, n - left < LANES ? n - left : LANES);
  for (int64_t size = LANES; size < n; size *= 2) {
    for (int64_t left = 0; left < n; left += 2 * size) {
      int64_t mid = n - left < size ? n : left + size;
      int64_t right = n - mid < size ? n : mid + size;
      if (counting)
        discordant += VSE(count_across)(in, left, mid, right);
      if (mid == right)
        memcpy(out + left, in + left, (size_t) (mid - left) * sizeof *in);
      else
        VSE(merge)(in, out, left, mid, right);
    }
    ROW *swap = in;
    in = out;
    out = swap;
  }
  *sorted = in;
  return counting ? discordant : 0;
}

static mc_kendall_pair_counts MC_FN(VSE_KERNEL)(const uint32_t *x, const uint32_t *y,
                                        int64_t n, void *scratch) {
  const ROW low_half = ((ROW) 1 << HALF) - 1;
  int64_t stride = (n + LANES - 1) / LANES * LANES;
  ROW *in = scratch, *out = in + stride, *sorted;
  for (int64_t i = 0; i < n; i++)
    in[i] = (ROW) x[i] << HALF | (ROW) y[i];

  VSE(sort)(in, out, n, false, &sorted);
  int64_t n1 = 0, n3 = 0, n2 = 0;
  for (int64_t i = 1, in_x = 0, in_both = 0; i < n; i++) {
    in_x = sorted[i] >> HALF == sorted[i - 1] >> HALF ? in_x + 1 : 0;
    in_both = sorted[i] == sorted[i - 1] ? in_both + 1 : 0;
    n1 += in_x;
    n3 += in_both;
  }

  for (int64_t i = 0; i < n; i++)
    sorted[i] &= low_half;
  int64_t nd = VSE(sort)(sorted, sorted == in ? out : in, n, true, &sorted);
  for (int64_t i = 1, in_y = 0; i < n; i++) {
    in_y = sorted[i] == sorted[i - 1] ? in_y + 1 : 0;
    n2 += in_y;
  }
  int64_t n0 = mc_kendall_pairs_among(n);
  const int64_t total = n0 - n1 - n2 + n3;
  return (mc_kendall_pair_counts){total - 2 * nd, n0 - n1, n0 - n2, total};
}

#undef VSE
#undef VSE_KERNEL
#undef ROW
#undef ROW_MAX
#undef HALF
#undef LANES
#undef STEPS
#undef VECTOR
#undef V
