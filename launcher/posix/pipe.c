/* Makes pipes of our own. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "launcher.h"

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
