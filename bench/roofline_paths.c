/* The ceilings of the kernels of shortest paths on this machine: only operations on registers.

   roofline(rounds, kind, bits, single, threads) does, on each of `threads` threads at once, rounds
   of independent updates of doubles or floats, with vectors of 512 or 256 bits, or in plain C (bits
   0):

     kind 0  distances only: add, minimum. With vectors the sum is a fused product with one. On
             processors with separate multipliers this leaves the adders to the minima; on others it
             takes as long
     kind 1  recording as it is usually written: add, compare, minimum, and a masked move
             of the 32-bit index (with 256 bits the masks of two vectors of doubles are
             narrowed together for it)

   Returns the number of updates; NULL if the machine or the compiler cannot do them. Each update
   adds to the result of the update before, so no addition can be optimised away. There are as many
   independent updates as registers hold, so throughput is the limit, not latency. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>

/* Does `rounds` rounds. in[0] is the number to add, in[1] at least as large as any sum, in[2] the
   index, in[3] is 1. Writes the results to `out`, so that they are not optimised away, and returns
   the number of updates. */
typedef double (*loop)(int64_t rounds, const double *in, void *out);

#define UNROLL _Pragma("GCC unroll 16")
enum { LARGEST = 16 * 64, UNIT = 64 }; /* bytes of results; steps of a round */

/* `vec` of `lanes` numbers; `chains` of them at once. */
#define ADD_MIN(name, attributes, real, vec, lanes, chains, set, add, min, store)             \
  attributes static double name(int64_t rounds, const double *in, void *out) {                \
    vec best[chains], x = set((real) in[0]), most = set((real) in[1]);                        \
    const vec one = set((real) in[3]);                                                        \
    (void) one; /* plain C has no use for it */                                               \
    UNROLL for (int i = 0; i < chains; i++)                                                   \
      best[i] = set((real) i);                                                                \
    for (int64_t r = 0; r < rounds * UNIT; r++)                                               \
      UNROLL for (int i = 0; i < chains; i++)                                                 \
        best[i] = min(add(best[i], one, x), most);                                            \
    UNROLL for (int i = 0; i < chains; i++)                                                   \
      store((real *) out + i * lanes, best[i]);                                               \
    return (double) rounds * UNIT * chains * lanes;                                           \
  }

/* The same with an index: `wins` compares, `choose` is the masked move. */
#define RECORD(name, attributes, real, vec, lanes, chains, set, add, min, store, mask, wins,  \
               ints, set_ints, choose, store_ints)                                            \
  attributes static double name(int64_t rounds, const double *in, void *out) {                \
    vec best[chains], x = set((real) in[0]);                                                  \
    const vec one = set((real) in[3]);                                                        \
    (void) one;                                                                               \
    ints via[chains], index = set_ints((int) in[2]);                                          \
    UNROLL for (int i = 0; i < chains; i++) {                                                 \
      best[i] = set((real) i);                                                                \
      via[i] = set_ints(i);                                                                   \
    }                                                                                         \
    for (int64_t r = 0; r < rounds * UNIT; r++)                                               \
      UNROLL for (int i = 0; i < chains; i++) {                                               \
        const vec sum = add(best[i], one, x);                                                 \
        const mask won = wins(sum, best[i]);                                                  \
        best[i] = min(sum, best[i]);                                                          \
        via[i] = choose(via[i], won, index);                                                  \
      }                                                                                       \
    UNROLL for (int i = 0; i < chains; i++)                                                   \
      store((real *) out + i * lanes, best[i]);                                               \
    UNROLL for (int i = 0; i < chains; i++) {                                                 \
      store_ints((char *) out, via[i]);                                                       \
      out = (char *) out + sizeof(ints);                                                      \
    }                                                                                         \
    return (double) rounds * UNIT * chains * lanes;                                           \
  }

/* ---- plain C ---- */

#define C_SET(x) (x)
#define C_ADD(a, one, b) ((a) + (b))
#define C_MIN(a, b) ((a) < (b) ? (a) : (b))
#define C_LESS(a, b) ((a) < (b))
#define C_CHOOSE(a, yes, b) ((yes) ? (b) : (a))
#define C_STORE(p, a) (*(p) = (a))
#define C_STORE_INT(p, a) (*(int32_t *) (p) = (a))
#define C_ATTRIBUTES __attribute__((noinline))

/* a macro would evaluate the sum twice */
static inline double min_f64(double a, double b) { return C_MIN(a, b); }
static inline float min_f32(float a, float b) { return C_MIN(a, b); }

ADD_MIN(plain_f64, C_ATTRIBUTES, double, double, 1, 12, C_SET, C_ADD, min_f64, C_STORE)
ADD_MIN(plain_f32, C_ATTRIBUTES, float, float, 1, 12, C_SET, C_ADD, min_f32, C_STORE)
RECORD(plain_via_f64, C_ATTRIBUTES, double, double, 1, 6, C_SET, C_ADD, min_f64, C_STORE,
       int, C_LESS, int32_t, C_SET, C_CHOOSE, C_STORE_INT)
RECORD(plain_via_f32, C_ATTRIBUTES, float, float, 1, 6, C_SET, C_ADD, min_f32, C_STORE,
       int, C_LESS, int32_t, C_SET, C_CHOOSE, C_STORE_INT)

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

/* ---- AVX2 ---- */

#define AVX2 __attribute__((target("avx2,fma"), noinline))
#define LESS_PD(a, b) _mm256_cmp_pd(a, b, _CMP_LT_OQ)
#define LESS_PS(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define BLEND_PS(a, m, b) _mm256_blendv_ps(a, b, m)
#define SET_INDEX(i) _mm256_castsi256_ps(_mm256_set1_epi32(i))
#define STORE_INDEX(p, a) _mm256_storeu_ps((float *) (p), a)

ADD_MIN(avx2_f64, AVX2, double, __m256d, 4, 12, _mm256_set1_pd, _mm256_fmadd_pd, _mm256_min_pd,
        _mm256_storeu_pd)
ADD_MIN(avx2_f32, AVX2, float, __m256, 8, 12, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_min_ps,
        _mm256_storeu_ps)
RECORD(avx2_via_f32, AVX2, float, __m256, 8, 6, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_min_ps,
       _mm256_storeu_ps, __m256, LESS_PS, __m256, SET_INDEX, BLEND_PS, STORE_INDEX)

/* Two vectors of doubles go with one vector of indices; this is the type for both. Their values
   differ; otherwise the compiler would keep one of them only. */
typedef struct {
  __m256d low, high;
} two;
#define TWO static inline __attribute__((target("avx2,fma"), always_inline))
TWO two two_set(double x) {
  return (two){_mm256_set1_pd(x), _mm256_set1_pd(x + 1)};
}
TWO two two_add(two a, two one, two b) {
  return (two){_mm256_fmadd_pd(a.low, one.low, b.low),
               _mm256_fmadd_pd(a.high, one.low, b.high)};
}
TWO two two_min(two a, two b) {
  return (two){_mm256_min_pd(a.low, b.low), _mm256_min_pd(a.high, b.high)};
}
TWO __m256 two_less(two a, two b) {
  const __m256 low = _mm256_castpd_ps(LESS_PD(a.low, b.low));
  return _mm256_shuffle_ps(low, _mm256_castpd_ps(LESS_PD(a.high, b.high)), 0x88);
}
TWO void two_store(double *p, two a) {
  _mm256_storeu_pd(p, a.low);
  _mm256_storeu_pd(p + 4, a.high);
}
RECORD(avx2_via_f64, AVX2, double, two, 8, 3, two_set, two_add, two_min, two_store, __m256,
       two_less, __m256, SET_INDEX, BLEND_PS, STORE_INDEX)

/* ---- AVX-512 ---- */

#define AVX512 __attribute__((target("avx512f,avx512vl"), noinline))
#define LESS_512_PD(a, b) _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)
#define LESS_512_PS(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define STORE_256(p, a) _mm256_storeu_si256((__m256i *) (p), a)

ADD_MIN(avx512_f64, AVX512, double, __m512d, 8, 16, _mm512_set1_pd, _mm512_fmadd_pd,
        _mm512_min_pd, _mm512_storeu_pd)
ADD_MIN(avx512_f32, AVX512, float, __m512, 16, 16, _mm512_set1_ps, _mm512_fmadd_ps,
        _mm512_min_ps, _mm512_storeu_ps)
RECORD(avx512_via_f64, AVX512, double, __m512d, 8, 12, _mm512_set1_pd, _mm512_fmadd_pd,
       _mm512_min_pd, _mm512_storeu_pd, __mmask8, LESS_512_PD, __m256i, _mm256_set1_epi32,
       _mm256_mask_mov_epi32, STORE_256)
RECORD(avx512_via_f32, AVX512, float, __m512, 16, 12, _mm512_set1_ps, _mm512_fmadd_ps,
       _mm512_min_ps, _mm512_storeu_ps, __mmask16, LESS_512_PS, __m512i, _mm512_set1_epi32,
       _mm512_mask_mov_epi32, _mm512_storeu_si512)

static loop vector_loop(int kind, int bits, int single) {
  static const loop avx2[] = {avx2_f64, avx2_f32, avx2_via_f64, avx2_via_f32};
  static const loop avx512[] = {avx512_f64, avx512_f32, avx512_via_f64, avx512_via_f32};
  if (bits == 512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    return avx512[2 * kind + single];
  if (bits == 256 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2[2 * kind + single];
  return NULL;
}
#else
static loop vector_loop(int kind, int bits, int single) {
  (void) kind, (void) bits, (void) single;
  return NULL;
}
#endif

SEXP roofline(SEXP rounds, SEXP kind, SEXP bits, SEXP single, SEXP threads) {
  static const loop plain[] = {plain_f64, plain_f32, plain_via_f64, plain_via_f32};
  const int k = Rf_asInteger(kind) != 0, s = Rf_asInteger(single) != 0;
  const int width = Rf_asInteger(bits), count = Rf_asInteger(threads);
  const int64_t times = (int64_t) Rf_asReal(rounds);
  const loop one = width == 0 ? plain[2 * k + s] : vector_loop(k, width, s);
#ifndef _OPENMP
  if (count > 1)
    return R_NilValue;
#endif
  if (one == NULL)
    return R_NilValue;
  const double in[4] = {1e-9, 1e30, 1e3, 1};
  double updates = 0;
#ifdef _OPENMP
#pragma omp parallel num_threads(count) reduction(+ : updates)
#endif
  {
    double out[2 * LARGEST / sizeof(double)];
    updates += one(times, in, out);
  }
  return Rf_ScalarReal(updates);
}
