/* The Electron of a checkout, as scripts/gatehouse prepares it. In no package. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refuse.h"

/* The words before the caller's. All are given; an empty one is not there. */
enum { ELECTRON, APPLICATION, PLATFORM, DISPLAY_NUMBER, AUTHORITY, ROOM, SERVER, PLACE_WORDS };

static char **given;
/* The folder of this start, and the display server in it. */
static const char *room = "";
static pid_t server;

char **take_place_words(char **words) {
  for (size_t index = 0; index <= PLACE_WORDS; index += 1) {
    if (words[index] != NULL) continue;
    say("this program is started by scripts/gatehouse");
    _exit(EXIT_USAGE);
  }
  given = words + 1;
  return given + PLACE_WORDS;
}

void find_place(Place *place) {
  place->program = given[ELECTRON];
  if (*given[APPLICATION] != 0) place->application = given[APPLICATION];
  if (*given[PLATFORM] != 0) place->platform = given[PLATFORM];
  place->is_display_virtual = *given[DISPLAY_NUMBER] != 0;
  room = given[ROOM];
  server = (pid_t)atoi(given[SERVER]);
}

const char *const *place_variables(void) {
  static const char *variables[5];
  static Text display;
  static Text authority;
  size_t count = 0;
  if (*given[DISPLAY_NUMBER] != 0) {
    append_text(&display, "DISPLAY=:");
    append_text(&display, given[DISPLAY_NUMBER]);
    variables[count++] = display.units;
    /* Off the person's desktop, where that is on Wayland. */
    variables[count++] = "WAYLAND_DISPLAY=";
    variables[count++] = "XDG_SESSION_TYPE=x11";
  }
  if (*given[AUTHORITY] != 0) {
    append_text(&authority, "XAUTHORITY=");
    append_text(&authority, given[AUTHORITY]);
    variables[count++] = authority.units;
  }
  return variables;
}

/* By a process that is not a child of the command, which does not wait for it. */
static void remove_room(void) {
  extern char **environ;
  const pid_t between = fork_quietly();
  if (between == 0) {
    if (fork() == 0) {
      prepare_for_electron();
      close_from(STDERR_FILENO + 1);
      if (!open_nothing(STDIN_FILENO) || !open_nothing(STDOUT_FILENO) || !open_nothing(STDERR_FILENO)) _exit(1);
      execle("/bin/rm", "rm", "-rf", "--", room, (char *)NULL, environ);
    }
    _exit(0);
  }
  while (between > 0 && waitpid(between, NULL, 0) < 0 && errno == EINTR) continue;
}

/* By force where it does not heed TERM. */
static void end_server(void) {
  enum { MILLISECONDS_BEHIND_SIGNAL = 2000, MILLISECONDS_BETWEEN_LOOKS = 20 };
  const int64_t kill_at = now_milliseconds() + MILLISECONDS_BEHIND_SIGNAL;
  const int64_t give_up_at = kill_at + MILLISECONDS_BEHIND_SIGNAL;
  kill(server, SIGTERM);
  for (;;) {
    const pid_t ended = waitpid(server, NULL, WNOHANG);
    const int64_t now = now_milliseconds();
    if (ended == server || (ended < 0 && errno != EINTR) || now >= give_up_at) return;
    if (now >= kill_at) kill(server, SIGKILL);
    struct pollfd woken = {signal_descriptor(), POLLIN, 0};
    poll(&woken, 1, MILLISECONDS_BETWEEN_LOOKS);
    if (woken.revents != 0) empty_signal_descriptor();
  }
}

void leave_place(void) {
  if (server > 0) end_server();
  server = 0;
  if (*room != 0) remove_room();
  room = "";
}
