/* Tests for one width. ranks.h defines RANK, RANKS(), RANKS_TYPE and PART(), which are undefined
   here. */

enum { PART(RANKS_LANES) = 32, PART(RANKS_ROWS) = 16 };

/* A few values, so that many ranks are equal; also values where the sign bit changes. */
static RANK PART(any_rank)(rng *r) {
  const RANK most = (RANK) ~(RANK) 0, middle = (RANK) (most / 2);
  const RANK few[] = {0,   1, (RANK) (middle - 1), middle, (RANK) (middle + 1), (RANK) (most - 1),
                      most};
  return rng_chance(r, 0.7) ? few[rng_below(r, 7)] : (RANK) rng_next(r);
}

static uint32_t PART(greater_lanes)(RANK x, const RANK *block) {
  uint32_t mask = 0;
  for (int l = 0; l < PART(RANKS_LANES); l++)
    mask |= (uint32_t) (x > block[l]) << l;
  return mask;
}

static uint32_t PART(other_lanes)(RANK x, const RANK *block) {
  uint32_t mask = 0;
  for (int l = 0; l < PART(RANKS_LANES); l++)
    mask |= (uint32_t) (x != block[l]) << l;
  return mask;
}

static void PART(check_pair)(const RANK *a, const RANK *b) {
  uint32_t gt = 0, ne = 0;
  for (int l = 0; l < PART(RANKS_LANES); l++) {
    gt |= (uint32_t) (a[l] > b[l]) << l;
    ne |= (uint32_t) (a[l] != b[l]) << l;
  }
  CHECK_INT(RANKS(gt)(RANKS(load)(a), RANKS(load)(b)), gt);
  CHECK_INT(RANKS(ne)(RANKS(load)(a), RANKS(load)(b)), ne);
  CHECK_INT(RANKS(gt)(RANKS(set)(a[0]), RANKS(load)(b)), PART(greater_lanes)(a[0], b));
  CHECK_INT(RANKS(ne)(RANKS(set)(a[0]), RANKS(load)(b)), PART(other_lanes)(a[0], b));
}

/* The first `count` of 16 rows; `out` has no room for more. */
static void PART(check_rows)(const RANK *block, const RANK *from, int count) {
  RANK *rows = GUARD_NEW(RANK, count);
  uint32_t *out = GUARD_NEW(uint32_t, count);
  memcpy(rows, from, (size_t) count * sizeof *rows);
  const RANKS_TYPE v = RANKS(load)(block);
  RANKS(rows_gt)(v, rows, count, out);
  for (int k = 0; k < count; k++)
    CHECK_INT(out[k], PART(greater_lanes)(rows[k], block));
  RANKS(rows_ne)(v, rows, count, out);
  for (int k = 0; k < count; k++)
    CHECK_INT(out[k], PART(other_lanes)(rows[k], block));
  guard_free(rows);
  guard_free(out);
}

static void PART(check_ranks)(void) {
  rng r = {sizeof(RANK)};
  for (int offset = 0; offset < OFFSETS; offset++) {
    RANK *a = GUARD_NEW(RANK, PART(RANKS_LANES) + offset);
    RANK *b = GUARD_NEW(RANK, PART(RANKS_LANES) + offset), rows[PART(RANKS_ROWS)];
    for (int round = 0; round < ROUNDS; round++) {
      for (int l = 0; l < PART(RANKS_LANES); l++) {
        a[offset + l] = PART(any_rank)(&r);
        b[offset + l] = round % 2 == 0 ? PART(any_rank)(&r) : a[offset + l];
      }
      b[offset + rng_below(&r, PART(RANKS_LANES))] = PART(any_rank)(&r);
      for (int k = 0; k < PART(RANKS_ROWS); k++)
        rows[k] = PART(any_rank)(&r);
      PART(check_pair)(a + offset, b + offset);
      PART(check_rows)(b + offset, rows, round % (PART(RANKS_ROWS) + 1));
    }
    guard_free(a);
    guard_free(b);
  }
}

#undef RANK
#undef RANKS
#undef RANKS_TYPE
#undef PART
