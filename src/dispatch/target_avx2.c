/* AVX2, FMA, BMI, LZCNT, POPCNT: Haswell, Zen and later. */
#define MC_TARGET avx2
#define MC_FEATURES "avx2,fma,bmi,bmi2,lzcnt,popcnt"
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/avx2/vec.h"
#include "dispatch/end.h"
