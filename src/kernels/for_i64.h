/* Parameters of a kernel's body: 64-bit integers (for_f64.h). */
#define TYPE int64_t
#define GREATEST INT64_MAX
#define FUSED 0
#define FN(name) MC_FN(name##_i64)
#define PART(name) name##_i64
#define VEC(operation) mc_i64_##operation
#define VEC_TYPE mc_i64
#define VEC_LANES MC_I64_LANES
