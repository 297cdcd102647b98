/* SEC-103: whether another account can change a folder, or replace it. */
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launcher.h"

/* Whether a group is the person's alone: of their name, with no other member. */
static bool is_private(gid_t number) {
  const struct passwd *person = getpwuid(geteuid());
  const struct group *group = getgrgid(number);
  if (person == NULL || group == NULL || person->pw_gid != number) return false;
  if (strcmp(person->pw_name, group->gr_name) != 0) return false;
  for (char *const *member = group->gr_mem; *member != NULL; member += 1) {
    if (strcmp(*member, person->pw_name) != 0) return false;
  }
  return true;
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
 * person. Other accounts can write only to sticky folders above the file's own folder. The person's private group counts
 * as the person. */
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
