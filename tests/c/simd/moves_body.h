/* harness.sh compiles this in a target's region in place of the kernels. It makes a compiler write
   aligned moves of doubles, floats and integers, also with a mask. */
#ifdef __AVX512F__
enum { VECTOR = 64 };
#else
enum { VECTOR = 32 };
#endif

#define MC_MOVES(type)                                                       \
  typedef type aligned_##type __attribute__((vector_size(VECTOR)));          \
  extern void MC_FN(move_##type)(aligned_##type *, const aligned_##type *);  \
  void MC_FN(move_##type)(aligned_##type * to, const aligned_##type *from) { \
    *to = *from;                                                             \
  }
MC_MOVES(double)
MC_MOVES(float)
MC_MOVES(int32_t)
MC_MOVES(int64_t)
#undef MC_MOVES

#ifdef __AVX512F__
extern void MC_FN(move_some)(double *, const double *, int32_t *, const int32_t *, unsigned);
void MC_FN(move_some)(double *d, const double *e, int32_t *i, const int32_t *j, unsigned mask) {
  _mm512_mask_store_pd(d, (__mmask8) mask, _mm512_maskz_load_pd((__mmask8) mask, e));
  _mm512_mask_store_epi32(i, (__mmask16) mask, _mm512_maskz_load_epi32((__mmask16) mask, j));
}
#endif
