/* For configure: an instruction of the newest feature. Compiler and assembler must know it. */
#include "simd/knc/intrinsics.h"
int mc_probe(void) {
  return 0;
}
