/* The Electron of a checkout, or its Node where there is no display, as scripts/gatehouse prepares it. In no package. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refuse.h"

/* The words before the caller's. All are given; an empty one is not there. The first is `electron` or `node`. */
enum { KIND, PROGRAM, APPLICATION, PLATFORM, AUTHORITY, ROOM, PLACE_WORDS };

static char **given;
/* The folder of this start. */
static const char *room = "";

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
  place->is_node = strcmp(given[KIND], "node") == 0;
  place->program = given[PROGRAM];
  if (*given[APPLICATION] != 0) place->application = given[APPLICATION];
  if (*given[PLATFORM] != 0) place->platform = given[PLATFORM];
  room = given[ROOM];
}

const char *const *place_variables(void) {
  static const char *variables[2];
  static Text authority;
  size_t count = 0;
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

void leave_place(void) {
  if (*room != 0) remove_room();
  room = "";
}
