#ifndef MC_DISPATCH_H
#define MC_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/columns/types.h"
#include "kernels/distance/types.h"
#include "kernels/dynprog/types.h"
#include "kernels/kendall/costs.h"
#include "kernels/tropical/types.h"

/* One table of kernels for each target (instruction set); one table is active.

   The target is chosen once, when the package is loaded: the best target that is compiled in and
   that the processor and the operating system support. The environment variable MANYCORE_ISA names
   another target. */

typedef struct {
#define MC_KERNEL(type, name, arguments) type(*name) arguments;
#include "dispatch/kernels.def"
#undef MC_KERNEL
  /* On processors of Intel the active table has the costs kendall_costs_intel in both. */
  mc_kendall_costs kendall_costs, kendall_costs_intel;
  const char *features; /* the processor's features that the kernels are compiled for */
  bool automatic;       /* may be chosen automatically */
} mc_kernels;

/* The active table. A driver reads it before its parallel work. */
const mc_kernels *mc_kernels_active(void);

/* The name of the active target: "portable", "avx2", ... */
const char *mc_target_active(void);

typedef struct {
  const char *name;
  bool runs;      /* this machine can execute it */
  bool automatic; /* may be chosen automatically */
} mc_target_info;

/* The targets that are compiled in, worst first; *count becomes their number. */
const mc_target_info *mc_target_list(int *count);

typedef enum {
  MC_TARGET_CHOSEN,
  MC_TARGET_UNKNOWN,
  MC_TARGET_NOT_BUILT,
  MC_TARGET_NOT_RUN
} mc_target_result;

/* Makes the target `name` active; NULL, "" and "auto" stand for the best automatic target. Any
   other result than MC_TARGET_CHOSEN means that nothing changed. Must not be called while a thread
   computes. */
mc_target_result mc_target_choose(const char *name);

#endif
