/* Parameters of a body of tropical kernels (for_f64.h): doubles, with the vectors of the target's
   tropical chapter. */
#define TYPE double
#define GREATEST ((double) INFINITY)
#define FUSED 0
#define FN(name) MC_FN(MC_JOIN(name, f64))
#define PART(name) MC_JOIN(name, f64)
#define VEC(operation) MC_TROPICAL_F64(operation)
#define VEC_TYPE MC_TROPICAL_F64_TYPE
#define VEC_LANES MC_TROPICAL_F64_LANES
#define VEC_STEP MC_TROPICAL_F64_STEP
