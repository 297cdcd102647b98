/* Writes the verdict to the caller's channels: once, complete, and before any other action. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launcher.h"

static int channel = -1;
/* Of the status file: the file that is written, its folder, and its name there. */
static int draft = -1;
static int folder = -1;
static const char *name;
/* The name of the draft in the folder, chosen before the login, and whether it stands there. */
static char draft_name[32];
static bool is_named;

int status_descriptor(void) { return channel; }

void drop_status(void) {
  if (is_named) unlinkat(folder, draft_name, 0);
  is_named = false;
}

/* A name that no other account can foresee. */
static bool choose_draft_name(void) {
  uint64_t number = 0;
  const int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (source < 0) return false;
  const bool is_read = read(source, &number, sizeof number) == (ssize_t)sizeof number;
  close(source);
  if (is_read) snprintf(draft_name, sizeof draft_name, ".gatehouse.%016llx", (unsigned long long)number);
  return is_read;
}

static bool make_named_draft(void) {
  draft = own_descriptor(openat(folder, draft_name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600));
  is_named = draft >= 0;
  return is_named;
}

/* Whether a file without a name can be made and get one: some file systems do only the former. */
static bool can_be_named(void) {
  int file = make_nameless_file_in(folder);
  is_named = file >= 0 && name_file(file, folder, draft_name);
  const bool was_named = is_named;
  drop_status();
  close_own(&file);
  return was_named;
}

/* Without a name where the system can, so that none is left behind by a launcher that is killed. */
static bool make_draft(void) {
  if (!choose_draft_name()) return false;
  /* Another file than the one that was tried: what has lost its name gets no other. */
  if (can_be_named()) draft = make_nameless_file_in(folder);
  if (draft < 0 && !make_named_draft()) return false;
  /* The umask may have taken more away. */
  return fchmod(draft, 0600) == 0;
}

/* Fills the draft, to prove that there is room for the longest verdict. */
static bool has_room(void) {
  static const char BLANKS[4096];
  for (size_t written = 0; written < LONGEST_PUBLIC_LINE; written += sizeof BLANKS) {
    if (write(draft, BLANKS, sizeof BLANKS) != (ssize_t)sizeof BLANKS) return false;
  }
  return true;
}

/* Splits a path into its folder, links resolved, and the name there. */
static char *split(const char *path) {
  const char *slash = strrchr(path, '/');
  Text above = {0};
  if (slash == NULL) {
    append_text(&above, ".");
    name = path;
  } else {
    append_units(&above, path, (size_t)(slash - path) + 1);
    name = slash + 1;
  }
  char *whole = realpath(above.units, NULL);
  struct stat found;
  if (whole == NULL || stat(whole, &found) != 0 || !S_ISDIR(found.st_mode)) {
    refuse_usage("--status-file: the folder %s does not exist", above.units);
  }
  return whole;
}

static void check_file(const char *path) {
  struct stat found;
  char *whole = split(path);
  if (*name == 0 || (stat(path, &found) == 0 && !S_ISREG(found.st_mode))) {
    refuse_usage("--status-file: %s is not a file", path);
  }
  const char *open_to_others = folder_of_others(whole);
  if (open_to_others != NULL) {
    refuse_usage("--status-file: another account can change the folder %s: name a folder of your own", open_to_others);
  }
  folder = own_descriptor(open(whole, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder >= 0 && !can_remove_from(folder)) {
    refuse_usage("--status-file: nothing can be replaced in %s, where files are only added", whole);
  }
  if (folder < 0 || !make_draft()) {
    const char *cause = strerror(errno);
    if (errno == EMFILE || errno == ENFILE) refuse_internal("--status-file: %s", cause);
    refuse_usage("--status-file: nothing can be written in %s: %s", whole, cause);
  }
  if (!has_room()) refuse_usage("--status-file: there is no room for the verdict in %s", whole);
  /* Delete an old verdict, which a reader could take for the new one. */
  if (unlinkat(folder, name, 0) != 0 && errno != ENOENT) {
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
    channel = (int)options->status_descriptor;
  }
  if (options->status_file.length > 0) check_file(options->status_file.units);
}

static bool fill_draft(const char *bytes, size_t length) {
  return pwrite(draft, bytes, length, 0) == (ssize_t)length && ftruncate(draft, (off_t)length) == 0;
}

/* The draft becomes the status file, whole. */
static bool publish_file(const char *bytes, size_t length) {
  if (!fill_draft(bytes, length)) return false;
  is_named = is_named || name_file(draft, folder, draft_name);
  if (!is_named || renameat(folder, draft_name, folder, name) != 0) return false;
  is_named = false;
  close_own(&draft);
  return true;
}

bool publish(const char *bytes, size_t length) {
  if (draft >= 0 && !publish_file(bytes, length)) return false;
  return channel < 0 || write_until_signal(channel, bytes, length);
}

bool print_verdict(const char *bytes, size_t length) { return write_until_signal(STDOUT_FILENO, bytes, length); }
