#ifndef MC_STATUS_H
#define MC_STATUS_H

/* What a driver returns. The boundary turns every code but MC_OK into an R
   condition; nothing below the boundary prints, warns or jumps. */
typedef enum {
  MC_OK = 0,
  MC_INTERRUPTED,     /* the monitor's poll asked to stop */
  MC_ERR_MEMORY,      /* the arena could not allocate */
  MC_ERR_SIZE,        /* a size is beyond what the algorithm can index */
  MC_ERR_ARGUMENT,    /* an argument that the boundary should have refused */
  MC_ERR_MISSING,     /* NA in the data where none is allowed */
  MC_ERR_NO_COMPLETE, /* no row without NA is left */
  MC_ERR_CYCLE        /* a cycle of negative length */
} mc_status;

/* Returns from the calling function, as `expr` did, unless that is MC_OK. Nothing has to be
   released then: memory is the arena's. */
#define MC_TRY(expr)                 \
  do {                               \
    const mc_status tried_ = (expr); \
    if (tried_ != MC_OK)             \
      return tried_;                 \
  } while (0)

#endif
