/* The IMCI intrinsics that the KNC target uses, in plain C, with the names and the behaviour of the
   Xeon Phi coprocessor (Knights Corner). So the target's source is compiled and tested on machines
   without a coprocessor. The emulation demands an aligned address where the hardware does. It is
   not meant to be fast. */
#ifndef MC_KNC_EMULATION_H
#define MC_KNC_EMULATION_H

#include <stdint.h>
#include <string.h>

#define MC_KNC(type) static inline __attribute__((unused)) type

typedef struct {
  int32_t lane[16];
} __m512i;
typedef union {
  double lane[8];
  uint64_t bits[8];
} __m512d;
typedef union {
  float lane[16];
  uint32_t bits[16];
} __m512;
typedef uint8_t __mmask8;
typedef uint16_t __mmask16;

/* On the hardware a misaligned vector access is a fault. Here it is a failed assertion. */
MC_KNC(void) mc_knc_check_aligned(const void *p, size_t bytes) {
#ifdef NDEBUG
  (void) p;
  (void) bytes;
#else
  if ((uintptr_t) p % bytes != 0)
    __builtin_trap();
#endif
}

MC_KNC(__m512i) _mm512_set1_epi32(int32_t x) {
  __m512i v;
  for (int l = 0; l < 16; l++)
    v.lane[l] = x;
  return v;
}

/* e15 is lane 15. */
MC_KNC(__m512i)
_mm512_set_epi32(int32_t e15, int32_t e14, int32_t e13, int32_t e12, int32_t e11, int32_t e10,
                 int32_t e9, int32_t e8, int32_t e7, int32_t e6, int32_t e5, int32_t e4, int32_t e3,
                 int32_t e2, int32_t e1, int32_t e0) {
  return (__m512i){{e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15}};
}

MC_KNC(__m512i) _mm512_load_epi32(const void *p) {
  mc_knc_check_aligned(p, 64);
  __m512i v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_KNC(void) _mm512_store_epi32(void *p, __m512i v) {
  mc_knc_check_aligned(p, 64);
  memcpy(p, &v, sizeof v);
}

/* Lanes whose bit in k is 0 come from `old`. */
MC_KNC(__m512i) _mm512_mask_load_epi32(__m512i old, __mmask16 k, const void *p) {
  mc_knc_check_aligned(p, 64);
  for (int l = 0; l < 16; l++)
    if (k >> l & 1)
      old.lane[l] = ((const int32_t *) p)[l];
  return old;
}

MC_KNC(void) _mm512_mask_store_epi32(void *p, __mmask16 k, __m512i v) {
  mc_knc_check_aligned(p, 64);
  for (int l = 0; l < 16; l++)
    if (k >> l & 1)
      ((int32_t *) p)[l] = v.lane[l];
}

/* The chosen lanes go to p, p + 1, ...: `lo` stores the lanes that lie before the next 64-byte
   boundary; `hi`, called with p + 16, stores the others. */
MC_KNC(void) mc_knc_packstore(char *p, __mmask16 k, __m512i v, int high) {
  mc_knc_check_aligned(p, sizeof(int32_t));
  char *to = high ? p - 64 : p;
  char *boundary = to + (64 - (uintptr_t) to % 64);
  for (int l = 0; l < 16; l++)
    if (k >> l & 1) {
      if ((to >= boundary) == (high != 0))
        memcpy(to, &v.lane[l], sizeof(int32_t));
      to += sizeof(int32_t);
    }
}

MC_KNC(void) _mm512_mask_packstorelo_epi32(void *p, __mmask16 k, __m512i v) {
  mc_knc_packstore(p, k, v, 0);
}

MC_KNC(void) _mm512_mask_packstorehi_epi32(void *p, __mmask16 k, __m512i v) {
  mc_knc_packstore(p, k, v, 1);
}

/* Lane l takes lane index[l] & 15. */
MC_KNC(__m512i) _mm512_permutevar_epi32(__m512i index, __m512i v) {
  __m512i out;
  for (int l = 0; l < 16; l++)
    out.lane[l] = v.lane[index.lane[l] & 15];
  return out;
}

MC_KNC(__m512i) _mm512_add_epi32(__m512i a, __m512i b) {
  for (int l = 0; l < 16; l++)
    a.lane[l] = (int32_t) ((uint32_t) a.lane[l] + (uint32_t) b.lane[l]);
  return a;
}

MC_KNC(__m512i) _mm512_mask_min_epi32(__m512i old, __mmask16 k, __m512i a, __m512i b) {
  for (int l = 0; l < 16; l++)
    if (k >> l & 1)
      old.lane[l] = a.lane[l] < b.lane[l] ? a.lane[l] : b.lane[l];
  return old;
}

MC_KNC(__m512i) _mm512_mask_max_epi32(__m512i old, __mmask16 k, __m512i a, __m512i b) {
  for (int l = 0; l < 16; l++)
    if (k >> l & 1)
      old.lane[l] = a.lane[l] > b.lane[l] ? a.lane[l] : b.lane[l];
  return old;
}

MC_KNC(__m512i) _mm512_min_epi32(__m512i a, __m512i b) {
  return _mm512_mask_min_epi32(a, 0xffff, a, b);
}

MC_KNC(__m512i) _mm512_max_epi32(__m512i a, __m512i b) {
  return _mm512_mask_max_epi32(a, 0xffff, a, b);
}

MC_KNC(int32_t) _mm512_reduce_min_epi32(__m512i v) {
  int32_t least = v.lane[0];
  for (int l = 1; l < 16; l++)
    least = v.lane[l] < least ? v.lane[l] : least;
  return least;
}

MC_KNC(int32_t) _mm512_reduce_max_epi32(__m512i v) {
  int32_t most = v.lane[0];
  for (int l = 1; l < 16; l++)
    most = v.lane[l] > most ? v.lane[l] : most;
  return most;
}

/* ---- unaligned loads and stores ---- */

/* Two instructions load or store a vector at p. The first handles the bytes before the next 64-byte
   boundary; the second, called with p + 64 bytes, the others. This is the number of the former. */
MC_KNC(size_t) mc_knc_low_bytes(const void *p, size_t element) {
  mc_knc_check_aligned(p, element);
  return 64 - (uintptr_t) p % 64;
}

MC_KNC(void) mc_knc_load_low(void *v, const void *p, size_t element) {
  const size_t low = mc_knc_low_bytes(p, element);
  if (low == 64)
    memcpy(v, p, 64);
  else
    memcpy(v, p, low);
}

MC_KNC(void) mc_knc_load_high(void *v, const void *p, size_t element) {
  const size_t low = mc_knc_low_bytes(p, element);
  if (low < 64)
    memcpy((char *) v + low, (const char *) p - (64 - low), 64 - low);
}

MC_KNC(void) mc_knc_store_low(void *p, const void *v, size_t element) {
  const size_t low = mc_knc_low_bytes(p, element);
  if (low == 64)
    memcpy(p, v, 64);
  else
    memcpy(p, v, low);
}

MC_KNC(void) mc_knc_store_high(void *p, const void *v, size_t element) {
  const size_t low = mc_knc_low_bytes(p, element);
  if (low < 64)
    memcpy((char *) p - (64 - low), (const char *) v + low, 64 - low);
}

/* The chosen lanes take the elements p, p + 1, ..., in order. */
MC_KNC(__m512i) mc_knc_loadunpack(__m512i old, __mmask16 k, const char *p, int high) {
  const size_t low = mc_knc_low_bytes(p, sizeof(int32_t));
  const char *from = high ? p - 64 : p, *boundary = from + low;
  for (int l = 0; l < 16; l++)
    if (k >> l & 1) {
      if ((from >= boundary) == (high != 0))
        memcpy(&old.lane[l], from, sizeof(int32_t));
      from += sizeof(int32_t);
    }
  return old;
}

MC_KNC(__m512i) _mm512_mask_loadunpacklo_epi32(__m512i old, __mmask16 k, const void *p) {
  return mc_knc_loadunpack(old, k, p, 0);
}

MC_KNC(__m512i) _mm512_mask_loadunpackhi_epi32(__m512i old, __mmask16 k, const void *p) {
  return mc_knc_loadunpack(old, k, p, 1);
}

#define VECTOR __m512i
#define TYPE int32_t
#define IMCI(name) _mm512_##name##_epi32
#include "simd/knc/emulation_unaligned.h"

#define VECTOR __m512d
#define TYPE double
#define IMCI(name) _mm512_##name##_pd
#include "simd/knc/emulation_unaligned.h"

#define VECTOR __m512
#define TYPE float
#define IMCI(name) _mm512_##name##_ps
#include "simd/knc/emulation_unaligned.h"

/* ---- doubles and floats ---- */

MC_KNC(__m512i) _mm512_mask_mov_epi32(__m512i old, __mmask16 k, __m512i v) {
  for (int l = 0; l < 16; l++)
    old.lane[l] = k >> l & 1 ? v.lane[l] : old.lane[l];
  return old;
}

#define VECTOR __m512d
#define TYPE double
#define BITS uint64_t
#define LANES 8
#define MASK __mmask8
#define IMCI(name) _mm512_##name##_pd
#define IMCI_MASK(name) _mm512_##name##_pd_mask
#include "simd/knc/emulation_real.h"

#define VECTOR __m512
#define TYPE float
#define BITS uint32_t
#define LANES 16
#define MASK __mmask16
#define IMCI(name) _mm512_##name##_ps
#define IMCI_MASK(name) _mm512_##name##_ps_mask
#include "simd/knc/emulation_real.h"

#undef MC_KNC

#endif
