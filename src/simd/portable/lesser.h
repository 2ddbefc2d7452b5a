/* The lesser and the greater of two vectors, lane by lane, for sorting:

     mc_i32_lesser(a, b), mc_i32_greater(a, b)
     mc_i64_lesser(a, b), mc_i64_greater(a, b)
     mc_f64_lesser(a, b), mc_f64_greater(a, b)
                                     no lane may be NaN; of -0 and 0 each word may give either

   Here, and on targets with one instruction each for minimum and maximum, these are the minimum
   and maximum of i32.h and f64.h. */

#define mc_i32_lesser mc_i32_min
#define mc_i32_greater mc_i32_max
#define mc_i64_lesser mc_i64_min
#define mc_i64_greater mc_i64_max
#define mc_f64_lesser mc_f64_min
#define mc_f64_greater mc_f64_max
