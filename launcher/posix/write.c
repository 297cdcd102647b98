/* Writes to a channel of the caller, whose reader may never read. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "facts.h"

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
