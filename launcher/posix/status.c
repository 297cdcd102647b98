/* Writes the verdict to the caller's channels: once, complete, and before any other action. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refuse.h"

static int channel = -1;
/* Of the status file: the file that is written, its folder, and its name there. */
static int draft = -1;
static int folder = -1;
static const char *name;
/* The name of the draft in the folder, chosen before the login, and whether it stands there. */
static char draft_name[32];
static bool is_named;

void use_status_descriptor(int number) { channel = number; }

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

StatusFile prepare_status_file(const char *folder_path, const char *file_name) {
  name = file_name;
  folder = own_descriptor(open(folder_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder >= 0 && !can_remove_from(folder)) return STATUS_FILE_NOT_REMOVABLE;
  if (folder < 0 || !make_draft()) return STATUS_FILE_NOT_MADE;
  if (!has_room()) return STATUS_FILE_WITHOUT_ROOM;
  /* Delete an old verdict, which a reader could take for the new one. */
  if (unlinkat(folder, name, 0) != 0 && errno != ENOENT) return STATUS_FILE_NOT_REPLACED;
  return STATUS_FILE_READY;
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
