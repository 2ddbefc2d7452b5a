#include "dispatch/dispatch.h"

#include <string.h>

#include "dispatch/cpuid.h"
#include "mc_config.h"

/* The targets that configure has built, worst first. */
#define DECLARE(name) extern const mc_kernels mc_kernels_##name;
MC_TARGETS_BUILT(DECLARE)

enum {
#define NUMBER(name) TARGET_##name,
  MC_TARGETS_BUILT(NUMBER) TARGETS
};

/* The tables as compiled. If a target shares a kernel with the target before it, the kernel's place
   is NULL. */
static const mc_kernels *const tables[TARGETS] = {
#define ADDRESS(name) &mc_kernels_##name,
  MC_TARGETS_BUILT(ADDRESS)};

static mc_kernels whole[TARGETS]; /* complete tables, of targets that were chosen */
static int active = TARGET_portable;

const mc_kernels *mc_kernels_active(void) {
  return active == TARGET_portable ? tables[active] : &whole[active];
}

/* Fills the target's table up with the kernels that it shares and the costs of this processor, and
   makes the target active. */
static void activate(int target) {
  mc_kernels *k = &whole[target];
  *k = *tables[target];
  for (int from = target - 1; from >= 0; from--) {
#define MC_KERNEL(type, name, arguments) \
  if (k->name == NULL)                   \
    k->name = tables[from]->name;
#include "dispatch/kernels.def"
#undef MC_KERNEL
  }
  if (mc_cpu_is_intel())
    k->kendall_costs = k->kendall_costs_intel;
  active = target;
}

const mc_target_info *mc_target_list(int *count) {
  static mc_target_info list[TARGETS];
  if (list[0].name == NULL) {
#define FILL_IN(target)                                                                            \
  list[TARGET_##target] = (mc_target_info){#target, mc_cpu_has(tables[TARGET_##target]->features), \
                                           tables[TARGET_##target]->automatic};
    MC_TARGETS_BUILT(FILL_IN)
  }
  *count = TARGETS;
  return list;
}

const char *mc_target_active(void) {
  int count;
  return mc_target_list(&count)[active].name;
}

/* Is `name` a word of `list`, whose words are separated by blanks? */
static bool is_word_of(const char *name, const char *list) {
  size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)) != NULL; at++)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

mc_target_result mc_target_choose(const char *name) {
  int count;
  const mc_target_info *list = mc_target_list(&count);
  if (name == NULL || *name == '\0' || strcmp(name, "auto") == 0) {
    for (int i = 0; i < count; i++)
      if (list[i].runs && list[i].automatic)
        activate(i);
    return MC_TARGET_CHOSEN;
  }
  for (int i = 0; i < count; i++) {
    if (strcmp(name, list[i].name) != 0)
      continue;
    if (!list[i].runs)
      return MC_TARGET_NOT_RUN;
    activate(i);
    return MC_TARGET_CHOSEN;
  }
  return is_word_of(name, MC_TARGETS_KNOWN) ? MC_TARGET_NOT_BUILT : MC_TARGET_UNKNOWN;
}
