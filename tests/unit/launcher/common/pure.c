/*
 * The common parts in the form of Windows, on this system: standard input goes in as 16-bit units or bytes, in a piece
 * of memory exactly as long, so that the sanitizers see every step beyond it. The output is 16-bit units, one answer
 * after the other, each ended by a zero.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/verdict.h"
#include "common/windows/command-line.h"
#include "common/windows/descriptors.h"
#include "common/windows/environment-block.h"
#include "common/windows/lookup.h"
#include "common/windows/shown.h"
#include "common/windows/words.h"

void *take_memory(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (memory == NULL) abort();
  return memory;
}

static uint8_t *input;
static size_t input_size;

static void read_input(void) {
  static uint8_t room[1 << 22];
  input_size = fread(room, 1, sizeof room, stdin);
  input = malloc(input_size == 0 ? 1 : input_size);
  if (input == NULL) abort();
  memcpy(input, room, input_size);
}

static void answer(const wchar_t *units) { fwrite(units, sizeof *units, length_of(units) + 1, stdout); }

static void answer_number(uint64_t number) {
  Text text = {0};
  append_number(&text, number);
  answer(text.units);
}

static void words(const wchar_t *line) {
  Text word = {0};
  Text again = {0};
  const wchar_t *rest = read_program(line, &word);
  answer(word.units);
  while ((rest = read_word(rest, &word)) != NULL) {
    answer(word.units);
    append_quoted(&again, word.units);
  }
  answer(units_of(&again));
}

static void options(const wchar_t *line) {
  CommandLine read = {0};
  read_command_line(line, &read);
  const Options *options = &read.options;
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

static void lookup(wchar_t *name) {
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
  static Descriptors read;
  static uint8_t block[MOST_DESCRIPTOR_BYTES];
  static Descriptors again;
  read_descriptors(input, input_size, &read);
  const size_t size = write_descriptors(&read, block);
  uint8_t *exact = malloc(size == 0 ? 1 : size);
  if (exact == NULL) abort();
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

int main(int count, char **given) {
  if (count < 2) return 64;
  read_input();
  wchar_t *units = (wchar_t *)(void *)input;
  if (strcmp(given[1], "words") == 0) words(units);
  if (strcmp(given[1], "options") == 0) options(units);
  if (strcmp(given[1], "lookup") == 0) lookup(units);
  if (strcmp(given[1], "descriptors") == 0) descriptors();
  if (strcmp(given[1], "shown") == 0) shown();
  if (strcmp(given[1], "text") == 0) fwrite(units, sizeof *units, keep_text(units, input_size / sizeof *units), stdout);
  if (strcmp(given[1], "environment") == 0) {
    Text kept = {0};
    keep_harmless(units, &kept);
    fwrite(kept.units, sizeof(wchar_t), kept.length, stdout);
  }
  if (strcmp(given[1], "verdict") == 0) {
    static char line[LONGEST_PUBLIC_LINE];
    uint32_t code = 0;
    const char *bytes = (const char *)input;
    const Verdict verdict = judge_verdict(bytes, input_size, &code);
    answer_number(verdict);
    answer_number(verdict == VERDICT_NONE ? 0 : length_before_ticket(bytes, input_size));
    answer_number(code);
    if (verdict != VERDICT_NONE && write_public_line(line, bytes, input_size) > sizeof line) abort();
  }
  return 0;
}
