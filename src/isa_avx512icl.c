#include "mc_config.h"
#if MC_HAVE_AVX512ICL
#define MC_ISA avx512icl
#define MC_ISA_AVX512ICL
#if MC_HAVE_AVX512
#define MC_SHARES_KERNELS
#endif
#include "isa/begin.h"
#include "isa/avx512icl/vec.h"
#include "isa/end.h"
#else
typedef int mc_path_avx512icl_is_not_built; /* ISO C wants something here */
#endif
