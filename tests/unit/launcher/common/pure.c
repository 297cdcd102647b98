/*
 * The common parts in the form of Windows, on this system: an input is 16-bit units or bytes. The output is 16-bit units,
 * one answer after the other, each ended by a zero.
 */
#include "common/verdict.h"
#include "common/windows/command-line.h"
#include "common/windows/descriptors.h"
#include "common/windows/environment-block.h"
#include "common/windows/lookup.h"
#include "common/windows/shown.h"
#include "common/windows/words.h"
#include "parts.h"

static wchar_t *units_of_input(void) { return (wchar_t *)(void *)input; }

static void words(void) {
  const wchar_t *line = units_of_input();
  Text word = {0};
  Text again = {0};
  const wchar_t *rest = read_program(line, &word);
  answer(word.units);
  while ((rest = read_word(rest, &word)) != NULL) {
    answer(word.units);
    append_quoted(&again, word.units);
  }
  answer(units_of(&again));
  /* They are read back. */
  Text copy = {0};
  const wchar_t *back = units_of(&again);
  for (rest = read_program(line, &word); (rest = read_word(rest, &word)) != NULL;) {
    back = read_word(back, &copy);
    if (back == NULL || !is_equal(units_of(&copy), units_of(&word))) abort();
  }
  if (read_word(back, &copy) != NULL) abort();
}

static void options(void) {
  CommandLine read = {0};
  read_command_line(units_of_input(), &read);
  const Options *options = &read.options;
  if (options->mode == MODE_GATE && read.tail == NULL) abort();
  if (options->mode != MODE_DIRECT && (options->is_misuse || options->prints_only)) abort();
  answer_number(options->mode);
  answer(units_of(&read.line));
  answer(read.tail == NULL ? L"(none)" : read.tail);
  answer_number(options->wants_json);
  answer_number(options->reads_stdin);
  answer_number(options->result);
  answer_number(options->result_descriptor);
  answer_number(options->status_descriptor);
  answer(units_of(&options->status_file));
  answer_number(options->is_misuse);
  answer_number(options->timeout_seconds);
}

/* The existing files: a letter for the result, then the path; after name, PATH and PATHEXT. */
static Found look(void *context, const wchar_t *path) {
  for (const wchar_t *file = context; *file != 0; file += length_of(file) + 1) {
    if (!is_equal(file + 1, path)) continue;
    answer(path);
    return *file == L'r' ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
  }
  answer(path);
  return COMMAND_NOT_FOUND;
}

static void lookup(void) {
  wchar_t *name = units_of_input();
  Text file = {0};
  const wchar_t *path = name + length_of(name) + 1;
  const wchar_t *extensions = path + length_of(path) + 1;
  wchar_t *files = name + (extensions + length_of(extensions) + 1 - name);
  const Found found = find_command(name, path, extensions, look, files, &file);
  answer(file.units);
  answer_number(found);
  answer_number(is_script_of_the_shell(name));
}

static void descriptors(void) {
  Descriptors read = {0};
  Descriptors again = {0};
  static uint8_t block[MOST_DESCRIPTOR_BYTES];
  read_descriptors(input, input_size, &read);
  const size_t size = write_descriptors(&read, block);
  uint8_t *exact = take_exact(size);
  memcpy(exact, block, size);
  read_descriptors(exact, size, &again);
  if (memcmp(&read.flags, &again.flags, sizeof read.flags) != 0) abort();
  for (unsigned number = 0; number < MOST_DESCRIPTORS; number += 1) {
    if (!is_open(&again, number)) continue;
    if (again.handles[number] != read.handles[number]) abort();
    answer_number(number);
    answer_number(again.handles[number]);
  }
}

static void shown(void) {
  const size_t whole = length_of_whole((const char *)input, input_size);
  if (whole > input_size || input_size - whole > 3) abort();
  answer_number(whole);
}

static void text(void) {
  write_out(input, keep_text(units_of_input(), input_size / sizeof(wchar_t)) * sizeof(wchar_t));
}

static void environment(void) {
  Text kept = {0};
  keep_harmless(units_of_input(), &kept);
  write_out(kept.units, kept.length * sizeof(wchar_t));
}

static void verdict(void) {
  static char line[LONGEST_PUBLIC_LINE];
  uint32_t code = 0;
  uint32_t public_code = 0;
  const char *bytes = (const char *)input;
  const Verdict judged = judge_verdict(bytes, input_size, &code);
  answer_number(judged);
  answer_number(judged == VERDICT_NONE ? 0 : length_before_ticket(bytes, input_size));
  answer_number(code);
  if (judged == VERDICT_NONE) return;
  if ((judged == VERDICT_ALLOWED) != (code == 0)) abort();
  const size_t length = write_public_line(line, bytes, input_size);
  if (length > sizeof line) abort();
  /* It says the same, where it is no longer than a verdict. */
  if (length <= LONGEST_VERDICT && (judge_verdict(line, length, &public_code) != judged || public_code != code)) abort();
}

static const Part PARTS[] = {
    {"words", words, 1}, {"options", options, 1}, {"lookup", lookup, 4},           {"descriptors", descriptors, 0},
    {"shown", shown, 0}, {"text", text, 0},       {"environment", environment, 2}, {"verdict", verdict, 0},
};

RUN(PARTS)
