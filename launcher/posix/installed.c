/* The Electron of a package: beside the folder of this program, or in an application of macOS. In a package for servers
 * there is none, and Node is beside this program. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refuse.h"

char **take_place_words(char **words) { return words[0] == NULL ? words : words + 1; }

const char *const *place_variables(void) {
  static const char *const NONE[] = {NULL};
  return NONE;
}

void leave_place(void) {}

static void cut_last_part(Text *path) {
  while (path->length > 0 && path->units[path->length - 1] != '/') path->length -= 1;
  if (path->length > 0) path->length -= 1;
  path->units[path->length] = 0;
}

static bool is_socket(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 && S_ISSOCK(found.st_mode);
}

static const char *value_of(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? "" : value;
}

/* Whether a server listens on a socket: a line of the kernel's list ends with its path. True where there is no list. */
static bool has_server(const char *path) {
  static char bytes[1 << 14];
  const size_t wanted = strlen(path);
  size_t kept = 0;
  bool is_found = false;
  const int list = open("/proc/net/unix", O_RDONLY | O_CLOEXEC);
  if (list < 0) return true;
  for (;;) {
    const ssize_t count = read(list, bytes + kept, sizeof bytes - kept);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    const size_t length = kept + (size_t)count;
    size_t start = 0;
    for (size_t index = 0; index < length; index += 1) {
      if (bytes[index] != '\n') continue;
      const size_t long_enough = start + wanted + 1;
      is_found = is_found || (index >= long_enough && bytes[index - wanted - 1] == ' ' &&
                              memcmp(bytes + index - wanted, path, wanted) == 0);
      start = index + 1;
    }
    /* A line that is longer than the buffer names no socket of a display. */
    kept = start == 0 && length == sizeof bytes ? 0 : length - start;
    memmove(bytes, bytes + start, kept);
  }
  close(list);
  return is_found;
}

/* The socket of `WAYLAND_DISPLAY`. */
static void read_wayland_socket(Text *socket) {
  const char *name = value_of("WAYLAND_DISPLAY");
  make_empty(socket);
  if (*name != 0 && *name != '/') {
    append_text(socket, value_of("XDG_RUNTIME_DIR"));
    append_unit(socket, '/');
  }
  append_text(socket, name);
}

/* The socket of a display of X on this computer: false where it is on another. */
static bool read_x_socket(const char *display, Text *socket) {
  const char *number = strchr(display, ':');
  if (number == NULL || (number != display && strncmp(display, "unix:", 5) != 0)) return false;
  const size_t length = strcspn(number + 1, ".");
  make_empty(socket);
  append_text(socket, "/tmp/.X11-unix/X");
  append_units(socket, number + 1, length);
  return true;
}

/* Names the display to open a window on. Left alone, Electron takes that of XDG_SESSION_TYPE, whether it answers or not.
 * An X server on this computer (XWayland is one) comes first: the tests run on X. main asks the same of the one that is
 * named (electron/electron-api/display.ts). */
static const char *choose_platform(void) {
  static const char X[] = "--ozone-platform=x11";
  static const char WAYLAND[] = "--ozone-platform=wayland";
  const char *display = value_of("DISPLAY");
  Text wayland = {0};
  Text x = {0};
  read_wayland_socket(&wayland);
  const bool has_wayland = is_socket(wayland.units);
  if (*display == 0) return has_wayland ? WAYLAND : NULL;
  /* A server elsewhere is not looked for. */
  if (!read_x_socket(display, &x)) return has_wayland ? WAYLAND : X;
  /* Beside Wayland a socket that a killed server left does not count. */
  if (is_socket(x.units) && (!has_wayland || has_server(x.units))) return X;
  return has_wayland ? WAYLAND : NULL;
}

/* Makes of our folder the program of the application that we are in; false where we are in none. */
static bool find_application(Text *folder) {
  static const char INSIDE[] = "/Contents/Resources/bin";
  static const char BELOW_CONTENTS[] = "/Resources/bin";
  const size_t inside = sizeof INSIDE - 1;
  if (!has_applications() || folder->length < inside) return false;
  if (strcmp(folder->units + folder->length - inside, INSIDE) != 0) return false;
  folder->length -= sizeof BELOW_CONTENTS - 1;
  folder->units[folder->length] = 0;
  append_text(folder, "/MacOS/Gatehouse");
  return true;
}

static bool is_there(const Text *path) {
  struct stat found;
  return stat(path->units, &found) == 0;
}

/* Makes of `bin` and its folder the Node of a package; false where there is none. */
static bool find_node(const Text *bin, const Text *folder, Place *place) {
  static Text node;
  static Text file;
  append_text(&node, bin->units);
  append_text(&node, "/node");
  append_text(&file, folder->units);
  append_text(&file, "/lib/terminal.cjs");
  if (!is_there(&node) || !is_there(&file)) return false;
  place->is_node = true;
  place->program = node.units;
  place->application = file.units;
  return true;
}

/* SECURITY: SEC-42 only the location of this program decides which Electron or Node runs, never the caller's input. */
void find_place(Place *place) {
  static Text program;
  static Text bin;
  static Text folder;
  if (!read_own_path(&program)) {
    say("the place of this program cannot be read");
    _exit(EXIT_INTERNAL);
  }
  cut_last_part(&program);
  if (find_application(&program)) {
    place->program = program.units;
    return;
  }
  append_text(&bin, program.units);
  cut_last_part(&program);
  append_text(&folder, program.units);
  append_text(&program, "/gatehouse");
  if (!is_there(&program) && find_node(&bin, &folder, place)) return;
  place->program = program.units;
  place->has_no_sandbox_for_root = true;
  place->platform = choose_platform();
}
