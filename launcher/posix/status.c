/* Writes the verdict to the caller's channels: once, complete, and before any other action. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launcher.h"

static int channel = -1;
/* Of the status file: the file that is written, its folder, and its name there. */
static int draft = -1;
static int folder = -1;
static const char *name;
/* The name of the draft in the folder; empty while it has none. */
static char draft_name[32];

int status_descriptor(void) { return channel; }

void drop_status(void) {
  if (draft_name[0] != 0) unlinkat(folder, draft_name, 0);
  draft_name[0] = 0;
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
  if (!choose_draft_name()) return false;
  draft = own_descriptor(openat(folder, draft_name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600));
  /* Not ours to remove. */
  if (draft < 0) draft_name[0] = 0;
  /* The umask may have taken more away. */
  return draft >= 0 && fchmod(draft, 0600) == 0;
}

/* Without a name where the system can, so that none is left behind by a launcher that is killed. */
static bool make_draft(void) {
  draft = make_nameless_file_in(folder);
  return draft >= 0 ? fchmod(draft, 0600) == 0 : make_named_draft();
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
  if (folder < 0 || !make_draft()) refuse_usage("--status-file: nothing can be written in %s", whole);
  if (!has_room()) refuse_usage("--status-file: there is no room for the verdict in %s", whole);
  /* Delete an old verdict, which a reader could take for the new one. */
  if (unlinkat(folder, name, 0) != 0 && errno != ENOENT) {
    refuse_usage("--status-file: %s cannot be replaced", path);
  }
}

/* Ends where a descriptor cannot be written to, as far as that shows without a byte. */
static void check_descriptor(const char *option, int number) {
  struct pollfd one = {number, POLLOUT, 0};
  const int flags = fcntl(number, F_GETFL);
  if (flags < 0) refuse_usage("%s: descriptor %u is not open", option, (unsigned)number);
  if (!is_for_writing(flags)) refuse_usage("%s: descriptor %u is not open for writing", option, (unsigned)number);
  if (poll(&one, 1, 0) == 1 && (one.revents & (POLLERR | POLLHUP)) != 0) {
    refuse_internal("%s: descriptor %u has no reader: the verdict could not be written", option, (unsigned)number);
  }
}

void check_channels(const Launch *launch) {
  const Options *options = &launch->options;
  if (options->mode == MODE_CHECK && options->wants_json) check_descriptor("--json", STDOUT_FILENO);
  if (options->status_descriptor != 0) {
    check_descriptor("--status-fd", (int)options->status_descriptor);
    channel = (int)options->status_descriptor;
  }
  if (options->status_file.length > 0) check_file(options->status_file.units);
}

static bool fill_draft(const char *bytes, size_t length) {
  return pwrite(draft, bytes, length, 0) == (ssize_t)length && ftruncate(draft, (off_t)length) == 0;
}

static bool name_draft(void) {
  if (draft_name[0] != 0) return true;
  if (choose_draft_name() && name_file(draft, folder, draft_name)) return true;
  draft_name[0] = 0;
  return false;
}

/* The draft becomes the status file, whole. */
static bool publish_file(const char *bytes, size_t length) {
  if (!fill_draft(bytes, length)) return false;
  if (!name_draft()) {
    /* Some file systems make such a file, and then give it no name. */
    close_own(&draft);
    if (!make_named_draft() || !fill_draft(bytes, length)) return false;
  }
  if (renameat(folder, draft_name, folder, name) != 0) return false;
  draft_name[0] = 0;
  close_own(&draft);
  return true;
}

bool publish(const char *bytes, size_t length) {
  if (draft >= 0 && !publish_file(bytes, length)) return false;
  return channel < 0 || write_until_signal(channel, bytes, length);
}

bool print_verdict(const char *bytes, size_t length) { return write_until_signal(STDOUT_FILENO, bytes, length); }
