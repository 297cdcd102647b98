/* The arguments, as far as they are the launcher's business (launcher/posix/arguments.sh is the same on POSIX). */
#ifndef GATEHOUSE_OPTIONS_H
#define GATEHOUSE_OPTIONS_H

#include "text.h"

typedef enum {
  /* No decision: Electron runs with the caller's streams, and its exit code is ours. */
  MODE_DIRECT,
  MODE_GATE,
  MODE_CHECK
} Mode;

typedef enum { RESULT_FIRST_FREE, RESULT_DESCRIPTOR, RESULT_STDIN, RESULT_NONE } ResultPlace;

typedef struct {
  Mode mode;
  /* Our arguments for Electron, quoted; behind them `--` and a word in the command's place, where there was `--`. */
  Text line;
  /* The command line after our `--`, unit by unit as given; NULL without `--`. */
  const wchar_t *tail;
  /* A login was requested with information, or both kinds of login: Electron prints, and access is refused. Of
   * MODE_DIRECT. */
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

/* Reads the whole command line of this process. A wrong value is left out: Electron reports the usage error. */
void read_options(const wchar_t *command_line, Options *options);

#endif
