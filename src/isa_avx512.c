#include "mc_config.h"
#if MC_HAVE_AVX512
#define MC_ISA avx512
#define MC_ISA_AVX512
#include "isa/begin.h"
#include "isa/avx512/vec.h"
#include "isa/end.h"
#else
typedef int mc_path_avx512_is_not_built; /* ISO C wants something here */
#endif
