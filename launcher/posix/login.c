/* Runs Electron, or Node in its place, for the login: reads its verdict while it waits for its end and for signals. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher.h"

/* Electron's own numbers: shared/launch/launch-facts.ts. */
enum { VERDICT_DESCRIPTOR = 3, ALIVE_DESCRIPTOR = 4 };

enum {
  MILLISECONDS_BEHIND_LINE = 1000,
  MILLISECONDS_BETWEEN_SIGNALS = 1000,
  MILLISECONDS_BEHIND_SIGNAL = 5000,
  /* A process that not even KILL ends, as one that waits for a dead file server. */
  MILLISECONDS_BEHIND_KILL = 5000
};

/* So long beyond `--timeout` an approval may be under check: the longest request of the configuration
 * (`login.timeouts.requestSeconds`), what main adds to it, 60 for a key store that asks the person, 20 for a signer, and a
 * minute in which its code is loaded, because main counts from there. Five seconds more end it. Less in a program for
 * tests. */
#ifndef SECONDS_BEYOND_TIMEOUT
#define SECONDS_BEYOND_TIMEOUT (300 + 2 + 60 + 20 + 60 + 5)
#endif

static const int64_t NEVER = INT64_MAX;

static char bytes[LONGEST_VERDICT + 1];
static size_t length;
static bool is_pipe_open = true;

/* Takes what is in the pipe. One byte more than the longest verdict is kept: a longer one is then known as invalid. */
static void read_verdict(int pipe) {
  while (is_pipe_open && length < sizeof bytes) {
    const ssize_t count = read(pipe, bytes + length, sizeof bytes - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) is_pipe_open = false;
    if (count > 0) length += (size_t)count;
  }
  /* What comes behind is not read. */
  is_pipe_open = is_pipe_open && length < sizeof bytes;
}

/* It has said all that counts: a whole line, or more than any line has. */
static bool has_spoken(void) { return length == sizeof bytes || memchr(bytes, '\n', length) != NULL; }

/* The signal that the system sends to the login when we end, beside the end of its pipe: one that is deaf to both its pipe
 * and TERM must not live on. A login that asks at the terminal may have taken its echo, and restores it behind TERM. */
static int signal_of_our_end(const Launch *launch) {
  const bool asks_at_terminal = (launch->options.has_no_window || launch->place.is_node) && has_terminal();
  return asks_at_terminal && !was_ignored(SIGTERM) ? SIGTERM : SIGKILL;
}

/* In the child. */
static _Noreturn void become_login(const Launch *launch, pid_t parent, int verdict, int alive) {
  const bool reads = launch->options.reads_stdin && is_open(STDIN_FILENO);
  prepare_for_electron();
  if (!end_with_parent(parent, signal_of_our_end(launch))) _exit(EXIT_INTERNAL);
  /* A signal of a terminal that is hung up would end Chromium's helpers. */
  if (was_ignored(SIGHUP)) setsid();
  bool is_done = reads || open_nothing(STDIN_FILENO);
  /* Standard output is for the command or the verdict: messages go to standard error. */
  if (!is_open(STDERR_FILENO)) is_done = open_nothing(STDERR_FILENO) && is_done;
  is_done = dup2(STDERR_FILENO, STDOUT_FILENO) == STDOUT_FILENO && is_done;
  is_done = dup2(verdict, VERDICT_DESCRIPTOR) == VERDICT_DESCRIPTOR && is_done;
  is_done = dup2(alive, ALIVE_DESCRIPTOR) == ALIVE_DESCRIPTOR && is_done;
  /* SECURITY: SEC-31 the login has no descriptor of the caller and none of the result. */
  close_from(ALIVE_DESCRIPTOR + 1);
  if (is_done) exec_electron();
  _exit(EXIT_INTERNAL);
}

/* The times at which the login is ended. */
typedef struct {
  int64_t kill_at;
  int64_t signal_at;
  int64_t give_up_at;
  unsigned signals;
  /* Of `--timeout`: counted while we run, as a login that is stopped does not run either. NEVER without it. */
  int64_t left;
  int64_t looked_at;
} Times;

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }

static void look_at_clock(Times *times, Login *login) {
  enum { LONGEST_STEP = 2000 };
  const int64_t now = now_milliseconds();
  const int64_t step = now - times->looked_at;
  times->looked_at = now;
  if (times->left == NEVER) return;
  times->left -= step < LONGEST_STEP ? step : LONGEST_STEP;
  if (times->left > 0) return;
  login->was_overdue = true;
  times->kill_at = earlier(times->kill_at, now);
}

static void act(pid_t child, Times *times, Login *login) {
  look_at_clock(times, login);
  const int64_t now = times->looked_at;
  if (has_spoken()) times->kill_at = earlier(times->kill_at, now + MILLISECONDS_BEHIND_LINE);
  if (count_of_signals() != times->signals) {
    times->signals = count_of_signals();
    times->signal_at = now;
    times->kill_at = earlier(times->kill_at, now + MILLISECONDS_BEHIND_SIGNAL);
  }
  if (times->signal_at <= now) {
    times->signal_at = now + MILLISECONDS_BETWEEN_SIGNALS;
    kill(child, SIGTERM);
    /* A stopped login receives it only then. */
    kill(child, SIGCONT);
  }
  if (times->kill_at <= now) {
    times->kill_at = NEVER;
    times->give_up_at = earlier(times->give_up_at, now + MILLISECONDS_BEHIND_KILL);
    kill(child, SIGKILL);
  }
}

static int wait_at_most(const Times *times) {
  enum { LONGEST_WAIT = 1000 };
  int64_t next = earlier(earlier(times->kill_at, times->signal_at), times->give_up_at);
  if (next == NEVER && times->left == NEVER) return -1;
  const int64_t wait = next == NEVER ? LONGEST_WAIT : next - times->looked_at;
  if (wait <= 0) return 0;
  return times->left != NEVER && wait > LONGEST_WAIT ? LONGEST_WAIT : (int)earlier(wait, 60000);
}

static bool await(pid_t child, int pipe, const Launch *launch, Login *login) {
  const unsigned seconds = launch->options.timeout_seconds;
  Times times = {NEVER, NEVER, NEVER, 0, NEVER, now_milliseconds()};
  int status = 0;
  if (seconds > 0) times.left = ((int64_t)seconds + SECONDS_BEYOND_TIMEOUT) * 1000;
  for (;;) {
    empty_signal_descriptor();
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return false;
    read_verdict(pipe);
    act(child, &times, login);
    if (times.give_up_at <= times.looked_at) return false;
    struct pollfd any[2] = {{signal_descriptor(), POLLIN, 0}, {is_pipe_open ? pipe : -1, POLLIN, 0}};
    if (poll(any, 2, wait_at_most(&times)) < 0 && errno != EINTR) return false;
  }
  /* What it wrote before its end is in the pipe; another process may hold the other end. */
  read_verdict(pipe);
  /* It had no time to do so itself. */
  if (WIFSIGNALED(status)) restore_terminal();
  login->exit_code = WIFEXITED(status) ? (unsigned)WEXITSTATUS(status) : 128u + (unsigned)WTERMSIG(status);
  return true;
}

static const char *name_of(const Launch *launch, Found command) {
  if (launch->options.mode != MODE_GATE) return "none";
  if (command == COMMAND_RUNNABLE) return "runnable";
  return command == COMMAND_NOT_EXECUTABLE ? "not-executable" : "not-found";
}

void run_login(const Launch *launch, Found command, Login *login) {
  static char facts[128];
  Pipe verdict = make_pipe();
  Pipe alive = make_pipe();
  login->bytes = bytes;
  login->exit_code = EXIT_INTERNAL;
  set_non_blocking(verdict.reading);
  snprintf(facts, sizeof facts, "--gatehouse-launch=verdict:%d,command:%s,launcher:%d,hangup:%s",
           VERDICT_DESCRIPTOR, name_of(launch, command), 
           ALIVE_DESCRIPTOR, was_ignored(SIGHUP) ? "ignored" : "heeded");
  prepare_electron(launch, facts);
  login->was_cancelled = count_of_signals() > 0;
  if (login->was_cancelled) return;
  const pid_t own = getpid();
  const pid_t child = fork_quietly();
  if (child < 0) refuse_internal("no process can be started: %s", strerror(errno));
  if (child == 0) become_login(launch, own, verdict.writing, alive.reading);
  close_own(&verdict.writing);
  close_own(&alive.reading);
  const bool is_gone = await(child, verdict.reading, launch, login);
  login->was_cancelled = count_of_signals() > 0;
  login->length = length;
  close_own(&verdict.reading);
  close_own(&alive.writing);
  /* The first process of a system inherits Electron's helpers: the command is to have no child. */
  while (getpid() == 1 && waitpid(-1, NULL, WNOHANG) > 0) continue;
  if (!is_gone) {
    kill(child, SIGKILL);
    restore_terminal();
    refuse_internal("the login cannot be ended");
  }
}
