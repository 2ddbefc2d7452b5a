/* Chapter tropical. */

#include "kernels/for_tropical_f64.h"
#include "simd/vocabulary/tropical_body.h"
#include "kernels/for_tropical_f32.h"
#include "simd/vocabulary/tropical_body.h"
