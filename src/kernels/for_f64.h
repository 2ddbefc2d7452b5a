/* Parameters of a kernel's body: doubles.

   A body is a file *_body.h that is written once for several types of numbers. It is
   included behind one of for_f64.h, for_f64_fused.h, for_f32.h, for_i32.h and for_i64.h
   (for_tropical_f64.h, for_tropical_f32.h), and includes for_none.h at its end.

     TYPE             of a number
     GREATEST         no number is above it
     FUSED            1 where a product and the sum that it goes into are mc_T_fma(),
                      0 where they are rounded apart
     FN(name)         a kernel, by its name for this target and type
     PART(name)       what kernels are made of, by its name for this type
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
