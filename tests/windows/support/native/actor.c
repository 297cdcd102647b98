/*
 * Test program that replaces Electron, the command or the caller of the launcher. It performs the actions in its
 * arguments in order. As Electron, under the name Gatehouse.exe, it takes the actions from the variable STAND_IN. Built
 * with the launcher's compiler and the sources in launcher/common, without a C runtime (launcher-bench.ts).
 */
#include <windows.h>
/* Requires windows.h before it. */
#include <tlhelp32.h>

#include "common/windows/descriptors.h"
#include "common/windows/words.h"

void start(void);

static Descriptors given;

void *take_memory(size_t bytes) { return HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, bytes); }

static void fail(DWORD step) { ExitProcess(9000 + step); }

static DWORD number_of(const wchar_t *text) {
  DWORD number = 0;
  for (; *text >= L'0' && *text <= L'9'; text += 1) number = number * 10 + (DWORD)(*text - L'0');
  return number;
}

static const wchar_t *variable(const wchar_t *name) {
  const DWORD room = 1 << 15;
  wchar_t *value = take_memory(room * sizeof *value);
  return GetEnvironmentVariableW(name, value, room) == 0 ? L"-" : value;
}

/* The name of the verdict's pipe: from the launcher's argument, or in a child from the variable VERDICT. */
static const wchar_t *verdict_name(void) {
  static const wchar_t MARK[] = L"--gatehouse-launch=verdict:";
  static Text name;
  for (const wchar_t *at = GetCommandLineW(); *at != 0; at += 1) {
    if (!begins_with(at, MARK)) continue;
    make_empty(&name);
    for (at += length_of(MARK); *at != L','; at += 1) append_unit(&name, *at);
    return name.units;
  }
  return variable(L"VERDICT");
}

/* Opens the verdict's pipe at the first call. Later children inherit the handle. */
static HANDLE open_verdict(void) {
  static HANDLE verdict;
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  Text path = {0};
  if (verdict != NULL) return verdict;
  append_text(&path, L"\\\\.\\pipe\\gatehouse-");
  append_text(&path, verdict_name());
  verdict = CreateFileW(path.units, GENERIC_WRITE, 0, &inherited, OPEN_EXISTING, 0, NULL);
  if (verdict == INVALID_HANDLE_VALUE) fail(21);
  return verdict;
}

static HANDLE descriptor(const wchar_t *text) {
  const DWORD number = number_of(text);
  if (number == 0) return GetStdHandle(STD_INPUT_HANDLE);
  if (number == 1) return GetStdHandle(STD_OUTPUT_HANDLE);
  if (number == 2) return GetStdHandle(STD_ERROR_HANDLE);
  if (number == 3 && !is_open(&given, 3)) return open_verdict();
  if (!is_open(&given, number)) fail(1);
  return (HANDLE)given.handles[number];
}

static void write_bytes(HANDLE to, const char *bytes, DWORD length) {
  DWORD written = 0;
  while (length > 0 && WriteFile(to, bytes, length, &written, NULL)) {
    bytes += written;
    length -= written;
  }
  if (length > 0) fail(2);
}

static void write_text(HANDLE to, const wchar_t *text, size_t units) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, text, (int)units, NULL, 0, NULL, NULL);
  if (size == 0) return;
  char *bytes = take_memory((size_t)size);
  WideCharToMultiByte(CP_UTF8, 0, text, (int)units, bytes, size, NULL, NULL);
  write_bytes(to, bytes, (DWORD)size);
}

/* Copies up to the end of the input, or one line; discards it if `to` is NULL. Returns whether a line has ended. */
static bool copy(HANDLE from, HANDLE to, bool one_line) {
  static char bytes[1 << 16];
  DWORD count = 0;
  while (ReadFile(from, bytes, one_line ? 1 : sizeof bytes, &count, NULL) && count > 0) {
    if (to != NULL) write_bytes(to, bytes, count);
    if (one_line && bytes[0] == '\n') return true;
  }
  return false;
}

static void write_environment(HANDLE to) {
  const wchar_t *block = GetEnvironmentStringsW();
  for (; *block != 0; block += length_of(block) + 1) {
    write_text(to, block, length_of(block));
    write_text(to, L"\n", 1);
  }
}

static void write_open(HANDLE to) {
  for (unsigned number = 3; number < MOST_DESCRIPTORS; number += 1) {
    Text text = {0};
    if (!is_open(&given, number)) continue;
    append_number(&text, number);
    append_text(&text, L"\n");
    write_text(to, text.units, text.length);
  }
}

/* Runs these actions in a child process, and waits for its end. */
static void run_child(const wchar_t *words) {
  STARTUPINFOW info;
  PROCESS_INFORMATION child;
  Text line = {0};
  wchar_t *own = take_memory((1 << 15) * sizeof *own);
  memset(&info, 0, sizeof info);
  info.cb = sizeof info;
  GetModuleFileNameW(NULL, own, 1 << 15);
  SetEnvironmentVariableW(L"VERDICT", verdict_name());
  append_text(&line, L"\"child\" ");
  append_text(&line, words);
  if (!CreateProcessW(own, line.units, NULL, NULL, TRUE, 0, NULL, NULL, &info, &child)) fail(22);
  WaitForSingleObject(child.hProcess, INFINITE);
}

/* Writes a line to every pipe of this process other than the standard streams. */
static void write_everywhere(const wchar_t *text) {
  static const DWORD STREAMS[3] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  for (uintptr_t number = 4; number < 4096; number += 4) {
    bool is_stream = false;
    for (size_t index = 0; index < 3; index += 1) is_stream = is_stream || GetStdHandle(STREAMS[index]) == (HANDLE)number;
    if (is_stream || GetFileType((HANDLE)number) != FILE_TYPE_PIPE) continue;
    Text line = {0};
    static char bytes[4096];
    DWORD written = 0;
    append_text(&line, text);
    append_text(&line, L"\n");
    const int size = WideCharToMultiByte(CP_UTF8, 0, line.units, (int)line.length, bytes, sizeof bytes, NULL, NULL);
    WriteFile((HANDLE)number, bytes, (DWORD)size, &written, NULL);
  }
}

/* Starts a child process with these actions, does not wait, and prints the process id on standard error. */
static void start_child(const wchar_t *words) {
  STARTUPINFOW info;
  PROCESS_INFORMATION child;
  Text line = {0};
  Text said = {0};
  wchar_t *own = take_memory((1 << 15) * sizeof *own);
  memset(&info, 0, sizeof info);
  info.cb = sizeof info;
  GetModuleFileNameW(NULL, own, 1 << 15);
  append_text(&line, L"\"child\" ");
  append_text(&line, words);
  if (!CreateProcessW(own, line.units, NULL, NULL, TRUE, 0, NULL, NULL, &info, &child)) fail(3);
  append_text(&said, L"child ");
  append_number(&said, child.dwProcessId);
  append_text(&said, L"\n");
  write_text(GetStdHandle(STD_ERROR_HANDLE), said.units, said.length);
}

/* Runs a program that inherits all handles. LEAKED names one of them, with a number that other programs do not use. */
static void call(const wchar_t *line) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  STARTUPINFOW info;
  PROCESS_INFORMATION child;
  HANDLE handle = NULL;
  Text number = {0};
  Text text = {0};
  DWORD code = 0;
  for (unsigned count = 0; count < 3000; count += 1) handle = CreateMutexW(&inherited, FALSE, NULL);
  append_number(&number, (uintptr_t)handle);
  SetEnvironmentVariableW(L"LEAKED", number.units);
  GetStartupInfoW(&info);
  info.dwFlags |= STARTF_USESTDHANDLES;
  info.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  info.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  info.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  append_text(&text, line);
  if (!CreateProcessW(NULL, text.units, NULL, NULL, TRUE, 0, NULL, NULL, &info, &child)) fail(4);
  WaitForSingleObject(child.hProcess, INFINITE);
  GetExitCodeProcess(child.hProcess, &code);
  ExitProcess(code);
}

/* Runs a program with our handles in a job, as the launcher runs Electron. The job ends with the program or with us. */
static void run_in_job(const wchar_t *line) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
  STARTUPINFOW info;
  PROCESS_INFORMATION child;
  Text text = {0};
  DWORD code = 0;
  HANDLE job = CreateJobObjectW(NULL, NULL);
  memset(&limits, 0, sizeof limits);
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (job == NULL || !SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)) fail(13);
  GetStartupInfoW(&info);
  append_text(&text, line);
  if (!CreateProcessW(NULL, text.units, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &info, &child)) fail(14);
  if (!AssignProcessToJobObject(job, child.hProcess)) fail(15);
  ResumeThread(child.hThread);
  WaitForSingleObject(child.hProcess, INFINITE);
  if (!GetExitCodeProcess(child.hProcess, &code)) fail(16);
  TerminateJobObject(job, code);
  ExitProcess(code);
}

/* Runs a program to its end, and prints its exit code on standard error. */
static void run_program(const wchar_t *line) {
  STARTUPINFOW info;
  PROCESS_INFORMATION child;
  Text text = {0};
  Text said = {0};
  DWORD code = 0;
  memset(&info, 0, sizeof info);
  info.cb = sizeof info;
  append_text(&text, line);
  if (!CreateProcessW(NULL, text.units, NULL, NULL, TRUE, 0, NULL, NULL, &info, &child)) fail(23);
  WaitForSingleObject(child.hProcess, INFINITE);
  GetExitCodeProcess(child.hProcess, &code);
  append_text(&said, L"ended with ");
  append_number(&said, code);
  append_text(&said, L"\n");
  write_text(GetStdHandle(STD_ERROR_HANDLE), said.units, said.length);
}

/* Crashes a launcher's Electron, its only child besides conhost.exe: starts a thread in it at an unmapped address. */
static void crash_electron_of(DWORD launcher) {
  PROCESSENTRY32W one;
  HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  if (all == INVALID_HANDLE_VALUE) fail(17);
  one.dwSize = sizeof one;
  for (BOOL more = Process32FirstW(all, &one); more; more = Process32NextW(all, &one)) {
    if (one.th32ParentProcessID != launcher || is_equal_in_any_case(one.szExeFile, L"conhost.exe")) continue;
    HANDLE process = OpenProcess(PROCESS_ALL_ACCESS, FALSE, one.th32ProcessID);
    if (process == NULL) fail(18);
    if (!CreateRemoteThread(process, NULL, 0, (LPTHREAD_START_ROUTINE)(uintptr_t)1, NULL, 0, NULL)) fail(20);
    return;
  }
  fail(19);
}

static HANDLE pressed;

static BOOL WINAPI on_key(DWORD kind) {
  (void)kind;
  if (pressed != NULL) SetEvent(pressed);
  return TRUE;
}

/* Waits for Ctrl-C, which does not end this process. */
static void await_key(void) {
  pressed = CreateEventW(NULL, TRUE, FALSE, NULL);
  if (pressed == NULL || !SetConsoleCtrlHandler(on_key, TRUE)) fail(8);
  write_text(GetStdHandle(STD_OUTPUT_HANDLE), L"waits\n", 6);
  WaitForSingleObject(pressed, INFINITE);
}

static HANDLE open_console(const wchar_t *name) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE device = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, NULL);
  if (device == INVALID_HANDLE_VALUE) fail(24);
  return device;
}

/* Writes everything that a console shows. */
static void write_screen(HANDLE screen, HANDLE to) {
  static wchar_t row[256];
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (!GetConsoleScreenBufferInfo(screen, &info)) fail(25);
  for (SHORT index = 0; index <= info.dwCursorPosition.Y; index += 1) {
    const COORD from = {0, index};
    DWORD count = 0;
    if (!ReadConsoleOutputCharacterW(screen, row, 256 < info.dwSize.X ? 256 : (DWORD)info.dwSize.X, from, &count)) fail(26);
    while (count > 0 && (row[count - 1] == L' ' || row[count - 1] == 0)) count -= 1;
    write_text(to, row, count);
    write_text(to, L"\n", 1);
  }
}

typedef enum { AT_NONE, AT_ERROR, AT_ALL } Shown;

/* Runs a program in a new console. A line on standard input sends Ctrl-C to every process of the console. `shown`: the
 * streams that are the console itself; its screen is printed on standard error at the end. */
static void sit(const wchar_t *line, DWORD page, Shown shown) {
  STARTUPINFOW info;
  PROCESS_INFORMATION child;
  HANDLE streams[3];
  HANDLE screen = NULL;
  Text text = {0};
  DWORD code = 0;
  const COORD size = {100, 200};
  static const DWORD NAMES[3] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  for (unsigned index = 0; index < 3; index += 1) streams[index] = GetStdHandle(NAMES[index]);
  FreeConsole();
  if (!AllocConsole()) fail(9);
  for (unsigned index = 0; index < 3; index += 1) SetStdHandle(NAMES[index], streams[index]);
  if (!SetConsoleCtrlHandler(on_key, TRUE)) fail(10);
  memset(&info, 0, sizeof info);
  info.cb = sizeof info;
  info.dwFlags = STARTF_USESTDHANDLES;
  info.hStdOutput = streams[1];
  info.hStdError = streams[2];
  if (shown != AT_NONE) {
    screen = open_console(L"CONOUT$");
    if (!SetConsoleOutputCP(page) || !SetConsoleScreenBufferSize(screen, size)) fail(27);
    info.hStdInput = open_console(L"CONIN$");
    info.hStdError = screen;
    if (shown == AT_ALL) info.hStdOutput = screen;
  }
  append_text(&text, line);
  if (!CreateProcessW(NULL, text.units, NULL, NULL, TRUE, 0, NULL, NULL, &info, &child)) fail(11);
  if (copy(streams[0], NULL, true) && !GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) fail(12);
  WaitForSingleObject(child.hProcess, INFINITE);
  GetExitCodeProcess(child.hProcess, &code);
  if (screen != NULL) write_screen(screen, streams[2]);
  ExitProcess(code);
}

static const wchar_t *act(const wchar_t *rest, const wchar_t *step) {
  Text one = {0};
  Text two = {0};
  if (is_equal(step, L"forever")) Sleep(INFINITE);
  if (is_equal(step, L"fault")) RaiseException(EXCEPTION_ACCESS_VIOLATION, 0, 0, NULL);
  if (is_equal(step, L"crash")) TerminateProcess(GetCurrentProcess(), 0xC0000005);
  if (is_equal(step, L"call")) call(rest);
  if (is_equal(step, L"c")) sit(rest, 0, AT_NONE);
  if (is_equal(step, L"job")) run_in_job(rest);
  if (is_equal(step, L"key")) await_key();
  if (is_equal(step, L"key")) return rest;
  if (is_equal(step, L"child")) {
    start_child(L"forever");
    return rest;
  }
  rest = read_word(rest, &one);
  if (rest == NULL) fail(5);
  if (is_equal(step, L"crash-electron-of")) crash_electron_of(number_of(one.units));
  if (is_equal(step, L"console")) sit(rest, number_of(one.units), AT_ERROR);
  if (is_equal(step, L"all-console")) sit(rest, number_of(one.units), AT_ALL);
  if (is_equal(step, L"run")) run_program(one.units);
  if (is_equal(step, L"other")) run_child(one.units);
  if (is_equal(step, L"everywhere")) write_everywhere(one.units);
  if (is_equal(step, L"exit")) ExitProcess(number_of(one.units));
  if (is_equal(step, L"line")) write_text(descriptor(one.units), GetCommandLineW(), length_of(GetCommandLineW()));
  if (is_equal(step, L"environment")) write_environment(descriptor(one.units));
  if (is_equal(step, L"open")) write_open(descriptor(one.units));
  if (is_equal(step, L"until")) copy(descriptor(one.units), NULL, false);
  if (is_equal(step, L"leaked")) {
    DWORD flags = 0;
    HANDLE handle = (HANDLE)(uintptr_t)number_of(variable(L"LEAKED"));
    write_text(descriptor(one.units), GetHandleInformation(handle, &flags) ? L"leaked\n" : L"tight\n", 6);
  }
  if (is_equal(step, L"folder")) {
    wchar_t *folder = take_memory((1 << 15) * sizeof *folder);
    write_text(descriptor(one.units), folder, GetCurrentDirectoryW(1 << 15, folder));
  }
  if (is_equal(step, L"handle")) {
    copy((HANDLE)(uintptr_t)number_of(variable(L"GATEHOUSE_RESULT_HANDLE")), descriptor(one.units), true);
  }
  if (!is_equal(step, L"to") && !is_equal(step, L"part") && !is_equal(step, L"variable") && !is_equal(step, L"copy") &&
      !is_equal(step, L"first") && !is_equal(step, L"many") && !is_equal(step, L"file")) {
    return rest;
  }
  rest = read_word(rest, &two);
  if (rest == NULL) fail(6);
  if (is_equal(step, L"to") || is_equal(step, L"part")) write_text(descriptor(one.units), two.units, two.length);
  if (is_equal(step, L"to")) write_text(descriptor(one.units), L"\n", 1);
  if (is_equal(step, L"variable")) {
    write_text(descriptor(one.units), variable(two.units), length_of(variable(two.units)));
    write_text(descriptor(one.units), L"\n", 1);
  }
  if (is_equal(step, L"copy")) copy(descriptor(one.units), descriptor(two.units), false);
  if (is_equal(step, L"first")) copy(descriptor(one.units), descriptor(two.units), true);
  if (is_equal(step, L"file")) {
    HANDLE file = CreateFileW(two.units, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) fail(7);
    copy(file, descriptor(one.units), false);
  }
  if (is_equal(step, L"many")) {
    static char thousand[1000];
    for (DWORD index = 0; index < sizeof thousand; index += 1) thousand[index] = 'x';
    for (DWORD left = number_of(two.units); left > 0; left -= 1) write_bytes(descriptor(one.units), thousand, sizeof thousand);
  }
  return rest;
}

void start(void) {
  STARTUPINFOW info;
  Text own = {0};
  Text step = {0};
  GetStartupInfoW(&info);
  read_descriptors(info.lpReserved2, info.cbReserved2, &given);
  const wchar_t *rest = read_program(GetCommandLineW(), &own);
  /* As Gatehouse.exe, take the actions from STAND_IN. A child is named "child", and has them as its arguments. */
  if (own.length > 13 && is_equal_in_any_case(own.units + own.length - 13, L"Gatehouse.exe")) rest = variable(L"STAND_IN");
  while ((rest = read_word(rest, &step)) != NULL) rest = act(rest, step.units);
  ExitProcess(0);
}
