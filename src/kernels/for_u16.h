/* Parameters of a kernel's body: unsigned 16-bit integers (for_f64.h). */
#define TYPE uint16_t
#define GREATEST UINT16_MAX
#define FUSED 0
#define FN(name) MC_FN(name##_u16)
#define PART(name) name##_u16
#define VEC(operation) mc_u16_##operation
#define VEC_TYPE mc_u16
#define VEC_LANES MC_U16_LANES
