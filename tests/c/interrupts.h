#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include "check.h"
#include "dispatch/call.h"

/* A call that may be interrupted. solve() makes the call from the start, whatever an earlier call
   left, and checks what must hold for every outcome. */
typedef struct {
  mc_status (*solve)(void *context, const mc_call *call);
  void *context;
  int threads;
  double pass;  /* seconds of a pass, for the monitor */
  int64_t thin; /* 0: the call is stopped at every poll. 1, 2 or 3, for calls with many polls: after
                   the first dozen only at every third poll; three calls together stop at all */
} interruptible;

/* Repeats the call, with a new arena each time: it is stopped at its first poll, then at its
   second, ..., until it ends by itself with MC_OK. A stopped call must end at the very poll that
   stops it, with MC_INTERRUPTED. Returns the log of the last call. Notes are the caller's note and
   the number of the poll. */
check_polls check_interrupts(interruptible of);

#endif
