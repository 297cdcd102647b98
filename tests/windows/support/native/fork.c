/*
 * Preloaded into Wine's processes. Wine 8 ends threads by SIGQUIT: in fork, a thread then leaves malloc locked, and its
 * process never ends (about one of 100 `keys status`, while Chromium starts its GPU process). Here the signal waits.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

pid_t fork(void) {
  pid_t (*fork_of_libc)(void) = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");
  sigset_t ends, before;
  sigemptyset(&ends);
  sigaddset(&ends, SIGQUIT);
  pthread_sigmask(SIG_BLOCK, &ends, &before);
  pid_t child = fork_of_libc();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return child;
}
