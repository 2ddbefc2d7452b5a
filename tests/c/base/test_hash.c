/* XXH64 against published values, and one byte at a time. */
#include "base/hash.h"

#include <string.h>

#include "check.h"

/* Hashes of strings; and the self-test of xxHash: bytes from a generator, two seeds. */
static void test_vectors(void) {
  CHECK(mc_hash64("", 0, 0) == 0xef46db3751d8e999);
  CHECK(mc_hash64("a", 1, 0) == 0xd24ec4f1a98c6e5b);
  CHECK(mc_hash64("abc", 3, 0) == 0x44bc2cf5ad770999);
  CHECK(mc_hash64("Nobody inspects the spammish repetition", 39, 0) == 0xfbcea83c8a378bf1);
  const uint64_t prime = 2654435761;
  unsigned char bytes[101];
  uint64_t state = prime;
  for (int k = 0; k < 101; k++) {
    bytes[k] = (unsigned char) (state >> 56);
    state *= 11400714785074694797ULL;
  }
  static const struct {
    int count;
    uint64_t plain, seeded;
  } known[] = {{1, 0xe934a84adb052768, 0x5014607643a9b4c3},
               {4, 0x9136a0dca57457ee, 0xcaab286bd8e9fdb5},
               {14, 0x8282dcc4994e35c8, 0xc3bd6bf63deb6df0}};
  for (int k = 0; k < 3; k++) {
    CHECK(mc_hash64(bytes, known[k].count, 0) == known[k].plain);
    CHECK(mc_hash64(bytes, known[k].count, prime) == known[k].seeded);
  }
}

/* The alignment of the bytes does not matter. Each changed bit, and each other length, changes the
   hash. */
static void test_bits(void) {
  unsigned char room[80], bytes[72];
  for (int k = 0; k < 72; k++)
    bytes[k] = (unsigned char) (37 * k + 11);
  for (int count = 0; count <= 72; count++) {
    const uint64_t hash = mc_hash64(bytes, count, 7);
    for (int at = 0; at < 8; at++) {
      memcpy(room + at, bytes, (size_t) count);
      CHECK(mc_hash64(room + at, count, 7) == hash);
    }
    for (int bit = 0; bit < 8 * count; bit++) {
      bytes[bit / 8] ^= (unsigned char) (1 << bit % 8);
      CHECK(mc_hash64(bytes, count, 7) != hash);
      bytes[bit / 8] ^= (unsigned char) (1 << bit % 8);
    }
    if (count > 0)
      CHECK(mc_hash64(bytes, count - 1, 7) != hash);
  }
}

/* Keys that differ only in a few neighbouring bits fill a table as random keys do: with as many
   slots as keys, about 1 - 1 / e of the slots. */
static void test_mix(void) {
  enum { BITS = 12, SLOTS = 1 << BITS };
  for (int shift = 0; shift <= 64 - BITS; shift++) {
    bool used[2][SLOTS] = {{0}};
    int count[2] = {0};
    for (uint64_t key = 0; key < SLOTS; key++) {
      const uint64_t mixed = mc_mix64(key << shift);
      const uint64_t slot[2] = {mixed & (SLOTS - 1), mixed >> (64 - BITS)};
      for (int k = 0; k < 2; k++) {
        count[k] += !used[k][slot[k]];
        used[k][slot[k]] = true;
      }
    }
    CHECK(count[0] > 0.6 * SLOTS && count[1] > 0.6 * SLOTS);
  }
}

static const check_test tests[] = {
  {"test_vectors", test_vectors}, {"test_bits", test_bits}, {"test_mix", test_mix}, {0}};

const check_suite suite_hash = {.name = "hash", .tests = tests};
