/* Finds the command, starts it with the result of the login, and waits for it. */
#include "launcher.h"
#include "common/windows/words.h"

static void read_variable(const wchar_t *name, const wchar_t *otherwise, Text *value) {
  const DWORD room = GetEnvironmentVariableW(name, NULL, 0);
  make_empty(value);
  if (room == 0) {
    append_text(value, otherwise);
    return;
  }
  wchar_t *units = take_memory(room * sizeof *units);
  if (GetEnvironmentVariableW(name, units, room) < room) append_text(value, units);
}

bool is_plain_path(const wchar_t *path) {
  /* Devices: the whole path of `NUL` is `\\.\NUL`. */
  if (begins_with(path, L"\\\\.\\") || begins_with(path, L"\\\\?\\")) return false;
  /* The drive's own colon is at index 1. A later one names a stream. */
  for (size_t index = 2; index < length_of(path); index += 1) {
    if (path[index] == L':') return false;
  }
  return true;
}

wchar_t *whole_path(const wchar_t *path) {
  const DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
  wchar_t *units = take_memory(((size_t)room + 1) * sizeof *units);
  if (room == 0 || GetFullPathNameW(path, room, units, NULL) >= room) units[0] = 0;
  return units;
}

/* SECURITY: SEC-57 accept only a program that Windows itself starts: a shell would parse a script's arguments by rules
 * of its own (CVE-2024-24576). `context`, unless NULL, receives the open handle of the runnable file, of which
 * there is at most one, because it ends the search. */
static Found judge_file(void *context, const wchar_t *path) {
  HANDLE *pinned = context;
  const wchar_t *whole = whole_path(path);
  char start[2] = {0, 0};
  DWORD count = 0;
  const DWORD attributes = GetFileAttributesW(whole);
  if (attributes == INVALID_FILE_ATTRIBUTES) return COMMAND_NOT_FOUND;
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 || !is_plain_path(whole)) return COMMAND_NOT_EXECUTABLE;
  if (is_script_of_the_shell(whole)) return COMMAND_NOT_EXECUTABLE;
  HANDLE file = CreateFileW(whole, GENERIC_READ | GENERIC_EXECUTE, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    /* An app execution alias of the Microsoft Store can be started, but not opened. */
    const bool is_store_alias =
        GetLastError() == ERROR_CANT_ACCESS_FILE && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    return is_store_alias ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
  }
  const bool runs = ReadFile(file, start, sizeof start, &count, NULL) && count == 2 && start[0] == 'M' && start[1] == 'Z';
  if (runs && pinned != NULL) {
    *pinned = file;
  } else {
    CloseHandle(file);
  }
  return runs ? COMMAND_RUNNABLE : COMMAND_NOT_EXECUTABLE;
}

Found look_up_command(const Launch *launch, Text *file, HANDLE *pinned) {
  Text name = {0};
  Text path = {0};
  Text extensions = {0};
  read_program(launch->tail, &name);
  read_variable(L"PATH", L"", &path);
  read_variable(L"PATHEXT", L".COM;.EXE;.BAT;.CMD", &extensions);
  const Found found = find_command(name.units, path.units, extensions.units, judge_file, pinned, file);
  if (found == COMMAND_NOT_EXECUTABLE && is_script_of_the_shell(whole_path(file->units))) {
    say(L"a batch file is not started as the command: name the program that runs it");
  }
  return found;
}

void choose_result(Launch *launch) {
  Options *options = &launch->options;
  DWORD mode = 0;
  if (options->result == RESULT_STDIN && launch->streams[0] != NULL && GetConsoleMode(launch->streams[0], &mode)) {
    refuse_usage(launch, L"--result: stdin is a console, which the command would lose: use fd:3");
  }
  if (options->result == RESULT_DESCRIPTOR && is_open(&launch->descriptors, options->result_descriptor)) {
    Text words = {0};
    append_text(&words, L"--result: descriptor ");
    append_number(&words, options->result_descriptor);
    append_text(&words, L" is open already");
    refuse_usage(launch, words.units);
  }
  if (options->result != RESULT_FIRST_FREE) return;
  for (unsigned number = 3; number < MOST_DESCRIPTORS; number += 1) {
    if (is_open(&launch->descriptors, number)) continue;
    options->result_descriptor = number;
    return;
  }
  refuse_usage(launch, L"too many descriptors are open");
}

/* Input of the command: the line of the verdict; for RESULT_STDIN, the caller's standard input follows. */
typedef struct {
  /* The reading end of the pipe, which the command inherits. */
  HANDLE given;
  /* The writing end of the pipe. */
  HANDLE to;
  /* The caller's standard input, which follows the line; NULL if nothing follows. */
  HANDLE from;
  /* The line of the verdict, of `length` bytes. */
  const char *line;
  size_t length;
} Feed;

/* Thread that writes the command's input. The command need not read: the thread may block until the process ends. */
static DWORD WINAPI feed(void *context) {
  static char bytes[1 << 16];
  const Feed *work = context;
  DWORD count = 0;
  bool open = write_all(work->to, work->line, work->length);
  while (open && work->from != NULL && ReadFile(work->from, bytes, sizeof bytes, &count, NULL) && count > 0) {
    open = write_all(work->to, bytes, count);
  }
  CloseHandle(work->to);
  return 0;
}

static void set_number(const wchar_t *name, uint64_t number) {
  Text value = {0};
  append_number(&value, number);
  SetEnvironmentVariableW(name, value.units);
}

/* SECURITY: SEC-31 only the command gets the result: it inherits the reading end of an unnamed pipe. */
static Feed *equip(Launch *launch, Start *start, const char *line, size_t length) {
  const Options *options = &launch->options;
  Feed *work = take_memory(sizeof *work);
  SetEnvironmentVariableW(L"GATEHOUSE", L"1");
  SetEnvironmentVariableW(L"GATEHOUSE_RESULT_FD", NULL);
  SetEnvironmentVariableW(L"GATEHOUSE_RESULT_HANDLE", NULL);
  if (options->result == RESULT_NONE) return NULL;
  /* Room for more than the line, so that writing it does not wait for the command to read. */
  make_pipe(&work->given, &work->to, length + 1);
  work->line = line;
  work->length = length;
  if (options->result == RESULT_STDIN) {
    work->from = launch->streams[0];
    start->streams[0] = work->given;
  } else {
    set_descriptor(&launch->descriptors, options->result_descriptor, (uintptr_t)work->given, DESCRIPTOR_PIPE);
  }
  set_number(L"GATEHOUSE_RESULT_FD", options->result == RESULT_STDIN ? 0 : options->result_descriptor);
  set_number(L"GATEHOUSE_RESULT_HANDLE", (uintptr_t)work->given);
  return work;
}

static _Noreturn void fail_to_start(DWORD error) {
  Text words = {0};
  const bool gone = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
  append_text(&words, gone ? L"the command has gone" : L"the command cannot be executed");
  append_text(&words, L" (Windows error ");
  append_number(&words, error);
  append_text(&words, error == ERROR_ELEVATION_REQUIRED ? L": it asks for an administrator)" : L")");
  say(words.units);
  end_with(gone ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE);
}

_Noreturn void become_command(Launch *launch, const char *line, size_t length) {
  static Text file, tail;
  Start start = {0};
  Running running;
  HANDLE pinned = NULL;
  HANDLE thread = NULL;
  DWORD code = EXIT_INTERNAL;
  /* Hold the file open until it runs, so that it cannot be replaced after the check. */
  const Found found = look_up_command(launch, &file, &pinned);
  if (found != COMMAND_RUNNABLE) {
    fail_to_start(found == COMMAND_NOT_FOUND ? ERROR_FILE_NOT_FOUND : ERROR_ACCESS_DENIED);
  }
  append_text(&tail, launch->tail);
  for (size_t index = 0; index < 3; index += 1) start.streams[index] = launch->streams[index];
  if (launch->options.status_descriptor >= 3) close_descriptor(&launch->descriptors, launch->options.status_descriptor);
  Feed *work = equip(launch, &start, line, length);
  start.file = whole_path(file.units);
  start.line = tail.units;
  start.descriptors = &launch->descriptors;
  /* The command ends with the launcher, as if the launcher had become it: each job has
   * JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE. Its own children continue, because this limit leaves them out of the job. */
  start.limits = JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
  /* Until the launcher leaves control signals to the command, it takes them itself. So the command must not run before
   * then: a signal in between ends it below. */
  start.suspended = true;
  /* Restore the default search for libraries: the restriction is for the launcher alone. */
  SetDllDirectoryW(NULL);
  if (!start_program(&start, &running)) fail_to_start(GetLastError());
  if (pinned != NULL) CloseHandle(pinned);
  leave_control_to_command();
  if (was_cancelled()) {
    /* As the signal would have ended a command that ran already. */
    TerminateProcess(running.process, (UINT)STATUS_CONTROL_C_EXIT);
    end_with((DWORD)STATUS_CONTROL_C_EXIT);
  }
  ResumeThread(running.thread);
  if (work != NULL) {
    CloseHandle(work->given);
    start_thread(feed, work, &thread);
  }
  WaitForSingleObject(running.process, INFINITE);
  if (!GetExitCodeProcess(running.process, &code)) code = EXIT_INTERNAL;
  end_with(code);
}
