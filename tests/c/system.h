#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/* The operating system, POSIX or Windows, as tests need it. */

/* Does a user-mode emulator run this program (HARNESS_EMULATED is set)? Then limits of memory and
   signals hold for the emulator, and the emulator shows the processor of another machine. */
bool system_emulated(void);

void system_set(const char *name,
                const char *value); /* sets an environment variable; NULL: removes it */
void system_pause(int64_t nanoseconds);
double system_processor_time(void); /* seconds of this process and of its ended children */

/* How a child ended: with a status, or `killed` by a signal or an exception, or not started. */
typedef struct {
  int64_t status;
  bool killed;
} system_end;

/* Runs run(context) in a child process; its result is the child's status. A signal ends the child
   after HARNESS_SECONDS (from the environment). Without fork() the child is this program with the
   arguments `argv`, which end with NULL and contain no blanks, and the child has no limit of
   time. */
system_end system_apart(int (*run)(void *context), void *context, const char *const *argv);

/* Makes errors end the process without a window that asks the user. */
void system_begin(void);

#endif
