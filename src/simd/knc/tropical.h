/* Contract: simd/portable/tropical.h.

   A comparison gives a mask. By this mask sum and step replace the old ones (algorithm 3 of Hou et
   al.). IMCI stores with a mask only at aligned addresses, or packed. So registers are moved with
   the mask, and whole vectors are stored. */
#define MC_TROPICAL_F64(operation) mc_knc_f64_##operation
#define MC_TROPICAL_F64_TYPE __m512d
#define MC_TROPICAL_F64_LANES 8
#define MC_TROPICAL_F64_STEP __m512i
#define MC_TROPICAL_F32(operation) mc_knc_f32_##operation
#define MC_TROPICAL_F32_TYPE __m512
#define MC_TROPICAL_F32_LANES 16
#define MC_TROPICAL_F32_STEP __m512i
#define TYPE double
#define LANES 8
#define VECTOR __m512d
#define MASK __mmask8
#define ALL 0x00ff /* as many lanes of 32 bits as there are doubles */
#define WORD(name) mc_knc_f64_##name
#define IMCI(name) _mm512_##name##_pd
#define BELOW _mm512_cmplt_pd_mask
#include "simd/knc/tropical_body.h"

#define TYPE float
#define LANES 16
#define VECTOR __m512
#define MASK __mmask16
#define ALL 0xffff
#define WORD(name) mc_knc_f32_##name
#define IMCI(name) _mm512_##name##_ps
#define BELOW _mm512_cmplt_ps_mask
#include "simd/knc/tropical_body.h"
