#include "kendall/work.h"

#include "kernels/kendall/types.h"

bool mc_kendall_ordered(mc_kendall_algorithm algorithm) {
  return algorithm == MC_KENDALL_RADIX || algorithm == MC_KENDALL_TABLE ||
         algorithm == MC_KENDALL_AUTO;
}

bool mc_kendall_shared(mc_kendall_algorithm algorithm, int64_t n, int64_t pairs) {
  return mc_kendall_ordered(algorithm) && n > MC_RANK16_NA && pairs == 1;
}
