/* Finds the command, and becomes it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launcher.h"

extern char **environ;

static Text file;
static Text interpreter;
static const char *path;
static char **words;
/* For a file without a program's head, which a shell runs (execvp of POSIX.1-2017). */
static char **words_of_shell;
static char **variables;
static char result_variable[40];
/* The interpreter is looked at only before the login: later it would delay the command. */
static bool is_checked;

static bool has_interpreter(const char *name) {
  char start[256];
  const int opened = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  /* One that can be executed need not be readable. */
  if (opened < 0) return true;
  const ssize_t length = read(opened, start, sizeof start);
  close(opened);
  if (length <= 0 || !read_interpreter(start, (size_t)length, &interpreter)) return true;
  struct stat found;
  return stat(interpreter.units, &found) == 0 && S_ISREG(found.st_mode) &&
         faccessat(AT_FDCWD, interpreter.units, X_OK, AT_EACCESS) == 0;
}

/* As execve(2) would. */
static Found judge(const char *name) {
  struct stat found;
  if (stat(name, &found) != 0) return COMMAND_NOT_FOUND;
  if (!S_ISREG(found.st_mode) || faccessat(AT_FDCWD, name, X_OK, AT_EACCESS) != 0) return COMMAND_NOT_EXECUTABLE;
  return is_checked || has_interpreter(name) ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
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

Found prepare_command(const Launch *launch) {
  size_t count = 0;
  words = launch->command;
  while (words[count] != NULL) count += 1;
  words_of_shell = take_memory((count + 3) * sizeof *words_of_shell);
  words_of_shell[0] = (char *)(uintptr_t)"sh";
  for (size_t index = 1; index < count; index += 1) words_of_shell[index + 1] = words[index];
  prepare_variables();
  path = getenv("PATH");
  if (path == NULL) path = "/usr/bin:/bin";
  const char *name = words[0] == NULL ? "" : words[0];
  make_room(&file, strlen(path) + strlen(name) + 2);
  return find_command(name, path, judge, &file);
}

static _Noreturn void fail(Found found) {
  if (found == COMMAND_NOT_FOUND) {
    say("the command has gone");
    end_with(EXIT_NOT_FOUND);
  }
  say("the command cannot be executed any more");
  end_with(EXIT_NOT_EXECUTABLE);
}

_Noreturn void become_command(const char *line, size_t length) {
  is_checked = true;
  const Found found = find_command(words[0], path, judge, &file);
  if (found != COMMAND_RUNNABLE) fail(found);
  const int status = status_descriptor();
  if (status > STDERR_FILENO) close(status);
  if (!fill_result(line, length)) {
    say("the result could not be written");
    end_with(EXIT_INTERNAL);
  }
  leave_place();
  restore_start_state();
  execve(file.units, words, variables);
  if (errno == ENOEXEC) {
    words_of_shell[1] = file.units;
    execve("/bin/sh", words_of_shell, variables);
  }
  fail(errno == ENOENT ? COMMAND_NOT_FOUND : COMMAND_NOT_EXECUTABLE);
}
