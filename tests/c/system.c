#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L /* fork, setenv, nanosleep */
#endif

#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

bool system_emulated(void) {
  const char *text = getenv("HARNESS_EMULATED");
  return text != NULL && *text != '\0';
}

#ifdef _WIN32

#include <process.h>
#include <windows.h>

void system_set(const char *name, const char *value) {
  _putenv_s(name, value == NULL ? "" : value);
}

/* Sleep() takes whole milliseconds; shorter pauses watch the clock. */
void system_pause(int64_t nanoseconds) {
  if (nanoseconds >= 300000) {
    Sleep((DWORD) ((nanoseconds + 999999) / 1000000));
    return;
  }
  LARGE_INTEGER frequency, start, now;
  QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&start);
  do
    QueryPerformanceCounter(&now);
  while ((double) (now.QuadPart - start.QuadPart) * 1e9 <
         (double) nanoseconds * (double) frequency.QuadPart);
}

double system_processor_time(void) {
  return (double) clock() / CLOCKS_PER_SEC; /* on Windows clock() is elapsed time */
}

system_end system_apart(int (*run)(void *context), void *context, const char *const *argv) {
  char path[4 * MAX_PATH];
  (void) run, (void) context;
  fflush(NULL);
  const DWORD length = GetModuleFileNameA(NULL, path, sizeof path);
  if (length == 0 || length == sizeof path)
    return (system_end){-1, true};
  const int64_t status = (uint32_t) _spawnv(_P_WAIT, path, argv);
  return (system_end){status, status > 0xffff};
}

void system_begin(void) {
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
}

#else

#include <sys/times.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

void system_set(const char *name, const char *value) {
  if (value == NULL)
    unsetenv(name);
  else
    setenv(name, value, 1);
}

void system_pause(int64_t nanoseconds) {
  nanosleep(&(struct timespec){.tv_sec = (time_t) (nanoseconds / 1000000000),
                               .tv_nsec = (int32_t) (nanoseconds % 1000000000)},
            NULL);
}

double system_processor_time(void) {
  struct tms t;
  times(&t);
  return (double) (t.tms_utime + t.tms_stime + t.tms_cutime + t.tms_cstime) /
         (double) sysconf(_SC_CLK_TCK);
}

system_end system_apart(int (*run)(void *context), void *context, const char *const *argv) {
  (void) argv;
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    const char *limit = getenv("HARNESS_SECONDS");
    if (limit != NULL)
      alarm((unsigned) atoi(limit));
    exit(run(context));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror("fork");
    return (system_end){-1, true};
  }
  return WIFSIGNALED(status) ? (system_end){WTERMSIG(status), true}
                             : (system_end){WEXITSTATUS(status), false};
}

void system_begin(void) {
}

#endif
