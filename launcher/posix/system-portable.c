/* What Linux does by calls of its own: for macOS, and on Linux for the tests of that. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "facts.h"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/acl.h>

static char *own_path(void) {
  static char path[1 << 16];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? path : NULL;
}

/* Rights that change a folder's entries, or the folder's protection. */
static bool grants_change(acl_entry_t entry) {
  static const acl_perm_t RIGHTS[] = {ACL_ADD_FILE,         ACL_ADD_SUBDIRECTORY, ACL_DELETE_CHILD,
                                      ACL_DELETE,           ACL_WRITE_SECURITY,   ACL_CHANGE_OWNER,
                                      ACL_WRITE_ATTRIBUTES, ACL_WRITE_EXTATTRIBUTES};
  acl_tag_t tag = ACL_UNDEFINED_TAG;
  acl_permset_t rights = NULL;
  if (acl_get_tag_type(entry, &tag) != 0) return true;
  if (tag != ACL_EXTENDED_ALLOW) return false;
  if (acl_get_permset(entry, &rights) != 0) return true;
  for (size_t index = 0; index < sizeof RIGHTS / sizeof *RIGHTS; index += 1) {
    if (acl_get_perm_np(rights, RIGHTS[index]) != 0) return true;
  }
  return false;
}

/* Lists do not show in the mode. Whom an entry allows is not asked: the person needs none. */
bool has_list_for_others(const char *folder, bool has_group_bit) {
  acl_entry_t entry = NULL;
  acl_t list = acl_get_file(folder, ACL_TYPE_EXTENDED);
  bool is_found = false;
  (void)has_group_bit;
  if (list == NULL) return false;
  for (int at = ACL_FIRST_ENTRY; !is_found && acl_get_entry(list, at, &entry) == 0; at = ACL_NEXT_ENTRY) {
    is_found = grants_change(entry);
  }
  acl_free(list);
  return is_found;
}
#else
#include <sys/auxv.h>

/* The path by which the kernel found this program. */
static char *own_path(void) { return (char *)getauxval(AT_EXECFN); }

/* This Linux stands in for a system whose lists it does not have. */
bool has_list_for_others(const char *folder, bool has_group_bit) {
  (void)folder;
  (void)has_group_bit;
  return false;
}
#endif

bool read_own_path(Text *path) {
  const char *own = own_path();
  char *whole = own == NULL ? NULL : realpath(own, NULL);
  if (whole == NULL) return false;
  make_empty(path);
  append_text(path, whole);
  free(whole);
  return true;
}

bool has_applications(void) { return true; }

void close_from(int first) {
  DIR *listed = opendir("/dev/fd");
  if (listed == NULL) {
    const long last = sysconf(_SC_OPEN_MAX);
    for (int number = first; number < last; number += 1) close(number);
    return;
  }
  for (const struct dirent *entry = readdir(listed); entry != NULL; entry = readdir(listed)) {
    char *end = NULL;
    const long number = strtol(entry->d_name, &end, 10);
    if (*end == 0 && end != entry->d_name && number >= first && number != dirfd(listed)) close((int)number);
  }
  closedir(listed);
}

int make_nameless_file(void) {
  char name[] = "/tmp/.gatehouse.XXXXXXXXXX";
  const int file = mkstemp(name);
  if (file < 0) return -1;
  if (unlink(name) == 0) return own_descriptor(file);
  close(file);
  return -1;
}

int make_nameless_file_in(int folder) {
  (void)folder;
  return -1;
}

bool name_file(int file, int folder, const char *name) {
  (void)file;
  (void)folder;
  (void)name;
  return false;
}

size_t widen_pipe(int writing, size_t wanted) {
  (void)writing;
  (void)wanted;
  return 0;
}

bool narrow_pipe(int writing) {
  (void)writing;
  return false;
}

size_t most_bytes_of_words(void) {
  const long most = sysconf(_SC_ARG_MAX);
  return most > 0 ? (size_t)most : _POSIX_ARG_MAX;
}

bool end_with_parent(pid_t parent, int signal) {
  (void)signal;
  return getppid() == parent;
}

bool reserve_room(int number, int64_t offset, size_t length) {
  (void)number;
  (void)offset;
  (void)length;
  return true;
}

bool can_remove_from(int folder) {
  (void)folder;
  return true;
}

bool is_for_writing(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }
