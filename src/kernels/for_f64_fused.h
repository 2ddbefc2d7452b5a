/* Parameters of a kernel's body: doubles, with fused products and sums (for_f64.h). */
#define TYPE double
#define GREATEST ((double) INFINITY)
#define FUSED 1
#define FN(name) MC_FN(name##_f64_fused)
#define PART(name) name##_f64_fused
#define VEC(operation) mc_f64_##operation
#define VEC_TYPE mc_f64
#define VEC_LANES MC_F64_LANES
