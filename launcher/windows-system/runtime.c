/* Replaces a C runtime: memory, and an exit that reports its reason. */
#include "system.h"

void *allocate(size_t bytes) {
  void *memory = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, bytes);
  if (memory == NULL) fail("out of memory", ERROR_NOT_ENOUGH_MEMORY);
  return memory;
}

void release(void *memory) { HeapFree(GetProcessHeap(), 0, memory); }

void *json_resize(void *memory, size_t bytes) {
  if (memory == NULL) return HeapAlloc(GetProcessHeap(), 0, bytes);
  return HeapReAlloc(GetProcessHeap(), 0, memory, bytes);
}

_Noreturn void fail(const char *what, DWORD code) {
  char line[128];
  DWORD length = 0;
  while (what[length] != '\0' && length < 80) {
    line[length] = what[length];
    length += 1;
  }
  static const char error[] = ": error 0x";
  for (const char *at = error; *at != '\0'; at += 1) line[length++] = *at;
  for (int shift = 28; shift >= 0; shift -= 4) line[length++] = "0123456789abcdef"[code >> shift & 15];
  line[length++] = '\r';
  line[length++] = '\n';
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), line, length, &written, NULL);
  ExitProcess(1);
}
