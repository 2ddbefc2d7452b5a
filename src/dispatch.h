#ifndef MC_DISPATCH_H
#define MC_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "column_types.h"
#include "distance_types.h"
#include "kendall_types.h"
#include "tropical_types.h"

/* One table of kernels for each instruction-set path; one of them is active.

   The choice is made once, when the package is loaded: the best path that is
   compiled in and that the processor and the operating system support. The
   environment variable MANYCORE_ISA names another one. */

typedef struct {
#define MC_KERNEL(type, name, arguments) type(*name) arguments;
#include "kernels/kernels.def"
#undef MC_KERNEL
  mc_kendall_costs kendall_costs;
} mc_kernels;

/* The active table. Drivers read it before other threads come in. */
const mc_kernels *mc_kernels_active(void);

/* Name of the active path: "portable", "avx2", ... */
const char *mc_isa_active(void);

typedef struct {
  const char *name;
  bool runs;      /* this machine can execute it */
  bool automatic; /* may be chosen without being asked for */
} mc_isa_info;

/* The paths that are compiled in, worst first; `*count` is their number. */
const mc_isa_info *mc_isa_list(int *count);

typedef enum { MC_ISA_CHOSEN, MC_ISA_UNKNOWN, MC_ISA_NOT_BUILT, MC_ISA_NOT_RUN } mc_isa_result;

/* Makes `name` active; NULL, "" and "auto" stand for the best automatic one. On any
   result but MC_ISA_CHOSEN nothing changes. Not to be called while another
   thread computes. */
mc_isa_result mc_isa_choose(const char *name);

#endif
