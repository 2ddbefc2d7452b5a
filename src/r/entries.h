#ifndef MC_FFI_ENTRIES_H
#define MC_FFI_ENTRIES_H

#include <Rinternals.h>

/* Every routine that R may call; entries.def repeats name and arity. */
SEXP ffi_choices(void);
SEXP ffi_cor_kendall(SEXP x, SEXP y, SEXP use, SEXP kernel, SEXP threads,
                     SEXP scratch, SEXP tick);
SEXP ffi_cov_kendall(SEXP x, SEXP y, SEXP use, SEXP kernel, SEXP threads,
                     SEXP scratch, SEXP tick);
SEXP ffi_dist_euclidean(SEXP x, SEXP y, SEXP squared, SEXP single, SEXP fused,
                        SEXP algorithm, SEXP layout, SEXP block, SEXP threads, SEXP tick);
SEXP ffi_floyd_warshall(SEXP w, SEXP paths, SEXP single, SEXP algorithm, SEXP block,
                        SEXP schedule, SEXP threads, SEXP steps, SEXP tick);
SEXP ffi_isa_choose(SEXP name);
SEXP ffi_kendall_algorithms(void);
SEXP ffi_order(SEXP keys, SEXP whole64, SEXP decreasing, SEXP missing, SEXP threads, SEXP tick);
SEXP ffi_rank(SEXP x, SEXP whole64, SEXP ties, SEXP missing, SEXP threads, SEXP tick);
SEXP ffi_search_paths(SEXP via, SEXP distance, SEXP weights, SEXP single, SEXP from, SEXP to);
SEXP ffi_shortest_path(SEXP via, SEXP distance, SEXP weights, SEXP single, SEXP wide, SEXP from,
                       SEXP to);
SEXP ffi_sort(SEXP x, SEXP whole64, SEXP decreasing, SEXP missing, SEXP method, SEXP cutoff,
              SEXP threads, SEXP tick);
SEXP ffi_system_info(void);
SEXP ffi_threads_explain(SEXP requested);
SEXP ffi_threads_init(SEXP forked);
SEXP ffi_threads_set(SEXP n);
SEXP ffi_unload(void);

#endif
