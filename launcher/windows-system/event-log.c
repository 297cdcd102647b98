/* Writes a line to the event log "Application". Any person may do that; only an administrator may remove an event. */
#include "system.h"

/* electron/os/log-program.ts sends no longer line, in bytes. */
#define MOST_LINE 8192
/* An event of EventCreate.exe's messages, which have the line alone as their text (docs/audit.md). */
#define EVENT_ID 1

/** Reads standard input to its end. Returns its length. A longer input ends the program. */
static DWORD read_input(char *bytes, DWORD room) {
  HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
  DWORD length = 0;
  for (;;) {
    DWORD count = 0;
    if (length == room) fail("the line is too long", ERROR_MORE_DATA);
    if (!ReadFile(input, bytes + length, room - length, &count, NULL)) {
      /* The end of a pipe. */
      if (GetLastError() == ERROR_BROKEN_PIPE) return length;
      fail("ReadFile", GetLastError());
    }
    if (count == 0) return length;
    length += count;
  }
}

/* SECURITY: SEC-118 the line comes by standard input, which no other account reads. */
UINT log_line(void) {
  /* With a line end, and one byte more, so that a longer line is noticed. */
  const DWORD room = MOST_LINE + 2;
  char *bytes = allocate(room);
  DWORD length = read_input(bytes, room);
  while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) length -= 1;
  if (length == 0) return 64;
  /* UTF-16 has at most as many units as UTF-8 has bytes. */
  wchar_t *line = allocate((length + 1) * sizeof *line);
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, bytes, (int)length, line, (int)length) == 0)
    fail("MultiByteToWideChar", GetLastError());
  TOKEN_USER *user = token_information(TokenUser);
  HANDLE source = RegisterEventSourceW(NULL, L"Gatehouse");
  if (source == NULL) fail("RegisterEventSource", GetLastError());
  const wchar_t *texts[] = {line};
  if (!ReportEventW(source, EVENTLOG_INFORMATION_TYPE, 0, EVENT_ID, user->User.Sid, 1, 0, texts, NULL))
    fail("ReportEvent", GetLastError());
  DeregisterEventSource(source);
  return 0;
}
