/* For targets whose tropical vectors are the vectors of f64.h and f32.h. */
#define MC_TROPICAL_F64(operation) mc_f64_##operation
#define MC_TROPICAL_F64_TYPE mc_f64
#define MC_TROPICAL_F64_LANES MC_F64_LANES
#define MC_TROPICAL_F64_STEP mc_f64_step
#define MC_TROPICAL_F32(operation) mc_f32_##operation
#define MC_TROPICAL_F32_TYPE mc_f32
#define MC_TROPICAL_F32_LANES MC_F32_LANES
#define MC_TROPICAL_F32_STEP mc_f32_step
