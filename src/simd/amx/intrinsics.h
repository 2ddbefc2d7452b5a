/* The intrinsics of tiles are the compiler's, or those of emulation.h, by which the C tests run
   signs.h on processors without tiles.

   A compiler may not know that these intrinsics read and write memory. No access to memory is moved
   across mc_amx_fence(). */
#ifdef MC_AMX_EMULATION
#include "simd/amx/emulation.h"
#endif

MC_INLINE void mc_amx_fence(void) {
  __asm__ volatile("" ::: "memory");
}
