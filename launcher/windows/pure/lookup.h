/* Finds the command's file (launcher/posix/command.sh is the same on POSIX). */
#ifndef GATEHOUSE_LOOKUP_H
#define GATEHOUSE_LOOKUP_H

#include "text.h"

typedef enum {
  COMMAND_NOT_FOUND,
  /* Exists, but Windows does not start it by itself. */
  COMMAND_NOT_EXECUTABLE,
  COMMAND_RUNNABLE
} Found;

/* Looks at one file. `context` is the caller's. */
typedef Found Judge(void *context, const wchar_t *path);

/* Looks a name up: with a slash, a backslash or a colon it is a path; else only in the folders of `path` that are named
 * from a drive or a server on, never in the working folder. `extensions` is PATHEXT; a name with a dot is tried as it
 * is first. `file` is the path that was judged last best. */
Found find_command(const wchar_t *name, const wchar_t *path, const wchar_t *extensions, Judge *judge, void *context,
                   Text *file);

/* Whether Windows would hand the file to a command interpreter, which reads its arguments by other rules. */
bool is_script_of_the_shell(const wchar_t *path);

#endif
