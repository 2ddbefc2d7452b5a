/* Parameters of a kernel's body: doubles.

   A body is a file *_body.h that is written once for several types of numbers. The file that
   includes a body first includes one of the for_<type>.h, such as this one. At the end
   of the body, or after the last body of the type, for_none.h undefines the parameters.

     TYPE             the type of a number
     GREATEST         the greatest number of the type
     FUSED            1: a product and its sum are fused, mc_T_fma(); 0: they are rounded apart
     FN(name)         the name of a kernel for this target and type
     PART(name)       the name of a helper of kernels for this type
     VEC(operation)   a word of the vocabulary for vectors of this type
     VEC_TYPE, VEC_LANES */
#define TYPE double
#define GREATEST ((double) INFINITY)
#define FUSED 0
#define FN(name) MC_FN(name##_f64)
#define PART(name) name##_f64
#define VEC(operation) mc_f64_##operation
#define VEC_TYPE mc_f64
#define VEC_LANES MC_F64_LANES
