/* Parameters of a body of tropical kernels (for_f64.h): floats, with the vectors of the target's
   tropical chapter. */
#define TYPE float
#define GREATEST ((float) INFINITY)
#define FUSED 0
#define FN(name) MC_FN(MC_JOIN(name, f32))
#define PART(name) MC_JOIN(name, f32)
#define VEC(operation) MC_TROPICAL_F32(operation)
#define VEC_TYPE MC_TROPICAL_F32_TYPE
#define VEC_LANES MC_TROPICAL_F32_LANES
#define VEC_STEP MC_TROPICAL_F32_STEP
