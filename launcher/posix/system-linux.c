/* What Linux does better than POSIX. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "facts.h"

bool read_own_path(Text *path) {
  static char bytes[1 << 16];
  const ssize_t length = readlink("/proc/self/exe", bytes, sizeof bytes);
  if (length <= 0 || (size_t)length == sizeof bytes || bytes[0] != '/') return false;
  make_empty(path);
  append_units(path, bytes, (size_t)length);
  return true;
}

bool has_applications(void) { return false; }

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

/* bprm_stack_limits in fs/exec.c: a quarter of the stack's limit, between 128 KB and 6 MB. The path that is started and a
 * word at the end of the stack count as well. */
size_t most_bytes_of_words(void) {
  static const rlim_t FEWEST = 128 << 10;
  static const rlim_t MOST = 6 << 20;
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0) return (size_t)FEWEST;
  const rlim_t quarter = stack.rlim_cur == RLIM_INFINITY ? MOST : stack.rlim_cur / 4;
  if (quarter > MOST) return (size_t)MOST;
  return (size_t)(quarter < FEWEST ? FEWEST : quarter);
}

bool end_with_parent(pid_t parent, int signal) {
  prctl(PR_SET_PDEATHSIG, (unsigned long)signal);
  return getppid() == parent;
}

bool reserve_room(int number, int64_t offset, size_t length) {
  while (fallocate(number, FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)length) != 0) {
    if (errno != EINTR) return errno == EOPNOTSUPP || errno == ENOSYS;
  }
  return true;
}

bool can_remove_from(int folder) {
  int flags = 0;
  /* A file system without flags has none. */
  return syscall(SYS_ioctl, folder, FS_IOC_GETFLAGS, &flags) != 0 || (flags & (FS_APPEND_FL | FS_IMMUTABLE_FL)) == 0;
}

bool is_for_writing(int flags) { return (flags & O_ACCMODE) != O_RDONLY && (flags & O_PATH) == 0; }
