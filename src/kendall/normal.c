#include "kendall/normal.h"

#include <math.h>

/* For a standard normal Z, P(Z > z) = erfc(z / sqrt(2)) / 2. erfc() magnifies the rounding error
   of the quotient, so `rest` corrects for the error. */
double mc_kendall_normal_upper(double z) {
  const double root = 0x1.6a09e667f3bcdp-1, root_rest = -0x1.bdd3413b26456p-55; /* sqrt(1 / 2) */
  const double at = z * root, rest = fma(z, root, -at) + z * root_rest;
  return 0.5 * erfc(at) * (at > 1 ? 1 - 2 * at * rest : 1);
}
