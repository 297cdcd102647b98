/* The launcher's view of the arguments: only what it needs itself. Electron reports usage errors. */
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
  /* MODE_DIRECT only: a login was requested together with information, or both kinds of login. Electron prints, and
   * access is refused. */
  bool is_misuse;
  /* MODE_DIRECT only: Electron prints, and ends before it opens a window. */
  bool prints_only;
  bool wants_json;
  bool reads_stdin;
  /* `--no-ui`. */
  bool has_no_window;
  ResultPlace result;
  unsigned result_descriptor;
  /* 0 if not given. */
  unsigned status_descriptor;
  /* Empty if not given. */
  Text status_file;
  /* 0 if not given. */
  unsigned timeout_seconds;
} Options;

typedef enum { KIND_PLAIN, KIND_CHECK, KIND_CONFIG } Kind;

/* The words so far. Zeroed before the first. */
typedef struct {
  /* An option whose value is the next word. */
  const Unit *waiting;
  size_t count;
  /* `--help`, `-h` or `--version` was there. */
  bool is_information;
  /* `check` came after one of them: in `--help check` it is not the first word, but a login is requested all the same. */
  bool has_check_after_help;
  Kind kind;
  Text name;
} OptionReader;

/* Reads the next of our words. False for the `--` that ends them, so that the command follows. Ignores an invalid
 * value. */
bool read_option(OptionReader *reader, Options *options, const Unit *word);

/* Sets the mode, after the last word. `has_separator`: the words ended with `--`. */
void finish_options(const OptionReader *reader, Options *options, bool has_separator);

#endif
