/* The person at the console, for an Electron without one. One pipe takes keys to Electron, a second brings its
 * standard error, a third its requests for keys (launcher/README.md). Only the launcher sets the console's modes: they
 * differ from the original ones only while a question is open, however Electron ends. */
#include "launcher.h"
#include "pure/keyboard.h"
#include "pure/shown.h"

enum { PIPE_BYTES = 1 << 16, CHUNK = 4096 };

/* Requests of Electron on its pipe, a byte each. */
enum { ASKS = '?', ASKS_NO_MORE = '.' };

/* Bright white on black, for a camera to read. */
enum { PICTURE = FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE | FOREGROUND_INTENSITY };

static HANDLE input, output;
static HANDLE keys_to, requests_from, said_from;
static HANDLE showing, heeding, passing;
static HANDLE job;
/* Set when the state below or the console's size may have changed. */
static HANDLE changed;

static SRWLOCK lock = SRWLOCK_INIT;
/* Under the lock: */
static bool is_wanted, is_over, is_own_mode;
static DWORD found_mode;

/* The size that Electron knows. While keys are passed on, only their thread uses it and writes to their pipe, which may
 * be full. */
static unsigned known_rows, known_columns;

static volatile LONG misused;

/* Under the lock. */
static void set_mode(bool is_asking) {
  if (is_asking == is_own_mode) return;
  if (!is_asking) {
    SetConsoleMode(input, found_mode);
    is_own_mode = false;
    return;
  }
  if (!GetConsoleMode(input, &found_mode)) return;
  /* Key by key and without an echo, which is Electron's; Ctrl-C stays a signal. */
  const DWORD without = ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT | ENABLE_MOUSE_INPUT | ENABLE_VIRTUAL_TERMINAL_INPUT;
  is_own_mode = SetConsoleMode(input, (found_mode & ~without) | ENABLE_PROCESSED_INPUT | ENABLE_WINDOW_INPUT) != 0;
}

/* Takes a request over, and says whether keys are to be read now. */
static bool is_asking(void) {
  AcquireSRWLockExclusive(&lock);
  const bool asking = is_wanted && !is_over;
  set_mode(asking);
  ReleaseSRWLockExclusive(&lock);
  return asking;
}

static void want(bool wanted) {
  AcquireSRWLockExclusive(&lock);
  is_wanted = wanted;
  ReleaseSRWLockExclusive(&lock);
  SetEvent(changed);
}

static bool read_size(unsigned *rows, unsigned *columns) {
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (!GetConsoleScreenBufferInfo(output, &info)) return false;
  const int height = info.srWindow.Bottom - info.srWindow.Top + 1;
  const int width = info.srWindow.Right - info.srWindow.Left + 1;
  *rows = height > 0 ? (unsigned)height : 0;
  *columns = width > 0 ? (unsigned)width : 0;
  return true;
}

/* Tells Electron the size where it is another than it knows. */
static bool tell_size(void) {
  unsigned rows = 0, columns = 0;
  char report[LONGEST_SIZE_REPORT];
  if (!read_size(&rows, &columns)) return true;
  if (rows == known_rows && columns == known_columns) return true;
  known_rows = rows;
  known_columns = columns;
  return write_all(keys_to, report, report_size(rows, columns, report));
}

/* Passes one event on. A line ends the request: later input is for the next reader, possibly the command. */
static bool pass_event(Keys *keys, const INPUT_RECORD *record) {
  char bytes[LONGEST_KEY];
  if (record->EventType == WINDOW_BUFFER_SIZE_EVENT) return tell_size();
  if (record->EventType != KEY_EVENT) return true;
  const KEY_EVENT_RECORD *key = &record->Event.KeyEvent;
  for (unsigned times = key->wRepeatCount == 0 ? 1 : key->wRepeatCount; times > 0; times -= 1) {
    const size_t count =
        bytes_of_key(keys, key->bKeyDown != 0, key->wVirtualKeyCode, key->uChar.UnicodeChar, bytes);
    if (count == 0) continue;
    const bool is_line = bytes[0] == KEY_ENTER;
    if (is_line) want(false);
    if (is_line) is_asking();
    if (!write_all(keys_to, bytes, count)) return false;
    if (is_line) return true;
  }
  return true;
}

static bool pass_next(Keys *keys) {
  INPUT_RECORD record;
  DWORD count = 0;
  /* Another reader of the console may have been faster. */
  if (!GetNumberOfConsoleInputEvents(input, &count)) return false;
  if (count == 0) return true;
  return ReadConsoleInputW(input, &record, 1, &count) && (count == 0 || pass_event(keys, &record));
}

static DWORD WINAPI pass_keys(void *context) {
  Keys keys = {0};
  const HANDLE both[2] = {changed, input};
  (void)context;
  for (;;) {
    const bool asking = is_asking();
    if (!tell_size()) break;
    const DWORD woken = WaitForMultipleObjects(asking ? 2 : 1, both, FALSE, INFINITE);
    AcquireSRWLockExclusive(&lock);
    const bool over = is_over;
    ReleaseSRWLockExclusive(&lock);
    if (over || woken == WAIT_FAILED) break;
    if (woken == WAIT_OBJECT_0 + 1 && !pass_next(&keys)) break;
  }
  want(false);
  is_asking();
  /* Tell Electron the end of the input. */
  CloseHandle(keys_to);
  return 0;
}

static DWORD WINAPI heed_requests(void *context) {
  char byte = 0;
  DWORD count = 0;
  (void)context;
  while (ReadFile(requests_from, &byte, 1, &count, NULL)) {
    if (count == 0) continue;
    if (byte == ASKS || byte == ASKS_NO_MORE) {
      want(byte == ASKS);
      continue;
    }
    InterlockedExchange(&misused, 1);
    TerminateJobObject(job, EXIT_INTERNAL);
    break;
  }
  want(false);
  return 0;
}

static void show_units(const wchar_t *units, size_t count, bool is_picture) {
  CONSOLE_SCREEN_BUFFER_INFO info;
  const bool coloured = is_picture && count > 0 && GetConsoleScreenBufferInfo(output, &info);
  if (coloured) SetConsoleTextAttribute(output, PICTURE);
  while (count > 0) {
    DWORD written = 0;
    if (!WriteConsoleW(output, units, (DWORD)count, &written, NULL) || written == 0 || written > count) break;
    units += written;
    count -= written;
  }
  if (coloured) SetConsoleTextAttribute(output, info.wAttributes);
}

static DWORD WINAPI show_said(void *context) {
  static char bytes[CHUNK];
  static wchar_t units[MOST_UNITS(CHUNK)];
  static Shown shown;
  DWORD length = 0;
  (void)context;
  while (ReadFile(said_from, bytes, sizeof bytes, &length, NULL)) {
    for (size_t done = 0; done < length;) {
      size_t count = 0;
      const bool is_picture = shown.is_picture;
      done += read_shown(&shown, bytes + done, length - done, units, &count);
      show_units(units, count, is_picture);
    }
    /* The next output wraps at the present width: wake pass_keys, which reports the size. */
    SetEvent(changed);
  }
  return 0;
}

static HANDLE open_device(const wchar_t *name) {
  HANDLE device = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                              0, NULL);
  return device == INVALID_HANDLE_VALUE ? NULL : device;
}

static bool is_console(HANDLE handle) {
  DWORD mode = 0;
  return handle != NULL && GetConsoleMode(handle, &mode) != 0;
}

bool open_console(HANDLE stdin_stream, HANDLE seen, ConsoleEnds *ends) {
  /* Questions go to standard error: elsewhere the person would not see them. */
  if (!is_console(seen)) return false;
  input = open_device(L"CONIN$");
  output = open_device(L"CONOUT$");
  if (!is_console(input) || !is_console(output) || !read_size(&known_rows, &known_columns)) return false;
  changed = CreateEventW(NULL, FALSE, FALSE, NULL);
  if (changed == NULL) return false;
  make_pipe(&ends->keys, &keys_to, PIPE_BYTES);
  make_pipe(&requests_from, &ends->requests, 1);
  make_pipe(&said_from, &ends->said, PIPE_BYTES);
  ends->rows = known_rows;
  ends->columns = known_columns;
  ends->code_page = GetConsoleOutputCP();
  ends->is_stdin = is_console(stdin_stream);
  return true;
}

void relay_console(HANDLE of) {
  job = of;
  start_thread(show_said, NULL, &showing);
  start_thread(heed_requests, NULL, &heeding);
  start_thread(pass_keys, NULL, &passing);
}

void stop_asking(void) {
  AcquireSRWLockExclusive(&lock);
  is_over = true;
  set_mode(false);
  ReleaseSRWLockExclusive(&lock);
  if (changed != NULL) SetEvent(changed);
}

static DWORD milliseconds_until(ULONGLONG end) {
  const ULONGLONG now = GetTickCount64();
  return now < end ? (DWORD)(end - now) : 0;
}

bool close_console(DWORD milliseconds) {
  const ULONGLONG end = GetTickCount64() + milliseconds;
  stop_asking();
  const bool heard_all = WaitForSingleObject(heeding, milliseconds_until(end)) == WAIT_OBJECT_0;
  WaitForSingleObject(passing, milliseconds_until(end));
  /* Selecting text in the console delays the output, not the verdict. */
  WaitForSingleObject(showing, milliseconds_until(end));
  return heard_all && InterlockedCompareExchange(&misused, 0, 0) == 0;
}
