/* Passes standard input on, behind the line of the result, in a process that is not the command's child. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher.h"

enum { LINE = 3, TO = 4, CHUNK = 4096 };

static char bytes[LONGEST_VERDICT + 1];

/* How standard input is read without taking a byte. */
typedef enum { FROM_PIPE, FROM_FILE, FROM_SOCKET, FROM_OTHER } Source;

static Source source_of_input(void) {
  struct stat found;
  if (fstat(STDIN_FILENO, &found) != 0) return FROM_OTHER;
  if (S_ISFIFO(found.st_mode)) return FROM_PIPE;
  if (S_ISSOCK(found.st_mode)) return FROM_SOCKET;
  return S_ISREG(found.st_mode) ? FROM_FILE : FROM_OTHER;
}

static bool write_whole(const char *from, size_t length) {
  while (length > 0) {
    struct pollfd to = {TO, POLLOUT, 0};
    if (poll(&to, 1, -1) < 0 && errno != EINTR) return false;
    const ssize_t written = write(TO, from, length);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (written <= 0) continue;
    from += written;
    length -= (size_t)written;
  }
  return true;
}

/* Puts the next bytes into the pipe, and leaves them in the input. Returns how many; 0 at the end, -1 to try again. */
static ssize_t show_next(Source source) {
  ssize_t count = -1;
#ifdef __linux__
  if (source == FROM_PIPE) return tee(STDIN_FILENO, TO, CHUNK, SPLICE_F_NONBLOCK);
#endif
  if (source == FROM_FILE) count = pread(STDIN_FILENO, bytes, CHUNK, lseek(STDIN_FILENO, 0, SEEK_CUR));
  if (source == FROM_SOCKET) count = recv(STDIN_FILENO, bytes, CHUNK, MSG_PEEK);
  if (source == FROM_OTHER) count = read(STDIN_FILENO, bytes, CHUNK);
  return count > 0 && !write_whole(bytes, (size_t)count) ? 0 : count;
}

static bool take(Source source, size_t count) {
  if (source == FROM_OTHER) return true;
  if (source == FROM_FILE) return lseek(STDIN_FILENO, (off_t)count, SEEK_CUR) >= 0;
  while (count > 0) {
    const ssize_t taken = read(STDIN_FILENO, bytes, count);
    if (taken < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (taken <= 0) return false;
    count -= (size_t)taken;
  }
  return true;
}

/* Waits until the command has read everything. False if it has closed the pipe. */
static bool wait_for_reader(void) {
  struct pollfd to = {TO, POLLOUT, 0};
  while (poll(&to, 1, -1) < 0) {
    if (errno != EINTR) return false;
  }
  return (to.revents & POLLERR) == 0;
}

static bool wait_for_input(void) {
  struct pollfd both[2] = {{STDIN_FILENO, POLLIN, 0}, {TO, 0, 0}};
  while (poll(both, 2, -1) < 0) {
    if (errno != EINTR) return false;
  }
  return both[1].revents == 0;
}

/* `is_narrow`: the pipe can be written to only while it is empty. */
static void pass_input_on(bool is_narrow) {
  const Source source = is_narrow ? source_of_input() : FROM_OTHER;
  while (wait_for_reader() && wait_for_input()) {
    const ssize_t shown = show_next(source);
    if (shown == 0 || (shown < 0 && errno != EINTR && errno != EAGAIN)) return;
    if (shown < 0) continue;
    int left = 0;
    const bool is_read = source == FROM_OTHER || wait_for_reader();
    if (!is_read && ioctl(TO, FIONREAD, &left) != 0) left = 0;
    if (left < 0 || left > shown || !take(source, (size_t)(shown - left)) || !is_read) return;
  }
}

/* The line, once it has come whole; false if the launcher ended before. */
static bool read_line(size_t *length) {
  *length = 0;
  while (*length < sizeof bytes) {
    const ssize_t count = read(LINE, bytes + *length, sizeof bytes - *length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    *length += (size_t)count;
  }
  return *length > 0 && bytes[*length - 1] == '\n';
}

static _Noreturn void pass_on(int line, int to) {
  /* Those of the terminal are for the command. */
  static const int IGNORED[] = {SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE};
  sigset_t none;
  size_t length = 0;
  sigemptyset(&none);
  for (size_t index = 0; index < sizeof IGNORED / sizeof *IGNORED; index += 1) signal(IGNORED[index], SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
  /* Our own stand above these numbers. */
  if (dup2(line, LINE) != LINE || dup2(to, TO) != TO) _exit(EXIT_INTERNAL);
  close_from(TO + 1);
  if (!open_nothing(STDOUT_FILENO) || !open_nothing(STDERR_FILENO) || chdir("/") != 0) _exit(EXIT_INTERNAL);
  const bool is_narrow = narrow_pipe(TO);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (!read_line(&length)) _exit(EXIT_INTERNAL);
  close(LINE);
  if (write_whole(bytes, length)) pass_input_on(is_narrow);
  _exit(0);
}

bool start_passing_on(int line, int to) {
  int status = 0;
  const pid_t between = fork_quietly();
  if (between < 0) return false;
  if (between == 0) {
    const pid_t child = fork();
    if (child == 0) pass_on(line, to);
    _exit(child < 0 ? 1 : 0);
  }
  while (waitpid(between, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  errno = EAGAIN;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
