/* Arguments that the launcher evaluates (launcher/posix/arguments.sh does the same on POSIX). */
#ifndef GATEHOUSE_OPTIONS_H
#define GATEHOUSE_OPTIONS_H

#include "text.h"

typedef enum {
  /* No verdict: Electron runs with the caller's streams, and its exit code is ours. */
  MODE_DIRECT,
  MODE_GATE,
  MODE_CHECK
} Mode;

typedef enum { RESULT_FIRST_FREE, RESULT_DESCRIPTOR, RESULT_STDIN, RESULT_NONE } ResultPlace;

typedef struct {
  Mode mode;
  /* Our arguments for Electron, quoted. After a given `--`, also `--` and a placeholder for the command. */
  Text line;
  /* Unchanged command line after our `--`; NULL without `--`. */
  const wchar_t *tail;
  /* MODE_DIRECT only: a login was requested together with information, or both kinds of login. Electron prints, and
   * access is refused. */
  bool is_misuse;
  bool wants_json;
  bool reads_stdin;
  ResultPlace result;
  unsigned result_descriptor;
  /* 0 if not given. */
  unsigned status_descriptor;
  /* Empty if not given. */
  Text status_file;
} Options;

/* Parses the whole command line of this process. Ignores an invalid value: Electron reports the usage error. */
void read_options(const wchar_t *command_line, Options *options);

#endif
