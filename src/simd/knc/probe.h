/* For configure: an instruction of the newest feature, which compiler and assembler have to
   know. */
#include "simd/knc/intrinsics.h"
int mc_probe(void) {
  return 0;
}
