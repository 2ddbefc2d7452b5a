/* The words of simd/amx/signs.h with emulated tiles (simd/amx/emulation.h), on processors that have
   AVX-512 as of Ice Lake, with or without tiles. */
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/cpuid.h"
#include "guard.h"
#include "mc_config.h"

#if MC_HAVE_AVX512ICL

#define MC_TARGET amx_emulated
#define MC_FEATURES                                                             \
  "avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512cd,avx512bw,avx512vl," \
  "avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq"
#define MC_AMX_EMULATION
#define MC_REGION_BODY "simd/amx/emulated_body.h"
#define MC_INLINE static
#include "dispatch/begin.h"
#include "simd/amx/signs.h"
#include "dispatch/end.h"

static void run(void (*words)(void)) {
  if (mc_cpu_has(MC_FEATURES))
    words();
  else
    check_skip("this processor lacks AVX-512 as of Ice Lake");
}

#else

static void signs_bytes(void) {
}
static void signs_products(void) {
}
static void run(void (*words)(void)) {
  (void) words;
  check_skip("avx512icl was not built");
}

#endif

static void test_bytes(void) {
  run(signs_bytes);
}

static void test_products(void) {
  run(signs_products);
}

static const check_test tests[] = {
  {"rows, fours", test_bytes}, {"begin, zero, load, step, store, end", test_products}, {0}};
const check_suite suite_emulated_signs = {"emulated_signs", tests, false, NULL};
