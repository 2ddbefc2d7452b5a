/* column_keys: the keys of a column that is to be sorted: the value, mapped linearly to the leading
   bits, and the row in the last `bits` bits.

     key = trunc((value - least) scale) 2^bits + row

   Subtraction, product and truncation are monotone. So keys have the order of the values, unless
   their leading bits are equal; then keys have the order of the rows.

   column_keys_rows: the most rows of a column that is sorted faster by its keys as a whole
   (sort_sequential_i32) than by buckets (buckets.h) or digits (kendall/column_digits.c). 0: never.

   Contract. 0 <= (value - least) scale < 2^(31 - bits), row < n <= 2^bits. NaNs have no key.
   Returns the number of keys. O(n). */

static int64_t MC_FN(column_keys)(const double *value, int64_t n, mc_column_range r, double scale,
                                  int bits, int32_t *key) {
  enum { RUN = 64 }; /* a loop that compilers vectorise */
  const double least = r.least;
  const int32_t unit = (int32_t) 1 << bits;
  int64_t i = 0, count = 0;
  if (r.present == n)
    for (; i + RUN <= n; i += RUN)
      for (int32_t k = 0; k < RUN; k++)
        key[i + k] = (int32_t) ((value[i + k] - least) * scale) * unit + ((int32_t) i + k);
  for (count = i; i < n; i++) {
    const double v = value[i];
    key[count] = (v == v ? (int32_t) ((v - least) * scale) : 0) * unit + (int32_t) i;
    count += v == v;
  }
  return count;
}

static int64_t MC_FN(column_keys_rows)(void) {
  return MC_KEY_ROWS;
}
