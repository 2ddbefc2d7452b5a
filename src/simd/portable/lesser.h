/* Two vectors put in order, lane by lane, for sorting:

     mc_i32_lesser(a, b), mc_i32_greater(a, b)
     mc_i64_lesser(a, b), mc_i64_greater(a, b)
     mc_f64_lesser(a, b), mc_f64_greater(a, b)
                                     of numbers that are not NaN; of -0 and 0 either one, or one
                                     of them twice

   Here, and where minimum and maximum are one instruction each, these are minimum and maximum as
   i32.h and f64.h have them. */

#define mc_i32_lesser mc_i32_min
#define mc_i32_greater mc_i32_max
#define mc_i64_lesser mc_i64_min
#define mc_i64_greater mc_i64_max
#define mc_f64_lesser mc_f64_min
#define mc_f64_greater mc_f64_max
