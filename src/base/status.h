#ifndef MC_STATUS_H
#define MC_STATUS_H

/* The result of a driver. The boundary turns every code but MC_OK into an R condition; no code
   below the boundary prints, warns or jumps. */
typedef enum {
  MC_OK = 0,
  MC_INTERRUPTED,     /* the monitor's poll asked to stop */
  MC_ERR_MEMORY,      /* the arena could not allocate */
  MC_ERR_SIZE,        /* a size is too large for the algorithm's indices */
  MC_ERR_ARGUMENT,    /* an argument that the boundary should have refused */
  MC_ERR_MISSING,     /* NA in data that must not have NA */
  MC_ERR_NO_COMPLETE, /* every row has an NA */
  MC_ERR_CYCLE        /* a cycle of negative length */
} mc_status;

/* If `expr` is not MC_OK, the calling function returns it. Nothing has to be released, because the
   arena owns all memory. */
#define MC_TRY(expr)                 \
  do {                               \
    const mc_status tried_ = (expr); \
    if (tried_ != MC_OK)             \
      return tried_;                 \
  } while (0)

#endif
