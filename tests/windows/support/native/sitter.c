/*
 * A person at a console of their own: starts a program there, types, and reports the console's contents. Obeys a line
 * of standard input at a time (sitter.ts has their forms); answers on standard error. The program's standard output is
 * ours, which is a pipe of the test, or the console.
 */
#include <windows.h>

#include "windows/pure/text.h"

void start(void);

enum { MOST = 1 << 15, COLUMNS = 100, ROWS = 60, KEPT_ROWS = 200 };

static HANDLE input, output, said_to, orders;
static PROCESS_INFORMATION child;

void *take_memory(size_t bytes) { return HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, bytes); }

void *memset(void *target, int value, size_t count);
void *memset(void *target, int value, size_t count) {
  volatile char *to = target;
  for (size_t index = 0; index < count; index += 1) to[index] = (char)value;
  return target;
}

static void fail(DWORD step) { ExitProcess(9000 + step); }

static void tell(const Text *text) {
  static char bytes[3 * MOST];
  DWORD written = 0;
  const int size = WideCharToMultiByte(CP_UTF8, 0, text->units, (int)text->length, bytes, sizeof bytes, NULL, NULL);
  if (size <= 0 || !WriteFile(said_to, bytes, (DWORD)size, &written, NULL)) fail(1);
}

static DWORD mode_of(HANDLE of) {
  DWORD mode = 0;
  if (!GetConsoleMode(of, &mode)) fail(2);
  return mode;
}

static void append_row(Text *text, SHORT row, DWORD at_least) {
  static wchar_t units[COLUMNS];
  DWORD count = 0;
  const COORD from = {0, row};
  if (!ReadConsoleOutputCharacterW(output, units, COLUMNS, from, &count)) fail(3);
  while (count > at_least && (units[count - 1] == L' ' || units[count - 1] == 0)) count -= 1;
  append_units(text, units, count);
  append_text(text, L"\n");
}

/* The number of unread keys. */
static unsigned waiting_keys(void) {
  static INPUT_RECORD records[256];
  DWORD count = 0;
  unsigned keys = 0;
  if (!PeekConsoleInputW(input, records, 256, &count)) fail(15);
  for (DWORD index = 0; index < count; index += 1) {
    if (records[index].EventType == KEY_EVENT && records[index].Event.KeyEvent.bKeyDown) keys += 1;
  }
  return keys;
}

/* Prints the current state, ended by a form feed: the exit code, waiting keys, the modes, the colours, the rows. */
static void look(void) {
  CONSOLE_SCREEN_BUFFER_INFO info;
  DWORD code = STILL_ACTIVE;
  Text text = {0};
  const bool has_ended = child.hProcess != NULL && WaitForSingleObject(child.hProcess, 0) == WAIT_OBJECT_0;
  if (!GetConsoleScreenBufferInfo(output, &info)) fail(4);
  if (has_ended) GetExitCodeProcess(child.hProcess, &code);
  append_text(&text, L"code ");
  append_number(&text, code);
  append_text(&text, L" waiting ");
  append_number(&text, waiting_keys());
  append_text(&text, L" modes ");
  append_number(&text, mode_of(input));
  append_text(&text, L" ");
  append_number(&text, mode_of(output));
  append_text(&text, L" ");
  append_number(&text, info.wAttributes);
  append_text(&text, L"\n");
  for (SHORT row = 0; row <= info.dwCursorPosition.Y; row += 1) {
    const COORD at = info.dwCursorPosition;
    append_row(&text, row, row == at.Y ? (DWORD)at.X : 0);
  }
  append_text(&text, L"\f");
  tell(&text);
}

static void press(wchar_t unit) {
  INPUT_RECORD records[2];
  DWORD count = 0;
  memset(records, 0, sizeof records);
  for (unsigned index = 0; index < 2; index += 1) {
    records[index].EventType = KEY_EVENT;
    records[index].Event.KeyEvent.bKeyDown = index == 0;
    records[index].Event.KeyEvent.wRepeatCount = 1;
    records[index].Event.KeyEvent.uChar.UnicodeChar = unit;
    /* Enter, Esc and the backspace have the same number as a key. */
    if (unit < L' ') records[index].Event.KeyEvent.wVirtualKeyCode = unit;
  }
  if (!WriteConsoleInputW(input, records, 2, &count) || count != 2) fail(5);
}

static void begin(wchar_t *line, HANDLE result) {
  STARTUPINFOW info;
  memset(&info, 0, sizeof info);
  info.cb = sizeof info;
  info.dwFlags = STARTF_USESTDHANDLES;
  info.hStdInput = input;
  info.hStdOutput = result;
  info.hStdError = output;
  if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &info, &child)) fail(6);
}

static void resize(SHORT columns, SHORT rows) {
  const SMALL_RECT window = {0, 0, (SHORT)(columns - 1), (SHORT)(rows - 1)};
  if (!SetConsoleWindowInfo(output, TRUE, &window)) fail(7);
}

static unsigned number_of(const wchar_t *text) {
  unsigned number = 0;
  for (; *text >= L'0' && *text <= L'9'; text += 1) number = number * 10 + (unsigned)(*text - L'0');
  return number;
}

static void obey(wchar_t *order) {
  if (is_equal(order, L"look")) look();
  if (is_equal(order, L"interrupt") && !GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) fail(8);
  if (begins_with(order, L"page ") && !SetConsoleOutputCP(number_of(order + 5))) fail(9);
  if (begins_with(order, L"narrow ")) resize((SHORT)number_of(order + 7), ROWS);
  if (begins_with(order, L"key ")) press((wchar_t)number_of(order + 4));
  if (begins_with(order, L"type ")) {
    for (const wchar_t *unit = order + 5; *unit != 0; unit += 1) press(*unit);
  }
  if (begins_with(order, L"start ")) begin(order + 6, GetStdHandle(STD_OUTPUT_HANDLE));
  if (begins_with(order, L"here ")) begin(order + 5, output);
}

static bool read_order(wchar_t *order) {
  static char bytes[3 * MOST];
  DWORD length = 0, count = 0;
  while (ReadFile(orders, bytes + length, 1, &count, NULL) && count > 0) {
    if (bytes[length] == '\n') {
      const int units = length == 0 ? 0 : MultiByteToWideChar(CP_UTF8, 0, bytes, (int)length, order, MOST - 1);
      order[units] = 0;
      return true;
    }
    length += 1;
    if (length == sizeof bytes) fail(10);
  }
  return false;
}

static BOOL WINAPI on_control(DWORD kind) {
  (void)kind;
  return TRUE;
}

static HANDLE open_device(const wchar_t *name) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE device = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, NULL);
  if (device == INVALID_HANDLE_VALUE) fail(11);
  return device;
}

void start(void) {
  wchar_t *order = take_memory(MOST * sizeof *order);
  const COORD kept = {COLUMNS, KEPT_ROWS};
  HANDLE result = GetStdHandle(STD_OUTPUT_HANDLE);
  orders = GetStdHandle(STD_INPUT_HANDLE);
  said_to = GetStdHandle(STD_ERROR_HANDLE);
  FreeConsole();
  if (!AllocConsole()) fail(12);
  SetStdHandle(STD_OUTPUT_HANDLE, result);
  SetHandleInformation(result, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  SetHandleInformation(orders, HANDLE_FLAG_INHERIT, 0);
  SetHandleInformation(said_to, HANDLE_FLAG_INHERIT, 0);
  input = open_device(L"CONIN$");
  output = open_device(L"CONOUT$");
  if (!SetConsoleCtrlHandler(on_control, TRUE)) fail(13);
  if (!SetConsoleScreenBufferSize(output, kept)) fail(14);
  resize(COLUMNS, ROWS);
  while (read_order(order)) obey(order);
  if (child.hProcess != NULL) TerminateProcess(child.hProcess, 1);
  ExitProcess(0);
}
