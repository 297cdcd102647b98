/* The pipe for the verdict. Only Electron's main process receives the pipe's name. It opens the pipe itself, so that
 * other processes inherit no handle. The launcher never waits for the end of the pipe. */
#include "launcher.h"
/* Include after windows.h. */
#include <ntsecapi.h>

static const wchar_t FOLDER[] = L"\\\\.\\pipe\\gatehouse-";
enum { NAME_BYTES = 16, PIPE_BYTES = 1 << 16 };

static void append_random(Text *name) {
  static const wchar_t DIGITS[] = L"0123456789abcdef";
  BYTE bytes[NAME_BYTES];
  if (!RtlGenRandom(bytes, sizeof bytes)) ExitProcess(EXIT_INTERNAL);
  for (size_t index = 0; index < sizeof bytes; index += 1) {
    append_unit(name, DIGITS[bytes[index] >> 4]);
    append_unit(name, DIGITS[bytes[index] & 15]);
  }
}

void make_verdict_pipe(VerdictPipe *verdict, Text *name) {
  Text path = {0};
  append_random(name);
  append_text(&path, FOLDER);
  append_text(&path, name->units);
  verdict->bytes = take_memory(LONGEST_VERDICT + 1);
  verdict->state.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
  /* A single instance: after the first client, no other can connect. */
  verdict->pipe = CreateNamedPipeW(path.units, PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                   PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, 0,
                                   PIPE_BYTES, 0, private_access());
  if (verdict->state.hEvent == NULL || verdict->pipe == INVALID_HANDLE_VALUE) ExitProcess(EXIT_INTERNAL);
  verdict->is_open = true;
  if (ConnectNamedPipe(verdict->pipe, &verdict->state) || GetLastError() == ERROR_PIPE_CONNECTED) {
    SetEvent(verdict->state.hEvent);
  } else if (GetLastError() != ERROR_IO_PENDING) {
    ExitProcess(EXIT_INTERNAL);
  }
}

/* Keeps one byte more than the longest verdict: a longer one is then recognised as invalid. */
static size_t room_in(const VerdictPipe *verdict) { return LONGEST_VERDICT + 1 - verdict->length; }

static void wait_for_more(VerdictPipe *verdict) {
  static char beyond[4096];
  const size_t room = room_in(verdict);
  char *to = room > 0 ? verdict->bytes + verdict->length : beyond;
  verdict->is_open = ReadFile(verdict->pipe, to, room > 0 ? (DWORD)room : sizeof beyond, NULL, &verdict->state) ||
                     GetLastError() == ERROR_IO_PENDING;
}

/* SECURITY: SEC-105 only the process that we started writes a verdict. */
static bool is_writers_own(const VerdictPipe *verdict) {
  ULONG client = 0;
  return GetNamedPipeClientProcessId(verdict->pipe, &client) && client == verdict->writer;
}

/* Takes received bytes. False if the operation is pending, or the pipe is closed. */
static bool take_more(VerdictPipe *verdict, bool waits) {
  DWORD count = 0;
  if (!GetOverlappedResult(verdict->pipe, &verdict->state, &count, waits)) {
    verdict->is_open = GetLastError() == ERROR_IO_INCOMPLETE;
    return false;
  }
  if (!verdict->is_connected) {
    verdict->is_connected = true;
    verdict->is_open = is_writers_own(verdict);
  } else if (room_in(verdict) > 0) {
    for (size_t end = verdict->length + count; verdict->length < end; verdict->length += 1) {
      if (verdict->bytes[verdict->length] == '\n') verdict->is_whole = true;
    }
  }
  if (verdict->is_open) wait_for_more(verdict);
  return verdict->is_open;
}

void read_verdict(VerdictPipe *verdict) { take_more(verdict, false); }

void close_verdict(VerdictPipe *verdict) {
  while (verdict->is_open) {
    /* Cancels only an operation that still waits: written bytes have already completed a read. */
    CancelIoEx(verdict->pipe, &verdict->state);
    take_more(verdict, true);
  }
  CloseHandle(verdict->pipe);
}
