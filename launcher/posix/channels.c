/* Checks the caller's channels of the verdict before the login. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launcher.h"

/* Splits a path into its folder, links resolved, and the name there. */
static char *split(const char *path, const char **name) {
  const char *slash = strrchr(path, '/');
  Text above = {0};
  if (slash == NULL) {
    append_text(&above, ".");
    *name = path;
  } else {
    append_units(&above, path, (size_t)(slash - path) + 1);
    *name = slash + 1;
  }
  char *whole = realpath(above.units, NULL);
  struct stat found;
  if (whole == NULL || stat(whole, &found) != 0 || !S_ISDIR(found.st_mode)) {
    refuse_usage("--status-file: the folder %s does not exist", above.units);
  }
  return whole;
}

static _Noreturn void refuse_unmade(const char *folder, int error) {
  const char *cause = strerror(error);
  if (error == EMFILE || error == ENFILE) refuse_internal("--status-file: %s", cause);
  refuse_usage("--status-file: nothing can be written in %s: %s", folder, cause);
}

static void check_file(const char *path) {
  struct stat found;
  const char *name = NULL;
  const char *whole = split(path, &name);
  if (*name == 0 || (stat(path, &found) == 0 && !S_ISREG(found.st_mode))) {
    refuse_usage("--status-file: %s is not a file", path);
  }
  const char *open_to_others = folder_of_others(whole);
  if (open_to_others != NULL) {
    refuse_usage("--status-file: another account can change the folder %s: name a folder of your own", open_to_others);
  }
  switch (prepare_status_file(whole, name)) {
    case STATUS_FILE_READY:
      return;
    case STATUS_FILE_NOT_REMOVABLE:
      refuse_usage("--status-file: nothing can be replaced in %s, where files are only added", whole);
    case STATUS_FILE_NOT_MADE:
      refuse_unmade(whole, errno);
    case STATUS_FILE_WITHOUT_ROOM:
      refuse_usage("--status-file: there is no room for the verdict in %s", whole);
    case STATUS_FILE_NOT_REPLACED:
      refuse_usage("--status-file: %s cannot be replaced", path);
  }
}

/* Whether a file, at the place where the next byte goes, has room within the limit of its size and on its disk. */
static bool has_room_behind(int number, int flags, size_t length) {
  struct stat found;
  struct rlimit limit;
  if (fstat(number, &found) != 0 || !S_ISREG(found.st_mode)) return true;
  const off_t offset = (flags & O_APPEND) != 0 ? found.st_size : lseek(number, 0, SEEK_CUR);
  if (offset < 0 || getrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
  if (limit.rlim_cur != RLIM_INFINITY && (rlim_t)offset + length > limit.rlim_cur) return false;
  return reserve_room(number, offset, length);
}

/* Ends where a descriptor cannot be written to, as far as that shows without a byte. `length`: of all that comes. */
static void check_descriptor(const char *option, int number, size_t length) {
  struct pollfd one = {number, POLLOUT, 0};
  const int flags = fcntl(number, F_GETFL);
  if (flags < 0) refuse_usage("%s: descriptor %u is not open", option, (unsigned)number);
  if (!is_for_writing(flags)) refuse_usage("%s: descriptor %u is not open for writing", option, (unsigned)number);
  if (poll(&one, 1, 0) == 1 && (one.revents & (POLLERR | POLLHUP)) != 0) {
    refuse_internal("%s: descriptor %u has no reader: the verdict could not be written", option, (unsigned)number);
  }
  if (!has_room_behind(number, flags, length)) {
    refuse_usage("%s: there is no room for the verdict in the file of descriptor %u", option, (unsigned)number);
  }
}

void check_channels(const Launch *launch) {
  const Options *options = &launch->options;
  const bool prints = options->mode == MODE_CHECK && options->wants_json;
  /* Both may be the same file. */
  const size_t length = prints && options->status_descriptor != 0 ? 2 * LONGEST_PUBLIC_LINE : LONGEST_PUBLIC_LINE;
  if (prints) check_descriptor("--json", STDOUT_FILENO, length);
  if (options->status_descriptor != 0) {
    check_descriptor("--status-fd", (int)options->status_descriptor, length);
    use_status_descriptor((int)options->status_descriptor);
  }
  if (options->status_file.length > 0) check_file(options->status_file.units);
}
