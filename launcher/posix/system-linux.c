/* What Linux does better than POSIX. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "launcher.h"

bool read_own_path(Text *path) {
  static char bytes[1 << 16];
  const ssize_t length = readlink("/proc/self/exe", bytes, sizeof bytes);
  if (length <= 0 || (size_t)length == sizeof bytes || bytes[0] != '/') return false;
  make_empty(path);
  append_units(path, bytes, (size_t)length);
  return true;
}

static void close_up_to_limit(int first) {
  struct rlimit limit;
  const rlim_t last = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max < 1 << 20 ? limit.rlim_max : 1 << 20;
  for (int number = first; (rlim_t)number < last; number += 1) close(number);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  /* Before Linux 5.9. */
  DIR *listed = opendir("/proc/self/fd");
  if (listed == NULL) {
    close_up_to_limit(first);
    return;
  }
  for (const struct dirent *entry = readdir(listed); entry != NULL; entry = readdir(listed)) {
    int number = 0;
    const char *digit = entry->d_name;
    for (; *digit >= '0' && *digit <= '9'; digit += 1) number = number * 10 + (*digit - '0');
    if (*digit == 0 && digit != entry->d_name && number >= first && number != dirfd(listed)) close(number);
  }
  closedir(listed);
}

int make_nameless_file(void) { return own_descriptor(memfd_create("gatehouse", MFD_CLOEXEC)); }

int make_nameless_file_in(int folder) {
  /* It gets its name through there. */
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return own_descriptor(openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
}

bool name_file(int file, int folder, const char *name) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW) == 0;
}

size_t widen_pipe(int writing, size_t wanted) {
  int size = fcntl(writing, F_GETPIPE_SZ);
  if (size > 0 && (size_t)size < wanted) {
    const int widened = fcntl(writing, F_SETPIPE_SZ, (int)wanted);
    if (widened > 0) size = widened;
  }
  return size > 0 ? (size_t)size : 0;
}

/* The kernel makes it one page: a pipe with a single place, which is free once its reader has taken all of it. */
bool narrow_pipe(int writing) { return fcntl(writing, F_SETPIPE_SZ, 1) == sysconf(_SC_PAGESIZE); }

/* The mask of a list, which is the most that it grants, stands in the group's bits (acl(5)). */
bool has_list_for_others(const char *folder, bool has_group_bit) {
  if (!has_group_bit) return false;
  const ssize_t size = getxattr(folder, "system.posix_acl_access", NULL, 0);
  /* A file system without lists has none. */
  return size >= 0 || (errno != ENODATA && errno != ENOTSUP);
}

bool is_for_writing(int flags) { return (flags & O_ACCMODE) != O_RDONLY && (flags & O_PATH) == 0; }
