/* The features of each path, as the compiler's target attribute spells them.
   cpuid.c asks for exactly these. The caller defines MC_ISA_<path>. */
#if defined(MC_ISA_AVX2)
#define MC_TARGET "avx2,fma,bmi,bmi2,lzcnt,popcnt"
#elif defined(MC_ISA_AVX512)
#define MC_TARGET \
  "avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512cd,avx512bw,avx512vl"
#elif defined(MC_ISA_AVX512ICL)
#define MC_TARGET \
  "avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512cd,avx512bw,avx512vl," \
  "avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq"
#endif
