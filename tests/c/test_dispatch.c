/* The table of instruction-set paths and the choice among them. */
#include "dispatch.h"

#include <string.h>

#include "check.h"
#include "cpu.h"
#include "mc_config.h"

static const char *const all_names[] = {"portable", "knc", "avx2", "avx512",
                                        "avx512icl"};

static bool built(const char *name) {
  return strcmp(name, "portable") == 0 ||
         (strcmp(name, "knc") == 0 && MC_HAVE_KNC) ||
         (strcmp(name, "avx2") == 0 && MC_HAVE_AVX2) ||
         (strcmp(name, "avx512") == 0 && MC_HAVE_AVX512) ||
         (strcmp(name, "avx512icl") == 0 && MC_HAVE_AVX512ICL);
}

/* The list is what configure found, in order of worth. */
static void test_list(void) {
  int count, at = 0;
  const mc_isa_info *list = mc_isa_list(&count);
  for (int i = 0; i < 5; i++)
    if (built(all_names[i])) {
      CHECK(at < count && strcmp(list[at].name, all_names[i]) == 0);
      at++;
    }
  CHECK_INT(count, at);
  CHECK(list[0].runs && list[0].automatic);
#ifndef __MIC__
  for (int i = 0; i < count; i++)
    if (strcmp(list[i].name, "knc") == 0)
      CHECK(list[i].runs && !list[i].automatic);
#endif
}

static void test_choose(void) {
  char before[32];
  strcpy(before, mc_isa_active());
  int count;
  const mc_isa_info *list = mc_isa_list(&count);
  for (int i = 0; i < count; i++) {
    CHECK_INT(mc_isa_choose("portable"), MC_ISA_CHOSEN);
    const mc_kernels *portable = mc_kernels_active();
    mc_isa_result result = mc_isa_choose(list[i].name);
    CHECK_INT(result, list[i].runs ? MC_ISA_CHOSEN : MC_ISA_NOT_RUN);
    CHECK(strcmp(mc_isa_active(), list[i].runs ? list[i].name : "portable") == 0);
    CHECK((mc_kernels_active() == portable) == (i == 0 || !list[i].runs));
  }
  CHECK_INT(mc_isa_choose(before), MC_ISA_CHOSEN);
}

static void test_best(void) {
  char before[32];
  strcpy(before, mc_isa_active());
  int count, best = 0;
  const mc_isa_info *list = mc_isa_list(&count);
  for (int i = 0; i < count; i++)
    if (list[i].runs && list[i].automatic)
      best = i;
  const char *const default_names[] = {NULL, ""};
  for (int i = 0; i < 2; i++) {
    mc_isa_choose("portable");
    CHECK_INT(mc_isa_choose(default_names[i]), MC_ISA_CHOSEN);
    CHECK(strcmp(mc_isa_active(), list[best].name) == 0);
  }
  mc_isa_choose(before);
}

static void test_refusals(void) {
  const char *const unknown[] = {"sse2", "AVX2", "avx", "avx2 ", "avx5122", " "};
  const mc_kernels *before = mc_kernels_active();
  for (int i = 0; i < 6; i++)
    CHECK_INT(mc_isa_choose(unknown[i]), MC_ISA_UNKNOWN);
  for (int i = 0; i < 5; i++)
    if (!built(all_names[i]))
      CHECK_INT(mc_isa_choose(all_names[i]), MC_ISA_NOT_BUILT);
  CHECK(mc_kernels_active() == before);
}

static void test_tables(void) {
  char before[32];
  strcpy(before, mc_isa_active());
  int count;
  const mc_isa_info *list = mc_isa_list(&count);
  for (int i = 0; i < count; i++) {
    if (mc_isa_choose(list[i].name) != MC_ISA_CHOSEN)
      continue;
    const mc_kernels *k = mc_kernels_active();
    check_note("%s", list[i].name);
#define MC_KERNEL(type, name, arguments) CHECK(k->name != NULL);
#include "kernels/kernels.def"
#undef MC_KERNEL
    mc_kendall_costs cost = k->kendall_costs;
    CHECK(cost.make > 0 && cost.tile > 0 && cost.pair > 0 && cost.level > 0);
  }
  mc_isa_choose(before);
}

/* The compiler's run-time library asks CPUID in its own way. (It has no name
   for LZCNT everywhere.) */
static void test_cpu(void) {
  CHECK(mc_cpu_runs_portable());
  CHECK(mc_cpu_runs_knc());
  if (mc_cpu_runs_avx512icl())
    CHECK(mc_cpu_runs_avx512());
  if (mc_cpu_runs_avx512())
    CHECK(mc_cpu_runs_avx2());
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS(feature) (__builtin_cpu_supports(feature) != 0)
  bool avx2 = HAS("avx2") && HAS("fma") && HAS("bmi") && HAS("bmi2") && HAS("popcnt");
  bool avx512 = avx2 && HAS("avx512f") && HAS("avx512dq") && HAS("avx512cd") &&
                HAS("avx512bw") && HAS("avx512vl");
  bool icl = avx512 && HAS("avx512vbmi") && HAS("avx512vbmi2") &&
             HAS("avx512vnni") && HAS("avx512bitalg") &&
             HAS("avx512vpopcntdq");
  CHECK_INT(mc_cpu_runs_avx2(), avx2);
  CHECK_INT(mc_cpu_runs_avx512(), avx512);
  CHECK_INT(mc_cpu_runs_avx512icl(), icl);
#endif
}

static const check_test tests[] = {
  {"the list", test_list},
  {"each path can be chosen", test_choose},
  {"the best is the default", test_best},
  {"refusals change nothing", test_refusals},
  {"no table has a hole", test_tables},
  {"what the processor has", test_cpu},
  {0}};
const check_suite suite_dispatch = {"dispatch", tests, false};
