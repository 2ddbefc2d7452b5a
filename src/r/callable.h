#ifndef MC_FFI_CALLABLE_H
#define MC_FFI_CALLABLE_H

/* Registers the routines of inst/include/manycore.h; to be called once at load. */
void ffi_callable_load(void);

#endif
