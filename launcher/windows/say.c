/* Messages, on standard error. */
#include "launcher.h"

bool write_all(HANDLE file, const char *bytes, size_t length) {
  while (length > 0) {
    const DWORD most = 1u << 16;
    DWORD written = 0;
    if (!WriteFile(file, bytes, length > most ? most : (DWORD)length, &written, NULL)) return false;
    bytes += written;
    length -= written;
  }
  return true;
}

void say(const wchar_t *words) {
  Text text = {0};
  DWORD mode = 0;
  HANDLE file = GetStdHandle(STD_ERROR_HANDLE);
  if (file == NULL || file == INVALID_HANDLE_VALUE) return;
  append_text(&text, L"gatehouse: ");
  append_text(&text, words);
  append_text(&text, L"\n");
  if (GetConsoleMode(file, &mode)) {
    WriteConsoleW(file, text.units, (DWORD)text.length, &mode, NULL);
    return;
  }
  const int units = (int)text.length;
  const int size = WideCharToMultiByte(CP_UTF8, 0, text.units, units, NULL, 0, NULL, NULL);
  if (size <= 0) return;
  char *bytes = take_memory((size_t)size);
  WideCharToMultiByte(CP_UTF8, 0, text.units, units, bytes, size, NULL, NULL);
  write_all(file, bytes, (size_t)size);
}
