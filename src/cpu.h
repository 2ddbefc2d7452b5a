#ifndef MC_CPU_H
#define MC_CPU_H

#include <stdbool.h>

/* Can this processor, under this operating system, run code of the path?
   One function a path of isa/isas.def; each asks for exactly the features in
   the path's target string (isa/targets.h). */
bool mc_cpu_runs_portable(void);
bool mc_cpu_runs_avx2(void);
bool mc_cpu_runs_avx512(void);
bool mc_cpu_runs_avx512icl(void);
bool mc_cpu_runs_knc(void);

#endif
