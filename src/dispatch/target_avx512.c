/* AVX-512 F, DQ, CD, BW, VL: Skylake-X, Zen 4 and later. (A Xeon Phi KNL lacks DQ, BW and VL.) */
#define MC_TARGET avx512
#define MC_FEATURES "avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512cd,avx512bw,avx512vl"
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/avx512/vec.h"
#include "dispatch/end.h"
