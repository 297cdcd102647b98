/* Finds the file of the command (common/windows/lookup.h is the same on Windows). */
#ifndef GATEHOUSE_POSIX_LOOKUP_H
#define GATEHOUSE_POSIX_LOOKUP_H

#include "common/text.h"

typedef enum { COMMAND_NOT_FOUND, COMMAND_NOT_EXECUTABLE, COMMAND_RUNNABLE } Found;

/* Classifies one file. */
typedef Found Judge(const char *path);

/* Finds the file of a command: a name with a slash is a path, others are looked up in the folders of `path`, an empty
 * one of which is the working folder (POSIX.1-2017, 8.3). `file` receives the first runnable file, else the last one
 * tried. Takes no memory where `file` has room for `path`, `name` and two units more. */
Found find_command(const char *name, const char *path, Judge *judge, Text *file);

/* The interpreter that the first bytes of a file name (`#!`), up to its arguments. Returns false where they name none: for
 * a program. An empty `interpreter`: the system starts none, and a shell runs the file. */
bool read_interpreter(const char *bytes, size_t length, Text *interpreter);

#endif
