/* The lesser and the greater of two vectors, lane by lane, for sorting:

     mc_i32_lesser(a, b), mc_i32_greater(a, b, lesser)
     mc_i64_lesser(a, b), mc_i64_greater(a, b, lesser)
     mc_f64_lesser(a, b), mc_f64_greater(a, b, lesser)
                                     no lane may be NaN; of -0 and 0 each word may give either;
                                     `lesser` is mc_T_lesser(a, b)

   Here, and on targets with one instruction each for minimum and maximum, these are the minimum
   and maximum of i32.h and f64.h. */

#define mc_i32_lesser mc_i32_min
#define mc_i32_greater(a, b, lesser) mc_i32_max(a, b)
#define mc_i64_lesser mc_i64_min
#define mc_i64_greater(a, b, lesser) mc_i64_max(a, b)
#define mc_f64_lesser mc_f64_min
#define mc_f64_greater(a, b, lesser) mc_f64_max(a, b)
