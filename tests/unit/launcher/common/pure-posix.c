/*
 * The common parts in the form of POSIX: standard input goes in as texts, each ended by a zero, in a piece of memory
 * exactly as long, so that the sanitizers see every step beyond it. So does the output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/environment.h"
#include "common/options.h"
#include "common/posix/elf.h"
#include "common/posix/lookup.h"
#include "common/refusal.h"

void *take_memory(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (memory == NULL) abort();
  return memory;
}

static char *input;
static size_t input_size;

static void read_input(void) {
  static char room[1 << 22];
  input_size = fread(room, 1, sizeof room, stdin);
  input = malloc(input_size == 0 ? 1 : input_size);
  if (input == NULL) abort();
  memcpy(input, room, input_size);
}

static void answer(const char *text) { fwrite(text, 1, strlen(text) + 1, stdout); }

static void answer_number(uint64_t number) {
  Text text = {0};
  append_number(&text, number);
  answer(text.units);
}

static const char *next(const char *text) { return text + strlen(text) + 1; }

static void options(void) {
  OptionReader reader = {0};
  Options read = {0};
  bool has_separator = false;
  for (const char *word = input; word < input + input_size && !has_separator; word = next(word)) {
    has_separator = !read_option(&reader, &read, word);
  }
  finish_options(&reader, &read, has_separator);
  answer_number(read.mode);
  answer_number(read.is_misuse);
  answer_number(read.prints_only);
  answer_number(read.timeout_seconds);
  answer(units_of(&read.status_file));
}

/* The files after name and PATH: a letter for the result, then the path. */
static const char *files;

static Found judge(const char *path) {
  answer(path);
  for (const char *file = files; file < input + input_size; file = next(file)) {
    if (strcmp(file + 1, path) == 0) return *file == 'r' ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
  }
  return COMMAND_NOT_FOUND;
}

static void lookup(void) {
  Text file = {0};
  const char *path = next(input);
  files = next(path);
  make_room(&file, strlen(input) + strlen(path) + 2);
  const char *units = file.units;
  const Found found = find_command(input, path, judge, &file);
  /* No memory was taken. */
  if (file.units != units) abort();
  answer(file.units);
  answer_number(found);
}

/* The place of the loader's path, its size and itself, of a whole program. */
static void loader(void) {
  ElfParts parts;
  uint64_t offset = 0;
  uint64_t size = 0;
  if (!read_elf_head(input, input_size, &parts)) return;
  for (size_t index = 0; index < parts.count; index += 1) {
    const uint64_t at = parts.offset + index * parts.part_size;
    if (at > input_size || input_size - at < parts.part_size) return;
    /* A piece of memory of its own, for the sanitizers. */
    char *part = malloc(parts.part_size);
    if (part == NULL) abort();
    memcpy(part, input + at, parts.part_size);
    const bool is_loader = read_loader_part(&parts, part, &offset, &size);
    free(part);
    if (!is_loader) continue;
    answer_number(offset);
    answer_number(size);
    if (offset <= input_size && size <= input_size - offset) fwrite(input + offset, 1, (size_t)size, stdout);
    return;
  }
}

int main(int count, char **given) {
  if (count < 2) return 64;
  read_input();
  if (strcmp(given[1], "options") == 0) options();
  if (strcmp(given[1], "lookup") == 0) lookup();
  if (strcmp(given[1], "interpreter") == 0) {
    Text interpreter = {0};
    answer_number(read_interpreter(input, input_size, &interpreter));
    answer(units_of(&interpreter));
  }
  if (strcmp(given[1], "loader") == 0) loader();
  if (strcmp(given[1], "environment") == 0) {
    for (const char *one = input; one < input + input_size; one = next(one)) {
      if (!is_injection(one)) answer(one);
    }
  }
  if (strcmp(given[1], "refusal") == 0) {
    char line[LONGEST_REFUSAL];
    const Moment moment = {2026, 1, 2, 3, 4, 5};
    fwrite(line, 1, write_refusal(line, "internal", 70, &moment), stdout);
  }
  return 0;
}
