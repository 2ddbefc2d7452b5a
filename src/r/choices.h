#ifndef MC_CHOICES_H
#define MC_CHOICES_H

/* The names that users may choose from, in the order of C's numbers. */
extern const char *const ffi_kendall_names[],
  *const ffi_distance_names[], *const ffi_dynprog_names[], *const ffi_layout_names[],
                                                             *const ffi_paths_names[],
                                                               *const ffi_sort_names[];

#endif
