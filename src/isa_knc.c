#include "mc_config.h"
#if MC_HAVE_KNC
#define MC_ISA knc
#define MC_ISA_KNC
#include "isa/begin.h"
#include "isa/knc/vec.h"
#include "isa/end.h"
#else
typedef int mc_path_knc_is_not_built; /* ISO C wants something here */
#endif
