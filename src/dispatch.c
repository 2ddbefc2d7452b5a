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

static const mc_kernels *const tables[PATHS] = {
#define MC_ISA_PATH(name, automatic) &mc_kernels_##name,
#include "isa/isas.def"
#undef MC_ISA_PATH
};

static int active = PATH_portable;

const mc_kernels *mc_kernels_active(void) {
  return tables[active];
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

mc_isa_result mc_isa_choose(const char *name) {
  int count;
  const mc_isa_info *list = mc_isa_list(&count);
  if (name == NULL || *name == '\0') {
    for (int i = 0; i < count; i++)
      if (list[i].runs && list[i].automatic)
        active = i;
    return MC_ISA_CHOSEN;
  }
  for (int i = 0; i < count; i++) {
    if (strcmp(name, list[i].name) != 0)
      continue;
    if (!list[i].runs)
      return MC_ISA_NOT_RUN;
    active = i;
    return MC_ISA_CHOSEN;
  }
  static const char *const known[] = {"knc", "avx2", "avx512", "avx512icl"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, known[i]) == 0)
      return MC_ISA_NOT_BUILT;
  return MC_ISA_UNKNOWN;
}
