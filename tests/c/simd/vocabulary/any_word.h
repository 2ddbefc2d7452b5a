/* Random words; some have all bits, some none. */
static uint64_t any_word(rng *r) {
  return rng_chance(r, 0.2) ? 0 : rng_chance(r, 0.2) ? UINT64_MAX : rng_next(r);
}
