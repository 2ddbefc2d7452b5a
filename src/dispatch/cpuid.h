#ifndef MC_CPUID_H
#define MC_CPUID_H

#include <stdbool.h>

/* Can this processor, under this operating system, run code for these features? `features` is a
   target's MC_FEATURES, words separated by commas. A word that cpuid.c does not know: no. */
bool mc_cpu_has(const char *features);

/* Is the processor one of Intel? */
bool mc_cpu_is_intel(void);

#endif
