/* The launcher of Gatehouse on Windows: the interfaces of its parts. docs/gate.md has the order. */
#ifndef GATEHOUSE_LAUNCHER_H
#define GATEHOUSE_LAUNCHER_H

#include <windows.h>

#include "pure/descriptors.h"
#include "pure/lookup.h"
#include "pure/options.h"
#include "pure/verdict.h"

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
  /* Standard input, output, error; NULL where closed. */
  HANDLE streams[3];
  Descriptors descriptors;
} Launch;

/* memory.c: exits with 70 if memory runs out. pure/text.h declares `take_memory`. */

/* say.c */
void say(const wchar_t *text);
/* Writes all bytes; false if the reader is gone. Waits at a full pipe. */
bool write_all(HANDLE file, const char *bytes, size_t length);

/* control.c: Ctrl-C, Ctrl-Break, the closing of the console, logoff and shutdown. */
void heed_control(void);
/* Set once one came. */
HANDLE control_event(void);
bool was_cancelled(void);
/* Milliseconds left for an orderly end: Windows itself ends a program after its console was closed. */
DWORD milliseconds_to_end(void);
/* From now on they are the command's, which has the same console; the launcher waits for it. */
void leave_control_to_command(void);
/* Like write_all; a new signal ends the wait, with false. */
bool write_until_control(HANDLE file, const char *bytes, size_t length);

/* process.c */
typedef struct {
  const wchar_t *file;
  /* Windows writes to it. */
  wchar_t *line;
  /* NULL: our own. */
  const wchar_t *environment;
  HANDLE streams[3];
  /* NULL: no descriptors. */
  const Descriptors *descriptors;
  /* A JOB_OBJECT_LIMIT beside that which ends the process when this one ends. */
  DWORD limits;
  bool suspended;
  /* Not at our console: no key that is pressed there reaches it. */
  bool detached;
} Start;

typedef struct {
  HANDLE process;
  HANDLE thread;
  HANDLE job;
} Running;

/* Starts a program that has these handles and no others, and that ends when this process ends, however that goes. */
bool start_program(const Start *start, Running *running);
/* A pipe, one end of which a started program may be given. Exits with 70 on failure. */
void make_pipe(HANDLE *reading, HANDLE *writing, size_t size);
/* Ends with 70. */
void start_thread(LPTHREAD_START_ROUTINE work, void *context, HANDLE *thread);

/* private.c: access to a file or pipe for the person, SYSTEM and Administrators only. */
SECURITY_ATTRIBUTES *private_access(void);

/* status.c: the verdict, without its ticket, on the caller's channels. */
/* Returns the words of a usage error; NULL where the channels can be written. */
const wchar_t *check_status(const Launch *launch);
bool publish(const char *bytes, size_t length);
void drop_status(void);

/* refuse.c: exits before the command starts. */
_Noreturn void end_with(DWORD code);
/* Publishes this verdict's line and ends with its code. */
_Noreturn void refuse_with_line(const Launch *launch, const char *bytes, size_t length, DWORD code);
_Noreturn void refuse(const Launch *launch, const char *outcome, DWORD code);
_Noreturn void refuse_usage(const Launch *launch, const wchar_t *words);

/* console.c: messages at the console. */
bool is_console(HANDLE handle);
/* Returns a pipe whose text is shown at our console, for Electron; NULL where `seen`, our standard error, is no console. */
HANDLE show_at_console(HANDLE seen);
/* Waits until all text is shown, or the time has passed. Call when Electron's end of the pipe is closed. */
void finish_showing(DWORD milliseconds);

/* verdict-pipe.c */
typedef struct {
  HANDLE pipe;
  /* The pending operation: its event is set on completion. */
  OVERLAPPED state;
  /* The process that may write. */
  DWORD writer;
  bool is_connected;
  /* More may come. */
  bool is_open;
  /* A line feed has come. */
  bool is_whole;
  char *bytes;
  size_t length;
} VerdictPipe;

/* Makes it under a name of 32 hexadecimal digits. Ends with 70 where that cannot be. */
void make_verdict_pipe(VerdictPipe *verdict, Text *name);
/* Takes the received bytes, if the event is set. */
void read_verdict(VerdictPipe *verdict);
/* Takes the bytes in the pipe and closes it, even if another process still holds the other end. */
void close_verdict(VerdictPipe *verdict);

/* electron.c */
typedef struct {
  char *bytes;
  size_t length;
  /* Says something where there is no whole line. */
  DWORD exit_code;
  /* The caller or the person ended the login before its line had come. */
  bool was_cancelled;
} Login;

/* Runs Electron for the login, until its main process is gone. */
void run_login(const Launch *launch, Found command, Login *login);
/* Runs Electron with the caller's streams, and ends with its exit code. */
_Noreturn void become_electron(const Launch *launch);

/* command.c */
/* The whole path of a file; empty where there is none. */
wchar_t *whole_path(const wchar_t *path);
/* No device (`NUL`, `\\.\…`), and no stream beside a file (`a:b`); of a whole path. */
bool is_plain_path(const wchar_t *path);
/* Looks the command up. `pinned`, where not NULL, takes a handle that keeps the file from being changed or replaced. */
Found look_up_command(const Launch *launch, Text *file, HANDLE *pinned);
void choose_result(Launch *launch);
/* Starts the command with its result, waits for it and ends with its exit code. */
_Noreturn void become_command(Launch *launch, const char *line, size_t length);

#endif
