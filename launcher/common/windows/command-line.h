/* The arguments as Windows gives them: one line. */
#ifndef GATEHOUSE_COMMAND_LINE_H
#define GATEHOUSE_COMMAND_LINE_H

#include "common/options.h"

typedef struct {
  Options options;
  /* Our arguments for Electron, quoted. After a given `--`, also `--` and a placeholder for the command. */
  Text line;
  /* Unchanged command line after our `--`; NULL without `--`. */
  const wchar_t *tail;
} CommandLine;

/* Parses the whole command line of this process. */
void read_command_line(const wchar_t *given, CommandLine *read);

#endif
