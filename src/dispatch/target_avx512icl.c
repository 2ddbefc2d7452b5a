/* AVX-512 with VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ: Ice Lake, Zen 4 and later. This target
   compiles the kernels that gain from these features, and shares the others with avx512. */
#include "mc_config.h"
#if MC_HAVE_AVX512
#define MC_OWN_KERNELS "dispatch/own_avx512icl.def"
#endif
#define MC_TARGET avx512icl
#define MC_FEATURES                                                             \
  "avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512cd,avx512bw,avx512vl," \
  "avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq"
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/avx512icl/vec.h"
#include "dispatch/end.h"
