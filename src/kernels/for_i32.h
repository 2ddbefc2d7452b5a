/* Parameters of a kernel's body: 32-bit integers (for_f64.h). */
#define TYPE int32_t
#define GREATEST INT32_MAX
#define FUSED 0
#define FN(name) MC_FN(name##_i32)
#define PART(name) name##_i32
#define VEC(operation) mc_i32_##operation
#define VEC_TYPE mc_i32
#define VEC_LANES MC_I32_LANES
