#include "dispatch.h"

#include <string.h>

#include "cpu.h"
#include "mc_config.h"

#define MC_ISA_PATH(name, automatic) extern const mc_kernels mc_kernels_##name;
#include "isa/isas.def"
#undef MC_ISA_PATH

enum {
#define MC_ISA_PATH(name, automatic) PATH_##name,
#include "isa/isas.def"
#undef MC_ISA_PATH
  PATHS
};

/* As compiled; the places of kernels that a path shares with the one before it are NULL. */
static const mc_kernels *const tables[PATHS] = {
#define MC_ISA_PATH(name, automatic) &mc_kernels_##name,
#include "isa/isas.def"
#undef MC_ISA_PATH
};

static mc_kernels whole[PATHS]; /* of paths that were chosen */
static int active = PATH_portable;

const mc_kernels *mc_kernels_active(void) {
  return active == PATH_portable ? tables[active] : &whole[active];
}

/* Makes a path active, its table filled up with the kernels that it shares. */
static void activate(int path) {
  mc_kernels *k = &whole[path];
  *k = *tables[path];
  for (int from = path - 1; from >= 0; from--) {
#define MC_KERNEL(type, name, arguments)                                       \
    if (k->name == NULL)                                                       \
      k->name = tables[from]->name;
#include "kernels/kernels.def"
#undef MC_KERNEL
  }
  active = path;
}

const mc_isa_info *mc_isa_list(int *count) {
  static mc_isa_info list[PATHS];
  if (list[0].name == NULL) {
#define MC_ISA_PATH(path, chosen) \
    list[PATH_##path] = (mc_isa_info){#path, mc_cpu_runs_##path(), chosen};
#include "isa/isas.def"
#undef MC_ISA_PATH
  }
  *count = PATHS;
  return list;
}

const char *mc_isa_active(void) {
  int count;
  return mc_isa_list(&count)[active].name;
}

/* Is `name` one of the words in `list`, which blanks separate? */
static bool is_word_of(const char *name, const char *list) {
  size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)) != NULL; at++)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

mc_isa_result mc_isa_choose(const char *name) {
  int count;
  const mc_isa_info *list = mc_isa_list(&count);
  if (name == NULL || *name == '\0' || strcmp(name, "auto") == 0) {
    for (int i = 0; i < count; i++)
      if (list[i].runs && list[i].automatic)
        activate(i);
    return MC_ISA_CHOSEN;
  }
  for (int i = 0; i < count; i++) {
    if (strcmp(name, list[i].name) != 0)
      continue;
    if (!list[i].runs)
      return MC_ISA_NOT_RUN;
    activate(i);
    return MC_ISA_CHOSEN;
  }
  return is_word_of(name, MC_ISA_KNOWN) ? MC_ISA_NOT_BUILT : MC_ISA_UNKNOWN;
}
