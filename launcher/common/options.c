/* Reads the arguments, word by word. */
#include "options.h"
#include "tables.h"

/* The name of a known option with a value, as OPTIONS_WITH_VALUE has it; NULL for any other word. */
static const Unit *option_with_value(const Unit *word) {
  static const Unit *const WITH_VALUE[] = {OPTIONS_WITH_VALUE};
  for (size_t index = 0; index < sizeof WITH_VALUE / sizeof *WITH_VALUE; index += 1) {
    if (is_equal(word, WITH_VALUE[index])) return WITH_VALUE[index];
  }
  return NULL;
}

/* Where the value of `--name=value` begins; NULL where it is not of this form. */
static const Unit *value_behind_name(const Unit *word, Text *name) {
  if (!begins_with(word, UNITS("--"))) return NULL;
  for (size_t index = 0; word[index] != 0; index += 1) {
    if (word[index] != UNITS('=')) continue;
    make_empty(name);
    append_units(name, word, index);
    return word + index + 1;
  }
  return NULL;
}

/* The number of a single digit from `first` to `last`; 0 for anything else. */
static unsigned digit_between(const Unit *value, Unit first, Unit last) {
  const bool is_in_range = value[0] >= first && value[0] <= last;
  const bool is_single = is_in_range && value[1] == 0;
  return is_single ? (unsigned)(value[0] - UNITS('0')) : 0;
}

/* The most digits of seconds that the program takes (shared/command-line/parse-arguments.ts). */
enum { MAX_DIGITS = 6 };

/* 0 for anything but one to MAX_DIGITS digits. */
static unsigned seconds_of(const Unit *value) {
  unsigned seconds = 0;
  size_t length = 0;
  /* The loop ends behind MAX_DIGITS digits, so that `seconds` cannot overflow. A longer value does not end there. */
  for (; value[length] >= UNITS('0') && value[length] <= UNITS('9') && length < MAX_DIGITS; length += 1) {
    seconds = seconds * 10 + (unsigned)(value[length] - UNITS('0'));
  }
  return length > 0 && value[length] == 0 ? seconds : 0;
}

static void take_value(Options *options, const Unit *name, const Unit *value) {
  if (is_equal(name, UNITS("--result"))) {
    options->result_descriptor = begins_with(value, UNITS("fd:")) ? digit_between(value + 3, UNITS('3'), UNITS('9')) : 0;
    if (options->result_descriptor != 0) options->result = RESULT_DESCRIPTOR;
    else if (is_equal(value, UNITS("stdin"))) options->result = RESULT_STDIN;
    else if (is_equal(value, UNITS("none"))) options->result = RESULT_NONE;
    /* `fd`, and an invalid value, which Electron reports. */
    else options->result = RESULT_FIRST_FREE;
  } else if (is_equal(name, UNITS("--status-fd"))) {
    options->status_descriptor = digit_between(value, UNITS('1'), UNITS('9'));
  } else if (is_equal(name, UNITS("--status-file"))) {
    make_empty(&options->status_file);
    append_text(&options->status_file, value);
  } else if (is_equal(name, UNITS("--timeout"))) {
    options->timeout_seconds = seconds_of(value);
  }
}

static bool asks_for_information(const Unit *word) {
  return is_equal(word, UNITS("--help")) || is_equal(word, UNITS("-h")) || is_equal(word, UNITS("--version"));
}

/* Reads a word that is neither the value of an option nor an option with a value. */
static void read_plain_word(OptionReader *reader, Options *options, const Unit *word) {
  const bool is_check = is_equal(word, UNITS("check"));
  if (asks_for_information(word)) reader->is_information = true;
  if (is_check && reader->count == 1) reader->kind = KIND_CHECK;
  if (is_check && reader->is_information) reader->has_check_after_help = true;
  if (is_equal(word, UNITS("config")) && reader->count == 1) reader->kind = KIND_CONFIG;
  if (is_equal(word, UNITS("--json"))) options->wants_json = true;
  if (is_equal(word, UNITS("--passcode-stdin"))) options->reads_stdin = true;
  if (is_equal(word, UNITS("--no-ui"))) options->has_no_window = true;
}

bool read_option(OptionReader *reader, Options *options, const Unit *word) {
  /* `--` ends our words. */
  if (is_equal(word, UNITS("--"))) return false;
  reader->count += 1;
  if (reader->waiting != NULL) {
    take_value(options, reader->waiting, word);
    reader->waiting = NULL;
    return true;
  }
  const Unit *value = value_behind_name(word, &reader->name);
  if (value != NULL) {
    take_value(options, reader->name.units, value);
    return true;
  }
  reader->waiting = option_with_value(word);
  if (reader->waiting == NULL) read_plain_word(reader, options, word);
  return true;
}

void finish_options(const OptionReader *reader, Options *options, bool has_separator) {
  const bool is_check = reader->kind == KIND_CHECK || reader->has_check_after_help;
  const bool is_misused_gate = has_separator && (reader->is_information || reader->kind != KIND_PLAIN);
  const bool is_misused_check = !has_separator && is_check && reader->is_information;
  /* SECURITY: SEC-29 where a login is requested, only the login may end with 0. */
  options->is_misuse = is_misused_gate || is_misused_check;
  options->prints_only = !has_separator && (reader->is_information || reader->kind == KIND_CONFIG);
  options->mode = MODE_DIRECT;
  if (options->is_misuse || reader->kind == KIND_CONFIG) return;
  if (has_separator) options->mode = MODE_GATE;
  else if (reader->kind == KIND_CHECK) options->mode = MODE_CHECK;
}
