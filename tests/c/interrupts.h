#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include "check.h"
#include "dispatch/call.h"

/* A call that somebody may stop: solve() does it, from the start, whatever the last one left, and
   checks what there is to check of any outcome. */
typedef struct {
  mc_status (*solve)(void *context, const mc_call *call);
  void *context;
  int threads;
  double pass;  /* the monitor's */
  int64_t thin; /* 0; of calls with many polls 1, 2 or 3: after the first dozen at every third
                   poll, so that three calls between them are stopped at all */
} interruptible;

/* Stops it at its first poll, the second, ..., until it ends by itself, with MC_OK; before, it
   shall end at the very poll that says so, with MC_INTERRUPTED. Each time the arena is a new one.
   Answers the log of the last call. Notes are the caller's, and the poll. */
check_polls check_interrupts(interruptible of);

#endif
