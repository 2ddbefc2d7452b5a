#include "dynprog/recurse.h"

#include "kernels/dynprog/types.h"

mc_status mc_dynprog_recurse(const mc_tropical_function *functions, void *work, int64_t rows,
                             int64_t columns, double weight, int threads, double poll_every,
                             const mc_call *call) {
  const mc_tropical_recursion r = {
    .functions = functions,
    .context = work,
    .monitor = call->monitor,
    .weight = weight,
    .threads = threads,
    .region = mc_tropical_recursion_region(MC_DYNPROG_SIDE, threads, poll_every)};
  const mc_tropical_range i = {0, rows}, j = {0, columns};
  return mc_tropical_recurse(&r, &(mc_tropical_call){0, i, j, i});
}
