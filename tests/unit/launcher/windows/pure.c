/*
 * The pure parts of the Windows launcher, on this system: standard input goes in as 16-bit units or bytes, in a piece
 * of memory exactly as long, so that the sanitizers see every step beyond it. The output is 16-bit units, one answer
 * after the other, each ended by a zero.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pure/descriptors.h"
#include "pure/environment.h"
#include "pure/keyboard.h"
#include "pure/lookup.h"
#include "pure/options.h"
#include "pure/shown.h"
#include "pure/verdict.h"
#include "pure/words.h"

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
  Options read = {0};
  read_options(line, &read);
  answer_number(read.mode);
  answer(units_of(&read.line));
  answer(read.tail == NULL ? L"(none)" : read.tail);
  answer_number(read.wants_json);
  answer_number(read.reads_stdin);
  answer_number(read.result);
  answer_number(read.result_descriptor);
  answer_number(read.status_descriptor);
  answer(units_of(&read.status_file));
  answer_number(read.is_misuse);
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

/* Three units for each event: whether the key goes down, its key code, its character. */
static void keys(const wchar_t *events) {
  Keys read = {0};
  for (size_t index = 0; index + 3 <= input_size / sizeof *events; index += 3) {
    char *bytes = malloc(LONGEST_KEY);
    if (bytes == NULL) abort();
    fwrite(bytes, 1, bytes_of_key(&read, events[index] != 0, events[index + 1], events[index + 2], bytes), stdout);
    free(bytes);
  }
}

static void size(unsigned rows, unsigned columns) {
  char *bytes = malloc(LONGEST_SIZE_REPORT);
  if (bytes == NULL) abort();
  fwrite(bytes, 1, report_size(rows, columns, bytes), stdout);
  free(bytes);
}

/* In pieces of so many bytes: a change of colours is a zero. */
static void shown(size_t piece) {
  Shown read = {0};
  for (size_t start = 0; start < input_size; start += piece) {
    const size_t length = input_size - start < piece ? input_size - start : piece;
    char *bytes = malloc(length);
    if (bytes == NULL) abort();
    memcpy(bytes, input + start, length);
    for (size_t done = 0; done < length;) {
      const bool was_picture = read.is_picture;
      size_t count = 0;
      wchar_t *units = malloc(MOST_UNITS(length - done) * sizeof *units);
      if (units == NULL) abort();
      const size_t taken = read_shown(&read, bytes + done, length - done, units, &count);
      if (taken == 0 || taken > length - done) abort();
      fwrite(units, sizeof *units, count, stdout);
      if (was_picture != read.is_picture) fwrite(L"", sizeof *units, 1, stdout);
      free(units);
      done += taken;
    }
    free(bytes);
  }
}

int main(int count, char **given) {
  if (count < 2) return 64;
  read_input();
  wchar_t *units = (wchar_t *)(void *)input;
  if (strcmp(given[1], "words") == 0) words(units);
  if (strcmp(given[1], "options") == 0) options(units);
  if (strcmp(given[1], "lookup") == 0) lookup(units);
  if (strcmp(given[1], "descriptors") == 0) descriptors();
  if (strcmp(given[1], "keys") == 0) keys(units);
  if (strcmp(given[1], "size") == 0) size((unsigned)strtoul(given[2], NULL, 10), (unsigned)strtoul(given[3], NULL, 10));
  if (strcmp(given[1], "shown") == 0) shown(strtoul(given[2], NULL, 10));
  if (strcmp(given[1], "environment") == 0) {
    Text kept = {0};
    keep_harmless(units, &kept);
    fwrite(kept.units, sizeof(wchar_t), kept.length, stdout);
  }
  if (strcmp(given[1], "verdict") == 0) {
    uint32_t code = 0;
    const char *bytes = (const char *)input;
    const Verdict verdict = judge_verdict(bytes, input_size, &code);
    answer_number(verdict);
    answer_number(verdict == VERDICT_NONE ? 0 : length_before_ticket(bytes, input_size));
    answer_number(code);
  }
  return 0;
}
