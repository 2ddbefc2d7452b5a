/* Undefines the parameters of a body (for_f64.h). */
#undef TYPE
#undef GREATEST
#undef FUSED
#undef FN
#undef PART
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
#undef VEC_STEP
