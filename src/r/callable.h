#ifndef MC_FFI_CALLABLE_H
#define MC_FFI_CALLABLE_H

#include <R_ext/Rdynload.h>

/* void (*)(void) is the type through which any function pointer may be cast. */
#define MC_ROUTINE(f) ((DL_FUNC) (void (*)(void)) & (f))

/* Registers the routines of inst/include/manycore.h. To be called once, at load. */
void ffi_callable_load(void);

#endif
