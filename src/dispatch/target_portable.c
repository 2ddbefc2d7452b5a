/* Plain C, which every compiler builds. */
#define MC_TARGET portable
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/portable/vec.h"
#include "dispatch/end.h"
