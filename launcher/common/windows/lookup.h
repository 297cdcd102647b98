/* Finds the file of the command (common/posix/lookup.h is the same on POSIX). */
#ifndef GATEHOUSE_LOOKUP_H
#define GATEHOUSE_LOOKUP_H

#include "common/text.h"

typedef enum {
  COMMAND_NOT_FOUND,
  /* Exists, but Windows cannot start it as a program. */
  COMMAND_NOT_EXECUTABLE,
  COMMAND_RUNNABLE
} Found;

/* Classifies one file. `context` is the argument of `find_command`. */
typedef Found Judge(void *context, const wchar_t *path);

/* Finds the file of a command. A name with a slash, a backslash or a colon is a path. Other names are looked up in the
 * absolute folders of `path`, never in the working folder. `extensions` is PATHEXT. A name with a dot is first tried
 * without an added extension. `file` receives the path of the best result. */
Found find_command(const wchar_t *name, const wchar_t *path, const wchar_t *extensions, Judge *judge, void *context,
                   Text *file);

/* Whether cmd.exe would run the file, and parse the arguments by rules of its own. */
bool is_script_of_the_shell(const wchar_t *path);

#endif
