/* What the caller gave to this process: dispositions of signals, the mask, limits. */
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "facts.h"

/* The signals whose dispositions we change. */
static const int CHANGED[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGPIPE, SIGXFSZ};
enum { CHANGED_COUNT = sizeof CHANGED / sizeof *CHANGED };

static struct sigaction given[CHANGED_COUNT];
static sigset_t given_mask;
static struct rlimit given_descriptors;

/* Chromium raises its own limit to this one. */
static const rlim_t WANTED_DESCRIPTORS = 8192;

void note_start_state(void) {
  bool is_noted = sigprocmask(SIG_SETMASK, NULL, &given_mask) == 0 && getrlimit(RLIMIT_NOFILE, &given_descriptors) == 0;
  for (size_t index = 0; index < CHANGED_COUNT; index += 1) {
    is_noted = sigaction(CHANGED[index], NULL, &given[index]) == 0 && is_noted;
  }
  if (!is_noted) _exit(EXIT_INTERNAL);
}

bool was_ignored(int signal) {
  for (size_t index = 0; index < CHANGED_COUNT; index += 1) {
    if (CHANGED[index] == signal) return given[index].sa_handler == SIG_IGN;
  }
  return false;
}

unsigned long raise_descriptor_limit(void) {
  struct rlimit limit = given_descriptors;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < WANTED_DESCRIPTORS) {
    limit.rlim_cur = limit.rlim_max < WANTED_DESCRIPTORS ? limit.rlim_max : WANTED_DESCRIPTORS;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = given_descriptors.rlim_cur;
  }
  return limit.rlim_cur > WANTED_DESCRIPTORS ? (unsigned long)WANTED_DESCRIPTORS : (unsigned long)limit.rlim_cur;
}

static bool restore_dispositions(void) {
  bool is_restored = true;
  for (size_t index = 0; index < CHANGED_COUNT; index += 1) {
    is_restored = sigaction(CHANGED[index], &given[index], NULL) == 0 && is_restored;
  }
  return is_restored;
}

void prepare_for_electron(void) {
  sigset_t none;
  struct rlimit core;
  restore_dispositions();
  /* Node waits for its own children. */
  signal(SIGCHLD, SIG_DFL);
  /* SECURITY: SEC-42 a crash writes no memory to the disk. */
  if (getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &core);
  }
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int restore_start_state(int came) {
  if (!restore_dispositions() || setrlimit(RLIMIT_NOFILE, &given_descriptors) != 0) return EXIT_INTERNAL;
  /* A signal that came behind the verdict was for the command, which it would have ended. */
  if (came != 0 && raise(came) != 0) return EXIT_INTERNAL;
  if (sigprocmask(SIG_SETMASK, &given_mask, NULL) != 0) return EXIT_INTERNAL;
  /* The first process of a system is not ended by its own signal. */
  return came != 0 && sigismember(&given_mask, came) == 0 ? 128 + came : 0;
}
