/* Gatehouse's launcher for Windows: interfaces of its parts. docs/gate.md describes their order. */
#ifndef GATEHOUSE_LAUNCHER_H
#define GATEHOUSE_LAUNCHER_H

#include <windows.h>

#include "common/options.h"
#include "common/verdict.h"
#include "common/windows/descriptors.h"
#include "common/windows/lookup.h"

enum {
  EXIT_ALLOWED = 0,
  EXIT_USAGE = 64,
  EXIT_INTERNAL = 70,
  EXIT_NOT_EXECUTABLE = 126,
  EXIT_NOT_FOUND = 127,
  EXIT_CANCELLED = 130
};

/* Arguments, streams and descriptors of this process. */
typedef struct {
  Options options;
  /* Our arguments for Electron, quoted, and the command's unchanged line (common/windows/command-line.h). */
  Text line;
  const wchar_t *tail;
  /* Standard input, output, error; NULL where closed. */
  HANDLE streams[3];
  Descriptors descriptors;
} Launch;

/* memory.c: `take_memory`, which common/text.h declares. It exits with 70 if memory runs out. */

/* say.c */
void say(const wchar_t *text);
/* Writes all bytes; false if the reader is gone. Waits at a full pipe. */
bool write_all(HANDLE file, const char *bytes, size_t length);

/* control.c: control signals, which are Ctrl-C, Ctrl-Break, a closed console, logoff and shutdown. */
void heed_control(void);
/* Event, set by the first control signal. */
HANDLE control_event(void);
bool was_cancelled(void);
/* Milliseconds left for an orderly exit. Fewer after a closed console, because Windows soon ends the program. */
DWORD milliseconds_to_end(void);
/* Ignores further control signals: they also reach the command, which shares the console. */
void leave_control_to_command(void);
/* Like write_all, but a new control signal ends the wait: returns false. */
bool write_until_control(HANDLE file, const char *bytes, size_t length);

/* process.c */
typedef struct {
  const wchar_t *file;
  /* Command line. Writable, because CreateProcessW may change it. */
  wchar_t *line;
  /* NULL for a copy of our environment. */
  const wchar_t *environment;
  HANDLE streams[3];
  /* NULL: no descriptors. */
  const Descriptors *descriptors;
  /* Limits of the job (JOB_OBJECT_LIMIT_*), in addition to JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE. */
  DWORD limits;
  bool suspended;
  /* Detaches the program from our console, so that keys pressed there do not reach it. */
  bool detached;
} Start;

typedef struct {
  HANDLE process;
  HANDLE thread;
  HANDLE job;
} Running;

/* Starts a program with only these handles. It ends when this process ends, for any reason. */
bool start_program(const Start *start, Running *running);
/* Makes a pipe, one end of which is for a started program. Exits with 70 on failure. */
void make_pipe(HANDLE *reading, HANDLE *writing, size_t size);
/* Starts a thread. Exits with 70 on failure. */
void start_thread(LPTHREAD_START_ROUTINE work, void *context, HANDLE *thread);

/* private.c: access to a file or pipe for the person, SYSTEM and Administrators only. */
SECURITY_ATTRIBUTES *private_access(void);

/* status.c: writes the verdict, without its ticket, to the caller's channels (--status-fd, --status-file). */
/* Checks the channels. Returns the text of a usage error, or NULL if they are writable. */
const wchar_t *check_status(const Launch *launch);
bool publish(const char *bytes, size_t length);
void drop_status(void);

/* refuse.c: exits before the command starts. */
_Noreturn void end_with(DWORD code);
/* Publishes a verdict's line (`bytes`), and exits with `code`. */
_Noreturn void refuse_with_line(const Launch *launch, const char *bytes, size_t length, DWORD code);
_Noreturn void refuse(const Launch *launch, const char *outcome, DWORD code);
_Noreturn void refuse_usage(const Launch *launch, const wchar_t *words);

/* console.c: messages at the console. */
bool is_console(HANDLE handle);
/* Returns a pipe for Electron, whose text is shown on our console; NULL if `seen` (standard error) is no console. */
HANDLE show_at_console(HANDLE seen);
/* Waits until all text is shown, or for the timeout. Call after Electron's end of the pipe was closed. */
void finish_showing(DWORD milliseconds);

/* verdict-pipe.c */
typedef struct {
  HANDLE pipe;
  /* The pending operation: its event is set on completion. */
  OVERLAPPED state;
  /* Id of the process that alone may write. */
  DWORD writer;
  bool is_connected;
  /* False after the end of the input. */
  bool is_open;
  /* A whole line was received. */
  bool is_whole;
  char *bytes;
  size_t length;
} VerdictPipe;

/* Makes the pipe. `name` receives 32 hexadecimal digits. Exits with 70 on failure. */
void make_verdict_pipe(VerdictPipe *verdict, Text *name);
/* Takes the received bytes, if the event is set. */
void read_verdict(VerdictPipe *verdict);
/* Takes the bytes in the pipe and closes it, even if another process still holds the other end. */
void close_verdict(VerdictPipe *verdict);

/* electron.c */
typedef struct {
  char *bytes;
  size_t length;
  /* Electron's exit code. Significant only without a whole line. */
  DWORD exit_code;
  /* The caller or the person ended the login before its line was received. */
  bool was_cancelled;
} Login;

/* Runs Electron for the login, until its main process is gone. */
void run_login(const Launch *launch, Found command, Login *login);
/* Runs Electron with the caller's streams, and ends with its exit code. */
_Noreturn void become_electron(const Launch *launch);

/* command.c */
/* The whole path of a file; empty if there is no such path. */
wchar_t *whole_path(const wchar_t *path);
/* Whether a whole path names neither a device (`NUL`, `\\.\…`) nor a stream of a file (`a:b`). */
bool is_plain_path(const wchar_t *path);
/* Looks the command up. `pinned`, unless NULL, receives a handle that prevents changes and replacement of the file. */
Found look_up_command(const Launch *launch, Text *file, HANDLE *pinned);
void choose_result(Launch *launch);
/* Starts the command with its result, waits for it and ends with its exit code. */
_Noreturn void become_command(Launch *launch, const char *line, size_t length);

#endif
