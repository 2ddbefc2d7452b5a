/* Helpers as POSIX threads. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#endif

#include "base/helpers.h"

#include <pthread.h>
#include <stddef.h>
#ifndef _WIN32
#include <signal.h>
#endif

static pthread_t thread[MC_MOST_HELPERS];
static mc_helper run_helper;

static void *run_one(void *number) {
  run_helper((int) (intptr_t) number);
  return NULL;
}

int mc_helpers_possible(int there, int more) {
  (void) there;
  return more; /* mc_helpers_start() will find out */
}

bool mc_helpers_together(void) {
  return false;
}

int mc_helpers_start(int there, int wanted, mc_helper run) {
  if (there == 0) /* later, running helpers read it */
    run_helper = run;
#ifndef _WIN32
  sigset_t all, own;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &own);
#endif
  pthread_attr_t attributes;
  size_t stack = 0;
  pthread_attr_init(&attributes);
  pthread_attr_getstacksize(&attributes, &stack);
  if (stack < MC_LEAST_STACK)
    pthread_attr_setstacksize(&attributes, MC_LEAST_STACK);
  while (there < wanted &&
         pthread_create(&thread[there], &attributes, run_one, (void *) (intptr_t) there) == 0)
    there++;
  pthread_attr_destroy(&attributes);
#ifndef _WIN32
  pthread_sigmask(SIG_SETMASK, &own, NULL);
#endif
  return there;
}

void mc_helpers_end(int there) {
  for (int i = 0; i < there; i++)
    pthread_join(thread[i], NULL);
}

bool mc_helpers_bound(void) {
  return false;
}

int64_t mc_helpers_spin(int64_t usual) {
  return usual;
}

int mc_helpers_processors(int own) {
  return own;
}

const char *mc_helpers_kind(void) {
  return "posix";
}

const char *mc_helpers_runtime(void) {
  return "";
}
