#ifndef MC_DISPATCH_H
#define MC_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/columns/types.h"
#include "kernels/distance/types.h"
#include "kernels/dynprog/types.h"
#include "kernels/kendall/types.h"
#include "kernels/tropical/types.h"

/* One table of kernels for each target (instruction set); one of them is active.

   The choice is made once, when the package is loaded: the best target that is
   compiled in and that the processor and the operating system support. The
   environment variable MANYCORE_ISA names another one. */

typedef struct {
#define MC_KERNEL(type, name, arguments) type(*name) arguments;
#include "dispatch/kernels.def"
#undef MC_KERNEL
  mc_kendall_costs kendall_costs;
  const char *features; /* of the processor, that the compiler was told to use */
  bool automatic;       /* may be chosen without being asked for */
} mc_kernels;

/* The active table. Drivers read it before other threads come in. */
const mc_kernels *mc_kernels_active(void);

/* Name of the active target: "portable", "avx2", ... */
const char *mc_target_active(void);

typedef struct {
  const char *name;
  bool runs;      /* this machine can execute it */
  bool automatic; /* may be chosen without being asked for */
} mc_target_info;

/* The targets that are compiled in, worst first; `*count` is their number. */
const mc_target_info *mc_target_list(int *count);

typedef enum {
  MC_TARGET_CHOSEN,
  MC_TARGET_UNKNOWN,
  MC_TARGET_NOT_BUILT,
  MC_TARGET_NOT_RUN
} mc_target_result;

/* Makes `name` active; NULL, "" and "auto" stand for the best automatic one. On any
   result but MC_TARGET_CHOSEN nothing changes. Not to be called while another
   thread computes. */
mc_target_result mc_target_choose(const char *name);

#endif
