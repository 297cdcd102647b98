/* The signals that end a login, and the end of a child, as bytes of a pipe that can be waited for. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "facts.h"

static const int HEEDED[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static Pipe wake = {-1, -1};
static volatile sig_atomic_t came;
static volatile sig_atomic_t count;

static void on_signal(int signal) {
  const int error = errno;
  if (signal != SIGCHLD) {
    came = signal;
    count += 1;
  }
  /* Where the pipe is full, it can be read already. */
  const ssize_t written = write(wake.writing, "", 1);
  (void)written;
  errno = error;
}

static bool handle(int signal, void (*handler)(int)) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  /* A write that waits for its reader ends with the signal: no SA_RESTART. */
  action.sa_flags = signal == SIGCHLD ? SA_NOCLDSTOP | SA_RESTART : 0;
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, NULL) == 0;
}

bool heed_signals(Pipe pipe) {
  sigset_t child;
  wake = pipe;
  bool is_done = handle(SIGCHLD, on_signal) && handle(SIGPIPE, SIG_IGN) && handle(SIGXFSZ, SIG_IGN);
  for (size_t index = 0; index < sizeof HEEDED / sizeof *HEEDED; index += 1) {
    if (!was_ignored(HEEDED[index])) is_done = handle(HEEDED[index], on_signal) && is_done;
  }
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  return is_done && sigprocmask(SIG_UNBLOCK, &child, NULL) == 0;
}

int signal_descriptor(void) { return wake.reading; }

void empty_signal_descriptor(void) {
  char bytes[64];
  while (read(wake.reading, bytes, sizeof bytes) > 0) continue;
}

int signal_that_came(void) { return (int)came; }

unsigned count_of_signals(void) { return (unsigned)count; }

bool block_signals(void) {
  sigset_t all;
  sigemptyset(&all);
  for (size_t index = 0; index < sizeof HEEDED / sizeof *HEEDED; index += 1) sigaddset(&all, HEEDED[index]);
  return sigprocmask(SIG_BLOCK, &all, NULL) == 0;
}

pid_t fork_quietly(void) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  if (sigprocmask(SIG_SETMASK, &all, &before) != 0) return -1;
  const pid_t child = fork();
  const int error = errno;
  /* A child gets its own mask from the caller of this function, behind its own dispositions. */
  if (child != 0 && sigprocmask(SIG_SETMASK, &before, NULL) != 0) _exit(EXIT_INTERNAL);
  errno = error;
  return child;
}
