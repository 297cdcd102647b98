/* Finds the command, and becomes it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/posix/elf.h"
#include "launcher.h"

extern char **environ;

/* The file that was found before the login: that one alone starts. */
static Text file;
static Found found_before = COMMAND_NOT_FOUND;
static Text interpreter;
static char **words;
/* For a file without a program's head, which a shell runs (execvp of POSIX.1-2017). */
static char **words_of_shell;
static char **variables;
static char result_variable[40];
/* The interpreter is looked at only before the login: later it would delay the command. */
static bool is_checked;

static bool is_executable_file(const char *name) {
  struct stat found;
  return stat(name, &found) == 0 && S_ISREG(found.st_mode) && faccessat(AT_FDCWD, name, X_OK, AT_EACCESS) == 0;
}

/* The loader that a program of Linux names, put into `interpreter`. False where its head cannot be followed, which the
 * system would not start. A program without one is whole. */
static bool read_loader(int program, const char *start, size_t length) {
  char part[ELF_LARGEST_PART_SIZE];
  static char loader[4096];
  ElfParts parts;
  uint64_t offset = 0;
  uint64_t size = 0;
  make_empty(&interpreter);
  if (!read_elf_head(start, length, &parts)) return true;
  for (size_t index = 0; index < parts.count; index += 1) {
    const off_t at = (off_t)(parts.offset + index * parts.part_size);
    if (pread(program, part, parts.part_size, at) != (ssize_t)parts.part_size) return false;
    if (!read_loader_part(&parts, part, &offset, &size)) continue;
    if (size < 2 || size > sizeof loader) return false;
    if (pread(program, loader, (size_t)size, (off_t)offset) != (ssize_t)size || loader[size - 1] != 0) return false;
    append_text(&interpreter, loader);
    return interpreter.length > 0;
  }
  return true;
}

/* Whether everything is there that a file names to be started by: the interpreter of a script, which may be a script
 * itself, and the loader of a program. */
static bool has_interpreters(const char *name) {
  enum { MOST_INTERPRETERS = 5 };
  char start[256];
  for (unsigned depth = 0; depth <= MOST_INTERPRETERS; depth += 1) {
    const int opened = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    /* One that can be executed need not be readable. */
    if (opened < 0) return true;
    const ssize_t length = read(opened, start, sizeof start);
    const bool is_script = length > 0 && read_interpreter(start, (size_t)length, &interpreter);
    const bool is_known = length <= 0 || is_script || read_loader(opened, start, (size_t)length);
    close(opened);
    if (!is_known) return false;
    /* A script that names nothing is run by a shell. */
    if (length <= 0 || interpreter.length == 0) return true;
    if (!is_executable_file(interpreter.units)) return false;
    if (!is_script) return true;
    name = interpreter.units;
  }
  return false;
}

/* As execve(2) would. */
static Found judge(const char *name) {
  struct stat found;
  if (stat(name, &found) != 0) return COMMAND_NOT_FOUND;
  if (!is_executable_file(name)) return COMMAND_NOT_EXECUTABLE;
  return is_checked || has_interpreters(name) ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
}

static void prepare_variables(void) {
  static char mark[] = "GATEHOUSE=1";
  size_t count = 0;
  size_t kept = 0;
  while (environ[count] != NULL) count += 1;
  variables = take_memory((count + 3) * sizeof *variables);
  for (size_t index = 0; index < count; index += 1) {
    if (strncmp(environ[index], "GATEHOUSE=", 10) == 0) continue;
    if (strncmp(environ[index], "GATEHOUSE_RESULT_FD=", 20) == 0) continue;
    variables[kept++] = environ[index];
  }
  variables[kept++] = mark;
  if (result_number() < 0) return;
  Text number = {0};
  append_text(&number, "GATEHOUSE_RESULT_FD=");
  append_number(&number, (uint64_t)result_number());
  memcpy(result_variable, number.units, number.length + 1);
  variables[kept] = result_variable;
}

static size_t size_of(char *const *list) {
  size_t size = 0;
  for (; *list != NULL; list += 1) size += strlen(*list) + 1 + sizeof *list;
  return size;
}

/* Ends with 64 where the system would not start the command with so many bytes of words and variables. */
static void check_size(void) {
  /* The line of an interpreter, or the words that start a shell. */
  enum { ROOM_FOR_INTERPRETER = 512 };
  const size_t size = size_of(words) + size_of(variables) + 2 * (file.length + 1) + ROOM_FOR_INTERPRETER;
  if (size <= most_bytes_of_words()) return;
  refuse_usage("the words of the command are too long: with the environment %u bytes, of which this system takes %u",
               (unsigned)size, (unsigned)most_bytes_of_words());
}

Found prepare_command(const Launch *launch) {
  size_t count = 0;
  words = launch->command;
  if (words[0] == NULL) refuse_usage("no command follows --");
  while (words[count] != NULL) count += 1;
  words_of_shell = take_memory((count + 3) * sizeof *words_of_shell);
  words_of_shell[0] = (char *)(uintptr_t)"sh";
  for (size_t index = 1; index < count; index += 1) words_of_shell[index + 1] = words[index];
  prepare_variables();
  const char *path = getenv("PATH");
  found_before = find_command(words[0], path == NULL ? "/usr/bin:/bin" : path, judge, &file);
  if (found_before == COMMAND_RUNNABLE) check_size();
  return found_before;
}

static _Noreturn void fail(Found found) {
  if (found == COMMAND_NOT_FOUND) {
    say("the command has gone");
    end_with(EXIT_NOT_FOUND);
  }
  say("the command cannot be executed any more");
  end_with(EXIT_NOT_EXECUTABLE);
}

/* Ends where a signal that came ends the command. */
static void restore_for_command(void) {
  if (!block_signals()) end_with(EXIT_INTERNAL);
  const int code = restore_start_state(signal_that_came());
  if (code != 0) end_with(code);
}

_Noreturn void become_command(const char *line, size_t length) {
  /* SECURITY: SEC-29 no other file than the one that was judged before the login. */
  if (found_before != COMMAND_RUNNABLE) fail(found_before);
  is_checked = true;
  const Found found = judge(file.units);
  if (found != COMMAND_RUNNABLE) fail(found);
  const int status = status_descriptor();
  if (status > STDERR_FILENO) close(status);
  if (!fill_result(line, length)) {
    say("the result could not be written");
    end_with(EXIT_INTERNAL);
  }
  leave_place();
  restore_for_command();
  execve(file.units, words, variables);
  if (errno == ENOEXEC) {
    words_of_shell[1] = file.units;
    execve("/bin/sh", words_of_shell, variables);
  }
  fail(errno == ENOENT ? COMMAND_NOT_FOUND : COMMAND_NOT_EXECUTABLE);
}
