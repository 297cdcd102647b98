/* Runs Electron: for the login, or in the launcher's place. */
#include "launcher.h"
#include "common/windows/environment-block.h"
#include "common/windows/words.h"

enum { ALIVE_DESCRIPTOR = 4 };
enum { MILLISECONDS_TO_SHOW = 10000, MILLISECONDS_BESIDE = 3000, MILLISECONDS_BEHIND_LINE = 1000 };
static const ULONGLONG NEVER = ~0ull;

/* Reads the path of this program's file, with links resolved. Only this path determines the path of Electron. */
static void read_own_path(Text *path) {
  const DWORD room = 1u << 15;
  wchar_t *units = take_memory(room * sizeof *units);
  const DWORD length = GetModuleFileNameW(NULL, units, room);
  if (length == 0 || length >= room) ExitProcess(EXIT_INTERNAL);
  HANDLE file = CreateFileW(units, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) ExitProcess(EXIT_INTERNAL);
  const DWORD whole = GetFinalPathNameByHandleW(file, units, room, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
  CloseHandle(file);
  if (whole == 0 || whole >= room) ExitProcess(EXIT_INTERNAL);
  /* Remove the prefix `\\?\`, which Electron does not expect. */
  if (begins_with(units, L"\\\\?\\UNC\\")) {
    append_text(path, L"\\\\");
    append_text(path, units + 8);
  } else {
    append_text(path, begins_with(units, L"\\\\?\\") ? units + 4 : units);
  }
}

static void cut_last_part(Text *path) {
  while (path->length > 0 && path->units[path->length - 1] != L'\\') path->length -= 1;
  if (path->length > 0) path->length -= 1;
  path->units[path->length] = 0;
}

/* SECURITY: SEC-42 only the location of this program decides which Electron runs, never the caller's input. */
static void find_electron(Text *file) {
  read_own_path(file);
  cut_last_part(file);
  cut_last_part(file);
  append_text(file, L"\\Gatehouse.exe");
}

/* Starts Electron. `--log-level=3` silences Chromium, but not our own messages. Chromium ignores words after `--`. */
static void start_electron(const Launch *launch, Start *start, const Text *facts, Running *running) {
  static Text file, line, environment;
  find_electron(&file);
  append_quoted(&line, file.units);
  append_quoted(&line, L"--log-level=3");
  if (facts->length > 0) append_quoted(&line, facts->units);
  append_quoted(&line, L"--");
  if (launch->line.length > 0) {
    append_unit(&line, L' ');
    append_units(&line, launch->line.units, launch->line.length);
  }
  wchar_t *block = GetEnvironmentStringsW();
  if (block == NULL) ExitProcess(EXIT_INTERNAL);
  keep_harmless(block, &environment);
  FreeEnvironmentStringsW(block);
  start->file = file.units;
  start->line = line.units;
  start->environment = environment.units;
  /* A crash writes no memory dump and opens no dialog. A program opened for the person may leave the job
   * (windows-system/open.c). Every other process stays in it. */
  start->limits = JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION | JOB_OBJECT_LIMIT_BREAKAWAY_OK;
  if (start_program(start, running)) return;
  Text words = {0};
  const DWORD error = GetLastError();
  append_text(&words, L"cannot start ");
  append_text(&words, file.units);
  append_text(&words, L" (Windows error ");
  append_number(&words, error);
  append_text(&words, L")");
  say(words.units);
  running->process = NULL;
}

/* Waits for Electron's main process, and returns its exit code. At a cancellation, closes the pipe `asking`, to ask
 * Electron to exit. `asking` is NULL in become_electron, which cannot ask: without a console, Electron gets no signal.
 * Kills an Electron that does not exit after a cancellation or a whole line. `login`, `verdict`: NULL for a start
 * without a verdict. */
static DWORD await_electron(const Running *running, HANDLE asking, VerdictPipe *verdict, Login *login) {
  bool heeds_control = true;
  ULONGLONG end = NEVER;
  DWORD code = EXIT_INTERNAL;
  for (;;) {
    const ULONGLONG now = GetTickCount64();
    HANDLE any[3] = {running->process, NULL, NULL};
    DWORD count = 1;
    if (heeds_control) any[count++] = control_event();
    if (verdict != NULL && verdict->is_open) any[count++] = verdict->state.hEvent;
    const DWORD limit = end == NEVER ? INFINITE : end > now ? (DWORD)(end - now) : 0;
    const DWORD woken = WaitForMultipleObjects(count, any, FALSE, limit);
    if (woken == WAIT_OBJECT_0) break;
    if (woken >= WAIT_OBJECT_0 + count) {
      TerminateJobObject(running->job, EXIT_CANCELLED);
      WaitForSingleObject(running->process, INFINITE);
      break;
    }
    if (any[woken - WAIT_OBJECT_0] == control_event()) {
      heeds_control = false;
      if (login != NULL) login->was_cancelled = true;
      end = now + (asking == NULL ? MILLISECONDS_BESIDE : milliseconds_to_end());
      if (asking != NULL) CloseHandle(asking);
      asking = NULL;
      continue;
    }
    if (verdict == NULL) continue;
    read_verdict(verdict);
    if (!verdict->is_whole || end <= now + MILLISECONDS_BEHIND_LINE) continue;
    /* SECURITY: SEC-29 one whole line decides: a later Ctrl-C is for the command. */
    heeds_control = false;
    end = now + MILLISECONDS_BEHIND_LINE;
  }
  if (!GetExitCodeProcess(running->process, &code)) code = EXIT_INTERNAL;
  /* End the other processes of its job. */
  TerminateJobObject(running->job, EXIT_INTERNAL);
  if (asking != NULL) CloseHandle(asking);
  return code;
}

static HANDLE open_nothing(void) {
  HANDLE nothing = CreateFileW(L"\\\\.\\NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                               OPEN_EXISTING, 0, NULL);
  if (nothing == INVALID_HANDLE_VALUE) ExitProcess(EXIT_INTERNAL);
  return nothing;
}

static const wchar_t *name_of(const Launch *launch, Found command) {
  if (launch->options.mode != MODE_GATE) return L"none";
  if (command == COMMAND_RUNNABLE) return L"runnable";
  return command == COMMAND_NOT_EXECUTABLE ? L"not-executable" : L"not-found";
}

void run_login(const Launch *launch, Found command, Login *login) {
  static Descriptors given;
  static VerdictPipe verdict;
  HANDLE alive = NULL, asking = NULL;
  Running running;
  Start start = {0};
  Text facts = {0};
  Text name = {0};
  HANDLE nothing = open_nothing();
  login->exit_code = EXIT_INTERNAL;
  make_verdict_pipe(&verdict, &name);
  make_pipe(&alive, &asking, 1);
  set_descriptor(&given, ALIVE_DESCRIPTOR, (uintptr_t)alive, DESCRIPTOR_PIPE);
  start.descriptors = &given;
  start.streams[0] = launch->options.reads_stdin && launch->streams[0] != NULL ? launch->streams[0] : nothing;
  /* Standard output is for the command or the verdict: send messages to standard error. */
  start.streams[2] = launch->streams[2] != NULL ? launch->streams[2] : nothing;
  start.streams[1] = start.streams[2];
  HANDLE said = show_at_console(launch->streams[2]);
  if (said != NULL) {
    start.streams[2] = said;
    /* Electron for Windows begins standard output with an empty line. */
    start.streams[1] = nothing;
  }
  append_text(&facts, L"--gatehouse-launch=verdict:");
  append_text(&facts, name.units);
  append_text(&facts, L",command:");
  append_text(&facts, name_of(launch, command));
  append_text(&facts, L",launcher:4,hangup:heeded");
  /* The launcher handles Ctrl-C, and asks Electron to exit. */
  start.detached = true;
  if (was_cancelled()) return;
  start_electron(launch, &start, &facts, &running);
  CloseHandle(alive);
  CloseHandle(nothing);
  /* Close our copy, which would keep the pipe open after Electron's exit. */
  if (said != NULL) CloseHandle(said);
  if (running.process == NULL) return;
  verdict.writer = GetProcessId(running.process);
  login->exit_code = await_electron(&running, asking, &verdict, login);
  close_verdict(&verdict);
  finish_showing(milliseconds_to_end());
  CloseHandle(running.job);
  login->bytes = verdict.bytes;
  login->length = verdict.length;
}

_Noreturn void become_electron(const Launch *launch) {
  Running running;
  Start start = {0};
  const Text facts = {0};
  heed_control();
  for (size_t index = 0; index < 3; index += 1) start.streams[index] = launch->streams[index];
  /* Electron cannot read keys of a console. */
  if (is_console(start.streams[0])) start.streams[0] = open_nothing();
  HANDLE said = show_at_console(launch->streams[2]);
  if (said != NULL) {
    start.streams[2] = said;
    /* One pipe for both streams keeps the order of their texts. */
    if (is_console(start.streams[1])) start.streams[1] = said;
    /* Detach as in run_login, so that Electron has no console under Wine, too. */
    start.detached = true;
  }
  start_electron(launch, &start, &facts, &running);
  if (running.process == NULL) ExitProcess(EXIT_INTERNAL);
  if (said != NULL) CloseHandle(said);
  const DWORD code = await_electron(&running, NULL, NULL, NULL);
  finish_showing(MILLISECONDS_TO_SHOW);
  if (code != 0 && was_cancelled()) ExitProcess(EXIT_CANCELLED);
  /* SECURITY: SEC-29 where a login was requested, no argument grants access, whatever Electron's exit code. */
  ExitProcess(launch->options.is_misuse ? EXIT_USAGE : code);
}
