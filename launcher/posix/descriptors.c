/* Descriptors: our own stand above those of the caller, and no program that we start inherits them. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "facts.h"

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
