/* Gives the terminal back as it was, where a killed login could not. */
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "launcher.h"

static int terminal = -1;
static struct termios settings;
static bool is_saved;

void save_terminal(void) {
  terminal = own_descriptor(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NONBLOCK));
  is_saved = terminal >= 0 && tcgetattr(terminal, &settings) == 0;
  if (!is_saved) close_own(&terminal);
}

bool has_terminal(void) { return is_saved; }

void restore_terminal(void) {
  /* From the background it would stop us. */
  if (is_saved && tcgetpgrp(terminal) == getpgrp()) tcsetattr(terminal, TCSANOW, &settings);
}
