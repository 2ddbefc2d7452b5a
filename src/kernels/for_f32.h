/* Parameters of a kernel's body: floats, with fused products and sums (for_f64.h). */
#define TYPE float
#define GREATEST ((float) INFINITY)
#define FUSED 1
#define FN(name) MC_FN(name##_f32)
#define PART(name) name##_f32
#define VEC(operation) mc_f32_##operation
#define VEC_TYPE mc_f32
#define VEC_LANES MC_F32_LANES
