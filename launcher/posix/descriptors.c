/* Descriptors: our own stand above those of the caller, and no program that we start inherits them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "launcher.h"

bool is_open(int number) { return fcntl(number, F_GETFD) >= 0; }

int own_descriptor(int number) {
  if (number < 0) return -1;
  if (number >= FIRST_OWN_DESCRIPTOR) {
    if (fcntl(number, F_SETFD, FD_CLOEXEC) == 0) return number;
    close(number);
    return -1;
  }
  const int own = fcntl(number, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
  const int error = errno;
  close(number);
  errno = error;
  return own;
}

Pipe make_pipe(void) {
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) refuse_internal("no pipe can be made: %s", strerror(errno));
  const Pipe made = {own_descriptor(ends[0]), own_descriptor(ends[1])};
  if (made.reading < 0 || made.writing < 0) refuse_internal("no pipe can be made: %s", strerror(errno));
  return made;
}

void set_non_blocking(int number) {
  const int flags = fcntl(number, F_GETFL);
  if (flags < 0 || fcntl(number, F_SETFL, flags | O_NONBLOCK) != 0) refuse_internal("a pipe cannot be used");
}

void close_own(int *number) {
  if (*number >= 0) close(*number);
  *number = -1;
}

bool open_nothing(int number) {
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || nothing == number) return nothing == number;
  const bool is_done = dup2(nothing, number) == number;
  close(nothing);
  return is_done;
}

/* Behind a signal, all channels together: -1 while none came. */
static int milliseconds_left(void) {
  enum { MILLISECONDS_BEHIND_SIGNAL = 5000 };
  static int64_t end;
  const int64_t now = now_milliseconds();
  if (signal_that_came() == 0) return -1;
  if (end == 0) end = now + MILLISECONDS_BEHIND_SIGNAL;
  return end > now ? (int)(end - now) : 0;
}

bool write_until_signal(int number, const char *bytes, size_t length) {
  const unsigned before = count_of_signals();
  while (length > 0) {
    const int left = milliseconds_left();
    struct pollfd any[2] = {{number, POLLOUT, 0}, {signal_descriptor(), POLLIN, 0}};
    if (count_of_signals() != before) return false;
    const int ready = poll(any, 2, left);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0 || (ready == 0 && left == 0)) return false;
    if (any[1].revents != 0) empty_signal_descriptor();
    if (any[0].revents == 0) continue;
    /* A pipe that can be written to takes this many bytes at once. */
    const ssize_t written = write(number, bytes, length < PIPE_BUF ? length : PIPE_BUF);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (written <= 0) continue;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}
