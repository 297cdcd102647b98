/* Reads the arguments. */
#include "options.h"
#include "words.h"

/* Every option that takes a value, so that a value is never taken for an option.
 * tests/unit/launcher/windows/source.test.ts compares with the program's list. */
static const wchar_t *const WITH_VALUE[] = {
    L"--config",    L"--log-file", L"--user",   L"--user-email",  L"--user-phone",
    L"--user-ip",   L"--method",   L"--timeout", L"--nonce",      L"--status-fd",
    L"--status-file", L"--result", L"--bundle",
};

/* The name of a known option with a value, from this list; NULL for any other word. */
static const wchar_t *option_with_value(const wchar_t *word) {
  for (size_t index = 0; index < sizeof WITH_VALUE / sizeof *WITH_VALUE; index += 1) {
    if (is_equal(word, WITH_VALUE[index])) return WITH_VALUE[index];
  }
  return NULL;
}

/* Where the value of `--name=value` begins; NULL where it is not of this form. */
static const wchar_t *value_behind_name(const wchar_t *word, Text *name) {
  if (!begins_with(word, L"--")) return NULL;
  for (size_t index = 0; word[index] != 0; index += 1) {
    if (word[index] != L'=') continue;
    make_empty(name);
    append_units(name, word, index);
    return word + index + 1;
  }
  return NULL;
}

static unsigned digit_between(const wchar_t *value, wchar_t first, wchar_t last) {
  return value[0] >= first && value[0] <= last && value[1] == 0 ? (unsigned)(value[0] - L'0') : 0;
}

static void take_value(Options *options, const wchar_t *name, const wchar_t *value) {
  if (is_equal(name, L"--result")) {
    options->result = RESULT_FIRST_FREE;
    if (is_equal(value, L"stdin")) options->result = RESULT_STDIN;
    if (is_equal(value, L"none")) options->result = RESULT_NONE;
    options->result_descriptor = begins_with(value, L"fd:") ? digit_between(value + 3, L'3', L'9') : 0;
    if (options->result_descriptor != 0) options->result = RESULT_DESCRIPTOR;
  } else if (is_equal(name, L"--status-fd")) {
    options->status_descriptor = digit_between(value, L'1', L'9');
  } else if (is_equal(name, L"--status-file")) {
    make_empty(&options->status_file);
    append_text(&options->status_file, value);
  }
}

/* Electron is told that there is a command, not which. */
static void close_line(Options *options, const wchar_t *tail) {
  Text program = {0};
  options->tail = tail;
  append_quoted(&options->line, L"--");
  if (*tail == 0) return;
  read_program(tail, &program);
  append_quoted(&options->line, program.length == 0 ? L"" : L"command");
}

/* The kind of start by the words so far; `--` makes a gate of the first kind only. */
typedef enum { KIND_PLAIN, KIND_CHECK, KIND_CONFIG } Kind;

static bool asks_for_information(const wchar_t *word) {
  return is_equal(word, L"--help") || is_equal(word, L"-h") || is_equal(word, L"--version");
}

/* Reads one of our words that neither is nor takes a value. */
static void read_plain_word(Options *options, const wchar_t *word, size_t count, Kind *kind) {
  if (count == 1 && is_equal(word, L"check")) *kind = KIND_CHECK;
  if (count == 1 && is_equal(word, L"config")) *kind = KIND_CONFIG;
  if (is_equal(word, L"--json")) options->wants_json = true;
  if (is_equal(word, L"--passcode-stdin")) options->reads_stdin = true;
}

static Mode mode_of(Kind kind, bool is_misuse, bool has_command) {
  if (is_misuse || kind == KIND_CONFIG) return MODE_DIRECT;
  if (has_command) return MODE_GATE;
  return kind == KIND_CHECK ? MODE_CHECK : MODE_DIRECT;
}

void read_options(const wchar_t *command_line, Options *options) {
  Text word = {0};
  Text name = {0};
  const wchar_t *waiting = NULL;
  size_t count = 0;
  bool is_information = false;
  bool has_command = false;
  Kind kind = KIND_PLAIN;
  const wchar_t *rest = read_program(command_line, &word);
  for (;;) {
    const wchar_t *behind = read_word(rest, &word);
    if (behind == NULL) break;
    rest = behind;
    if (is_equal(word.units, L"--")) {
      has_command = true;
      close_line(options, rest);
      break;
    }
    count += 1;
    append_quoted(&options->line, word.units);
    if (waiting != NULL) {
      take_value(options, waiting, word.units);
      waiting = NULL;
      continue;
    }
    const wchar_t *value = value_behind_name(word.units, &name);
    if (value != NULL) {
      take_value(options, name.units, value);
      continue;
    }
    waiting = option_with_value(word.units);
    if (waiting != NULL) continue;
    if (asks_for_information(word.units)) is_information = true;
    read_plain_word(options, word.units, count, &kind);
  }
  /* SECURITY: SEC-29 where a login is requested, only the login may end with 0. */
  options->is_misuse = has_command ? is_information || kind == KIND_CHECK : is_information && kind == KIND_CHECK;
  options->mode = mode_of(kind, options->is_misuse, has_command);
}
