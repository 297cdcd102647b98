/* SEC-103: whether another account can change a folder, or replace it. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/posix/accounts.h"
#include "facts.h"

/* Empty where it cannot be read whole. */
static Piece read_whole(const char *path) {
  static const Piece NOTHING = {"", 0};
  char bytes[4096];
  Text text = {0};
  ssize_t count = -1;
  const int file = own_descriptor(open(path, O_RDONLY | O_CLOEXEC));
  if (file < 0) return NOTHING;
  while ((count = read(file, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR)) {
    if (count > 0) append_units(&text, bytes, (size_t)count);
  }
  close(file);
  return count < 0 || text.length == 0 ? NOTHING : (Piece){text.units, text.length};
}

/* Whether a group is the person's or root's alone. The files are read themselves: a static program asks no directory of
 * accounts, and one that is asked may not answer. */
static bool is_private(gid_t group) {
  const Accounts accounts = {read_whole("/etc/passwd"), read_whole("/etc/group")};
  return is_group_of_one(&accounts, geteuid(), group) || is_group_of_one(&accounts, 0, group);
}

/* `is_above`: above the folder of the file, where the person's own folder cannot be moved if it is sticky. */
static bool is_of_others(const char *folder, bool is_above) {
  struct stat found;
  if (lstat(folder, &found) != 0 || !S_ISDIR(found.st_mode)) return true;
  if (found.st_uid != 0 && found.st_uid != geteuid()) return true;
  if (is_above && (found.st_mode & S_ISVTX) != 0) return false;
  const bool has_group_bit = (found.st_mode & S_IWGRP) != 0;
  if ((found.st_mode & S_IWOTH) != 0 || has_list_for_others(folder, has_group_bit)) return true;
  return has_group_bit && !is_private(found.st_gid);
}

/* SECURITY: SEC-103 another account cannot replace the status file. Each folder up to the root belongs to root or to the
 * person. Other accounts can write only to sticky folders above the file's own folder. A private group of the person or of
 * root counts as its member. */
const char *folder_of_others(const char *folder) {
  static Text at;
  make_empty(&at);
  append_text(&at, folder);
  for (bool is_above = false;; is_above = true) {
    if (is_of_others(at.units, is_above)) return at.units;
    if (at.length <= 1) return NULL;
    while (at.length > 1 && at.units[at.length - 1] != '/') at.length -= 1;
    if (at.length > 1) at.length -= 1;
    at.units[at.length] = 0;
  }
}
