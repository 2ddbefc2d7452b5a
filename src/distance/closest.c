#include "distance/closest.h"

static void swap(double *key, int32_t *number, int64_t i, int64_t j) {
  const double k = key[i];
  const int32_t m = number[i];
  key[i] = key[j];
  number[i] = number[j];
  key[j] = k;
  number[j] = m;
}

/* ---- heaps ---- */

/* Puts a key at place i of a heap of n keys, or below. */
static void sift(double *key, int32_t *number, int64_t n, int64_t i, double k, int32_t m) {
  for (int64_t child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n &&
        mc_distance_closer(key[child], number[child], key[child + 1], number[child + 1]))
      child++;
    if (!mc_distance_closer(k, m, key[child], number[child]))
      break;
    key[i] = key[child];
    number[i] = number[child];
  }
  key[i] = k;
  number[i] = m;
}

int64_t mc_distance_closest_add(double *key, int32_t *number, int64_t n, int64_t most,
                                double new_key, int32_t new_number) {
  if (n == most) {
    if (n > 0 && mc_distance_closer(new_key, new_number, key[0], number[0]))
      sift(key, number, n, 0, new_key, new_number);
    return n;
  }
  int64_t i = n;
  for (int64_t parent; i > 0; i = parent) {
    parent = (i - 1) / 2;
    if (!mc_distance_closer(key[parent], number[parent], new_key, new_number))
      break;
    key[i] = key[parent];
    number[i] = number[parent];
  }
  key[i] = new_key;
  number[i] = new_number;
  return n + 1;
}

void mc_distance_closest_sort_heap(double *key, int32_t *number, int64_t n) {
  while (n > 1) {
    n--;
    const double k = key[n];
    const int32_t m = number[n];
    key[n] = key[0];
    number[n] = number[0];
    sift(key, number, n, 0, k, m);
  }
}

void mc_distance_closest_sort(double *key, int32_t *number, int64_t n) {
  for (int64_t i = n / 2 - 1; i >= 0; i--)
    sift(key, number, n, i, key[i], number[i]);
  mc_distance_closest_sort_heap(key, number, n);
}

/* ---- selection ---- */

/* Hoare's partition of [low, high] around the key at `pivot`. Afterwards *left < *right, no key in
   [low, *left] is above the pivot, and no key in [*right, high] is below it. */
static void partition(double *key, int32_t *number, int64_t low, int64_t high, int64_t pivot,
                      int64_t *left, int64_t *right) {
  const double k = key[pivot];
  const int32_t m = number[pivot];
  int64_t i = low, j = high;
  while (i <= j) {
    while (mc_distance_closer(key[i], number[i], k, m))
      i++;
    while (mc_distance_closer(k, m, key[j], number[j]))
      j--;
    if (i <= j)
      swap(key, number, i++, j--);
  }
  *left = j;
  *right = i;
}

void mc_distance_closest_select(double *key, int32_t *number, int64_t n, int64_t first) {
  uint64_t random = UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t) n;
  int64_t low = 0, high = n - 1;
  while (low < high && first > low && first <= high) {
    random ^= random << 13; /* Marsaglia's xorshift */
    random ^= random >> 7;
    random ^= random << 17;
    int64_t left, right;
    partition(key, number, low, high, low + (int64_t) (random % (uint64_t) (high - low + 1)), &left,
              &right);
    if (first <= left)
      high = left;
    else if (first > right)
      low = right;
    else
      break;
  }
}
