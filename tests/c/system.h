#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/* What tests ask of the operating system, POSIX or Windows. */

/* A user-mode emulator runs this program (the environment has HARNESS_EMULATED): limits of memory
   and signals are those of the emulator, and the processor that it shows is another machine's. */
bool system_emulated(void);

void system_set(const char *name, const char *value); /* in the environment; NULL: not there */
void system_pause(int64_t nanoseconds);
double system_processor_time(void); /* seconds of this process and of children that ended */

/* How a child ended: the status that it gave, or (`killed`) a signal, an exception, no start. */
typedef struct {
  int64_t status;
  bool killed;
} system_end;

/* Runs `run(context)` in a child process whose status is the answer; a signal ends it after
   HARNESS_SECONDS of the environment. Where there is no fork() the child is this program with the
   arguments `argv`, which end with NULL and have no blanks, and nothing ends it. */
system_end system_apart(int (*run)(void *context), void *context, const char *const *argv);

/* Errors end the process, and no window asks the user about them. */
void system_begin(void);

#endif
