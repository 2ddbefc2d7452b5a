/* A range body: each word x becomes TURNED(x). TURNED() takes a WORD, or a vector WORDS. */
static void NAME(void *context, int64_t first, int64_t last) {
  enum { LANES = sizeof(WORDS) / sizeof(WORD) };
  WORD *a = context;
  int64_t i = first;
  for (; i + LANES <= last; i += LANES) {
    WORDS x;
    memcpy(&x, a + i, sizeof x);
    x = TURNED(x);
    memcpy(a + i, &x, sizeof x);
  }
  for (; i < last; i++)
    a[i] = TURNED(a[i]);
}

#undef NAME
#undef WORD
#undef WORDS
#undef TURNED
