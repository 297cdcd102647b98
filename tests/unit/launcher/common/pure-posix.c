/*
 * The common parts in the form of POSIX: an input of texts is one after the other, each ended by a zero. So is the output.
 */
#include "common/environment.h"
#include "common/options.h"
#include "common/posix/accounts.h"
#include "common/posix/elf.h"
#include "common/posix/lookup.h"
#include "common/refusal.h"
#include "parts.h"

static const char *text_of_input(void) { return (const char *)input; }

static const char *end_of_input(void) { return (const char *)input + input_size; }

static const char *next(const char *text) { return text + strlen(text) + 1; }

static void options(void) {
  OptionReader reader = {0};
  Options read = {0};
  bool has_separator = false;
  for (const char *word = text_of_input(); word < end_of_input() && !has_separator; word = next(word)) {
    has_separator = !read_option(&reader, &read, word);
  }
  finish_options(&reader, &read, has_separator);
  if (read.mode == MODE_GATE && !has_separator) abort();
  if (read.mode != MODE_DIRECT && (read.is_misuse || read.prints_only)) abort();
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
  for (const char *file = files; file < end_of_input() && *file != 0; file = next(file)) {
    if (strcmp(file + 1, path) == 0) return *file == 'r' ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
  }
  return COMMAND_NOT_FOUND;
}

static void lookup(void) {
  Text file = {0};
  const char *name = text_of_input();
  const char *path = next(name);
  files = next(path);
  make_room(&file, strlen(name) + strlen(path) + 2);
  const char *units = file.units;
  const Found found = find_command(name, path, judge, &file);
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
  if (!read_elf_head(text_of_input(), input_size, &parts)) return;
  for (size_t index = 0; index < parts.count; index += 1) {
    const uint64_t at = parts.offset + index * parts.part_size;
    if (at > input_size || input_size - at < parts.part_size) return;
    /* A piece of memory of its own, for the sanitizers. */
    char *part = take_exact(parts.part_size);
    memcpy(part, input + at, parts.part_size);
    if (!read_loader_part(&parts, part, &offset, &size)) continue;
    answer_number(offset);
    answer_number(size);
    if (offset <= input_size && size <= input_size - offset) write_out(input + offset, (size_t)size);
    return;
  }
}

static void interpreter(void) {
  Text read = {0};
  answer_number(read_interpreter(text_of_input(), input_size, &read));
  answer(units_of(&read));
}

static void environment(void) {
  for (const char *one = text_of_input(); one < end_of_input(); one = next(one)) {
    if (!is_injection(one)) answer(one);
  }
}

static void refusal(void) {
  char line[LONGEST_REFUSAL];
  const Moment moment = {2026, 1, 2, 3, 4, 5};
  write_out(line, write_refusal(line, "internal", 70, &moment));
}

/* The number of the account and of the group, each in four bytes; then /etc/passwd up to a zero, and /etc/group. */
static void accounts(void) {
  uint32_t numbers[2];
  if (input_size < sizeof numbers) return;
  memcpy(numbers, input, sizeof numbers);
  const char *passwd = text_of_input() + sizeof numbers;
  const size_t left = input_size - sizeof numbers;
  const char *zero = memchr(passwd, 0, left);
  const size_t length = zero == NULL ? left : (size_t)(zero - passwd);
  const size_t skipped = zero == NULL ? length : length + 1;
  const Accounts read = {{passwd, length}, {passwd + skipped, left - skipped}};
  answer_number(is_group_of_one(&read, numbers[0], numbers[1]));
}

static const Part PARTS[] = {
    {"options", options, 1}, {"lookup", lookup, 2},           {"interpreter", interpreter, 0},
    {"loader", loader, 0},   {"environment", environment, 1}, {"refusal", refusal, 0},
    {"accounts", accounts, 0},
};

RUN(PARTS)
