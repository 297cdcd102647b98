/* The signals of Windows: Ctrl-C, Ctrl-Break, the closing of the console, logoff and shutdown. */
#include "launcher.h"

/* Windows ends a program five seconds after its console was closed. */
enum { MILLISECONDS_AT_LEAST = 3000, MILLISECONDS_AT_EASE = 10000 };

enum { PHASE_LOGIN, PHASE_COMMAND };

static HANDLE event;
static volatile LONG phase = PHASE_LOGIN;
static volatile LONG cancelled;
static volatile LONG hurried;

static BOOL WINAPI on_control(DWORD kind) {
  const bool may_stay = kind == CTRL_C_EVENT || kind == CTRL_BREAK_EVENT;
  if (InterlockedCompareExchange(&phase, 0, 0) == PHASE_LOGIN) {
    if (!may_stay) InterlockedExchange(&hurried, 1);
    InterlockedExchange(&cancelled, 1);
    SetEvent(event);
  }
  /* Never return: Windows would then end this process, before the login or the command has ended. */
  if (!may_stay) Sleep(INFINITE);
  return TRUE;
}

void heed_control(void) {
  event = CreateEventW(NULL, TRUE, FALSE, NULL);
  if (event == NULL || !SetConsoleCtrlHandler(on_control, TRUE)) ExitProcess(EXIT_INTERNAL);
}

HANDLE control_event(void) { return event; }

bool was_cancelled(void) { return InterlockedCompareExchange(&cancelled, 0, 0) != 0; }

DWORD milliseconds_to_end(void) {
  return InterlockedCompareExchange(&hurried, 0, 0) != 0 ? MILLISECONDS_AT_LEAST : MILLISECONDS_AT_EASE;
}

void leave_control_to_command(void) { InterlockedExchange(&phase, PHASE_COMMAND); }

typedef struct {
  HANDLE file;
  const char *bytes;
  size_t length;
  bool written;
} Writing;

static DWORD WINAPI write_beside(void *context) {
  Writing *writing = context;
  writing->written = write_all(writing->file, writing->bytes, writing->length);
  return 0;
}

bool write_until_control(HANDLE file, const char *bytes, size_t length) {
  /* On the heap: the thread may still use it after this function returns. */
  Writing *writing = take_memory(sizeof *writing);
  HANDLE both[2] = {NULL, event};
  *writing = (Writing){file, bytes, length, false};
  /* Forget a signal that was for the login: it must not end this write. */
  ResetEvent(event);
  start_thread(write_beside, writing, &both[0]);
  const bool ended = WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0;
  CloseHandle(both[0]);
  return ended && writing->written;
}
