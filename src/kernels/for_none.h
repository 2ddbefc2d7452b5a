/* At the end of a body: undefines its parameters (for_f64.h). */
#undef TYPE
#undef GREATEST
#undef FUSED
#undef FN
#undef PART
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
