#include "mc_config.h"
#if MC_HAVE_AVX2
#define MC_ISA avx2
#define MC_ISA_AVX2
#include "isa/begin.h"
#include "isa/avx2/vec.h"
#include "isa/end.h"
#else
typedef int mc_path_avx2_is_not_built; /* ISO C wants something here */
#endif
