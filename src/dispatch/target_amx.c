/* AVX-512 as of Ice Lake, and tiles of bytes (AMX): Sapphire Rapids and later Xeons. This target
   compiles the kernels that multiply tiles of bytes and those that record steps in groups, and
   shares the others with avx512icl. */
#include "mc_config.h"
#if MC_HAVE_AVX512ICL
#define MC_OWN_KERNELS "dispatch/own_amx.def"
#endif
#define MC_TARGET amx
#define MC_FEATURES                                                             \
  "avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512cd,avx512bw,avx512vl," \
  "avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,amx-tile,amx-int8"
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/amx/vec.h"
#include "dispatch/end.h"
