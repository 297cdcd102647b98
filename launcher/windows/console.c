/* Shows the messages of Electron, which has no console, at the launcher's console (launcher/README.md). */
#include "launcher.h"
#include "common/windows/shown.h"

enum { PIPE_BYTES = 1 << 16, CHUNK = 4096 };

static HANDLE output, said_from, showing;

bool is_console(HANDLE handle) {
  DWORD mode = 0;
  return handle != NULL && GetConsoleMode(handle, &mode) != 0;
}

static void show_units(const wchar_t *units, size_t count) {
  while (count > 0) {
    DWORD written = 0;
    if (!WriteConsoleW(output, units, (DWORD)count, &written, NULL) || written == 0 || written > count) break;
    units += written;
    count -= written;
  }
}

static DWORD WINAPI show_said(void *context) {
  static char bytes[CHUNK];
  static wchar_t units[CHUNK];
  size_t kept = 0;
  DWORD length = 0;
  (void)context;
  while (ReadFile(said_from, bytes + kept, (DWORD)(sizeof bytes - kept), &length, NULL)) {
    const size_t all = kept + length;
    const size_t whole = length_of_whole(bytes, all);
    const int count = whole == 0 ? 0 : MultiByteToWideChar(CP_UTF8, 0, bytes, (int)whole, units, CHUNK);
    show_units(units, keep_text(units, (size_t)count));
    kept = all - whole;
    for (size_t index = 0; index < kept; index += 1) bytes[index] = bytes[whole + index];
  }
  return 0;
}

HANDLE show_at_console(HANDLE seen) {
  HANDLE said_to = NULL;
  if (!is_console(seen)) return NULL;
  output = seen;
  make_pipe(&said_from, &said_to, PIPE_BYTES);
  start_thread(show_said, NULL, &showing);
  return said_to;
}

void finish_showing(DWORD milliseconds) {
  /* Limit the wait: selected text in the console stops the output, and must not delay the verdict. */
  if (showing != NULL) WaitForSingleObject(showing, milliseconds);
}
