/* Behind a body: its parameters (for_f64.h) are undefined. */
#undef TYPE
#undef GREATEST
#undef FUSED
#undef FN
#undef PART
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
