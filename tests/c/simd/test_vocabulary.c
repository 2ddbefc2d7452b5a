/* Compares every word of the vector vocabulary, on every target, with plain loops. These are in
   vocabulary/ and are compiled once in each target's region (vocabulary_body.h, harness.sh). */
#include "simd/vocabulary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/dispatch.h"
#include "mc_config.h"

#define DECLARE(target) extern const vocabulary vocabulary_##target;
MC_TARGETS_BUILT(DECLARE)

static const vocabulary *of_target(const char *name) {
#define IS(target)                \
  if (strcmp(name, #target) == 0) \
    return &vocabulary_##target;
  MC_TARGETS_BUILT(IS)
  fprintf(stderr, "no vocabulary of %s was built\n", name);
  exit(1);
}

#define CHAPTER(function, words)               \
  static void test_##function(void) {          \
    of_target(mc_target_active())->function(); \
  }
#include "simd/vocabulary.def"
#undef CHAPTER

static const check_test tests[] = {
#define CHAPTER(function, words) {words, test_##function},
#include "simd/vocabulary.def"
#undef CHAPTER
  {0}};
const check_suite suite_vocabulary = {"vocabulary", tests, true, NULL};
