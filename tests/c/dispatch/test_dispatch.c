/* The table of targets and the choice among them. */
#include "dispatch/dispatch.h"

#include <string.h>

#include "check.h"
#include "dispatch/cpuid.h"
#include "mc_config.h"

/* The place of `name` among the words of `list`, which are separated by blanks; -1: none. */
static int place(const char *name, const char *list) {
  int at = 0;
  for (const char *word = list; *word != '\0'; at++) {
    const size_t length = strcspn(word, " ");
    if (strlen(name) == length && memcmp(name, word, length) == 0)
      return at;
    word += length + (word[length] == ' ');
  }
  return -1;
}

#define NAME(name) #name,
static const char *const built_names[] = {MC_TARGETS_BUILT(NAME)};
enum { BUILT = sizeof built_names / sizeof *built_names };

/* The list has the targets that configure found, worst first. */
static void test_list(void) {
  int count, last = -1;
  const mc_target_info *list = mc_target_list(&count);
  CHECK_INT(count, BUILT);
  for (int i = 0; i < count && i < BUILT; i++) {
    CHECK(strcmp(list[i].name, built_names[i]) == 0);
    CHECK(place(list[i].name, MC_TARGETS_KNOWN) > last);
    last = place(list[i].name, MC_TARGETS_KNOWN);
  }
  CHECK(strcmp(list[0].name, "portable") == 0 && list[0].runs && list[0].automatic);
#ifndef __MIC__
  for (int i = 0; i < count; i++)
    if (strcmp(list[i].name, "knc") == 0)
      CHECK(list[i].runs && !list[i].automatic);
#endif
}

static void test_choose(void) {
  char before[32];
  strcpy(before, mc_target_active());
  int count;
  const mc_target_info *list = mc_target_list(&count);
  for (int i = 0; i < count; i++) {
    CHECK_INT(mc_target_choose("portable"), MC_TARGET_CHOSEN);
    const mc_kernels *portable = mc_kernels_active();
    mc_target_result result = mc_target_choose(list[i].name);
    CHECK_INT(result, list[i].runs ? MC_TARGET_CHOSEN : MC_TARGET_NOT_RUN);
    CHECK(strcmp(mc_target_active(), list[i].runs ? list[i].name : "portable") == 0);
    CHECK((mc_kernels_active() == portable) == (i == 0 || !list[i].runs));
  }
  CHECK_INT(mc_target_choose(before), MC_TARGET_CHOSEN);
}

static void test_best(void) {
  char before[32];
  strcpy(before, mc_target_active());
  int count, best = 0;
  const mc_target_info *list = mc_target_list(&count);
  for (int i = 0; i < count; i++)
    if (list[i].runs && list[i].automatic)
      best = i;
  const char *const default_names[] = {NULL, ""};
  for (int i = 0; i < 2; i++) {
    mc_target_choose("portable");
    CHECK_INT(mc_target_choose(default_names[i]), MC_TARGET_CHOSEN);
    CHECK(strcmp(mc_target_active(), list[best].name) == 0);
  }
  mc_target_choose(before);
}

static void test_refusals(void) {
  const char *const unknown[] = {"sse2", "AVX2", "avx", "avx2 ", "avx5122", " "};
  const mc_kernels *before = mc_kernels_active();
  for (int i = 0; i < 6; i++)
    CHECK_INT(mc_target_choose(unknown[i]), MC_TARGET_UNKNOWN);
#define CHECK_NOT_BUILT(name, have) \
  if (!(have))                      \
    CHECK_INT(mc_target_choose(name), MC_TARGET_NOT_BUILT);
  CHECK_NOT_BUILT("knc", MC_HAVE_KNC)
  CHECK_NOT_BUILT("neon", MC_HAVE_NEON)
  CHECK_NOT_BUILT("avx2", MC_HAVE_AVX2)
  CHECK_NOT_BUILT("avx512", MC_HAVE_AVX512)
  CHECK_NOT_BUILT("avx512icl", MC_HAVE_AVX512ICL)
  CHECK_NOT_BUILT("amx", MC_HAVE_AMX)
  CHECK(mc_kernels_active() == before);
}

static void test_tables(void) {
  char before[32];
  strcpy(before, mc_target_active());
  int count;
  const mc_target_info *list = mc_target_list(&count);
  for (int i = 0; i < count; i++) {
    if (mc_target_choose(list[i].name) != MC_TARGET_CHOSEN)
      continue;
    const mc_kernels *k = mc_kernels_active();
    check_note("%s", list[i].name);
#define MC_KERNEL(type, name, arguments) CHECK(k->name != NULL);
#include "dispatch/kernels.def"
#undef MC_KERNEL
    const bool same =
      memcmp(&k->kendall_costs, &k->kendall_costs_intel, sizeof k->kendall_costs) == 0;
    CHECK(same == (mc_cpu_is_intel() || strcmp(list[i].name, "avx512icl") != 0));
    CHECK((k->kendall_costs_intel.signs_tile[0] == 0) == (k->kendall_costs.signs_tile[0] == 0));
    double costs[sizeof k->kendall_costs / sizeof(double)]; /* a forgotten cost would be 0 */
    int zeros = 0;
    memcpy(costs, &k->kendall_costs, sizeof costs);
    for (size_t c = 0; c < sizeof costs / sizeof *costs; c++) {
      CHECK(costs[c] >= 0);
      zeros += costs[c] == 0;
    }
    const int no_signs = k->kendall_costs.signs_tile[0] == 0 ? MC_BITS_PLANES : 0;
    CHECK_INT(zeros, (k->kendall_costs.radix_row == 0) + no_signs);
    CHECK(no_signs == 0 || strcmp(list[i].name, "amx") != 0);
  }
  mc_target_choose(before);
}

/* The kernels that knc compiles itself (own_knc.def) are not those of portable; others are. */
static void test_own_kernels(void) {
  char before[32];
  strcpy(before, mc_target_active());
  CHECK_INT(mc_target_choose("portable"), MC_TARGET_CHOSEN);
  const mc_kernels portable = *mc_kernels_active();
  if (mc_target_choose("knc") == MC_TARGET_CHOSEN) {
    const mc_kernels *k = mc_kernels_active();
    CHECK(k->kendall_vse32 != portable.kendall_vse32);
    CHECK(k->tropical_min_f64 != portable.tropical_min_f64);
    CHECK(k->tropical_max_via_f32 != portable.tropical_max_via_f32);
    CHECK(k->paths_solve_f64 != portable.paths_solve_f64);
    CHECK(k->sort_sequential_f64 == portable.sort_sequential_f64);
  }
  mc_target_choose(before);
}

/* mc_cpu_has() against the compiler's run-time library, which asks CPUID itself. (The library does
   not know LZCNT everywhere.) */
static void test_cpu(void) {
  CHECK(mc_cpu_has(""));
  static const char *const unknown[] = {"sse9",    "avx", "AVX2",     "avx2 ",
                                        "avx5122", ",",   "avx2,,fma"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    CHECK(!mc_cpu_has(unknown[i]));
#if defined(__x86_64__) && defined(__GNUC__)
#define CHECK_FEATURE(word) CHECK_INT(mc_cpu_has(word), __builtin_cpu_supports(word) != 0)
  CHECK_FEATURE("popcnt");
  CHECK_FEATURE("bmi");
  CHECK_FEATURE("bmi2");
  CHECK_FEATURE("fma");
  CHECK_FEATURE("avx2");
  CHECK_FEATURE("avx512f");
  CHECK_FEATURE("avx512dq");
  CHECK_FEATURE("avx512cd");
  CHECK_FEATURE("avx512bw");
  CHECK_FEATURE("avx512vl");
  CHECK_FEATURE("avx512vbmi");
  CHECK_FEATURE("avx512vbmi2");
  CHECK_FEATURE("avx512vnni");
  CHECK_FEATURE("avx512bitalg");
  CHECK_FEATURE("avx512vpopcntdq");
#if !defined(__clang__) && __GNUC__ >= 12 /* the system may keep tiles from the process */
  CHECK(!mc_cpu_has("amx-tile") || __builtin_cpu_supports("amx-tile"));
  CHECK(!mc_cpu_has("amx-int8") || __builtin_cpu_supports("amx-int8"));
#endif
  const bool both = mc_cpu_has("avx2") && mc_cpu_has("lzcnt");
  CHECK_INT(mc_cpu_has("avx2,lzcnt"), both);
  CHECK_INT(mc_cpu_has("lzcnt,avx2"), both);
  CHECK(!mc_cpu_has("popcnt,sse9") && !mc_cpu_has("sse9,popcnt"));
#endif
}

static const check_test tests[] = {{"the list", test_list},
                                   {"each target can be chosen", test_choose},
                                   {"the best is the default", test_best},
                                   {"refusals change nothing", test_refusals},
                                   {"no table has a hole", test_tables},
                                   {"own kernels", test_own_kernels},
                                   {"what the processor has", test_cpu},
                                   {0}};
const check_suite suite_dispatch = {"dispatch", tests, false, NULL};
