/* Gatehouse's launcher for Linux and macOS: interfaces of its parts. docs/gate.md describes their order. */
#ifndef GATEHOUSE_LAUNCHER_H
#define GATEHOUSE_LAUNCHER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/options.h"
#include "common/posix/lookup.h"
#include "common/verdict.h"

enum {
  EXIT_ALLOWED = 0,
  EXIT_USAGE = 64,
  EXIT_INTERNAL = 70,
  EXIT_NOT_EXECUTABLE = 126,
  EXIT_NOT_FOUND = 127,
  EXIT_CANCELLED = 130
};

/* Our own descriptors begin here: those below are the caller's. */
enum { FIRST_OWN_DESCRIPTOR = 10 };

/* Where Electron is, and how it is started: installed.c, checkout.c. */
typedef struct {
  const char *program;
  /* Before our words, and the application's folder behind them; NULL for none. */
  const char *platform;
  const char *application;
  /* Chromium's sandbox cannot be made for root, and is not needed to print. */
  bool has_no_sandbox_for_root;
  /* The display was made for this start, and shows nothing to a person. */
  bool is_display_virtual;
} Place;

typedef struct {
  Options options;
  /* Our words, before `--`. */
  char **own;
  size_t own_count;
  bool has_separator;
  /* The words of the command, with a NULL at the end. Empty without a command. */
  char **command;
  Place place;
} Launch;

/* memory.c: `take_memory`, which common/text.h declares. It ends with 70 if memory runs out. No part takes memory once a
 * verdict was read. */

/* say.c: messages on standard error, in the manner of printf with `%s` and `%u` alone. Control characters of a text that
 * is filled in become `?`. */
void say(const char *form, ...) __attribute__((format(printf, 1, 2)));
void say_list(const char *form, va_list values) __attribute__((format(printf, 1, 0)));

/* place: installed.c, or checkout.c in the program of a checkout. */
/* Takes leading words that are not the caller's. `words` begins with our own name, and ends with NULL. */
char **take_place_words(char **words);
/* Finds Electron. Ends with 70 if it cannot. */
void find_place(Place *place);
/* The variables of Electron that differ from ours, with a NULL at the end: each `NAME=value`, or `NAME` to leave it out. */
const char *const *place_variables(void);
/* Undoes what was made for this start, before the command starts. */
void leave_place(void);

/* arguments.c */
void read_arguments(char **words, Launch *launch);

/* start-state.c: what the caller gave to this process, and the command gets back. */
/* Call first. Ends with 70 if it cannot be noted. */
void note_start_state(void);
/* Whether the caller ignores a signal, as nohup does. */
bool was_ignored(int signal);
/* Raises the limit of open descriptors for ourselves. Returns the limit that Electron can have. */
unsigned long raise_descriptor_limit(void);
/* In a child that becomes Electron: the caller's dispositions, no signal blocked, no core file. */
void prepare_for_electron(void);
/* Before the command: the caller's limits and dispositions; then its mask, with which a signal that came is delivered.
 * Ends where that signal does not. */
void restore_start_state(void);

/* clock.c: of a clock that is never set. */
int64_t now_milliseconds(void);

/* signals.c: INT, TERM, HUP and QUIT, unless the caller ignores them. */
void heed_signals(void);
/* Readable when a signal came or a child changed. */
int signal_descriptor(void);
void empty_signal_descriptor(void);
/* The last signal that came; 0 if none did. */
int signal_that_came(void);
/* How many came. */
unsigned count_of_signals(void);
void block_signals(void);
/* Like fork; in the child every signal is blocked, so that none of our handlers runs there. */
pid_t fork_quietly(void);

/* descriptors.c */
bool is_open(int number);
/* Moves a descriptor above those of the caller, with close-on-exec. Returns -1, and closes it, on failure. */
int own_descriptor(int number);
typedef struct {
  int reading;
  int writing;
} Pipe;
/* Makes a pipe of our own. Ends with 70 on failure. */
Pipe make_pipe(void);
void set_non_blocking(int number);
void close_own(int *number);
/* Writes all bytes; false if that fails, or a new signal comes while it waits, or five seconds after an earlier one. */
bool write_until_signal(int number, const char *bytes, size_t length);
/* In a child: makes `/dev/null` of a standard stream. */
bool open_nothing(int number);

/* system-linux.c, or system-portable.c where there is no Linux. */
/* The path of this program's file, links resolved. */
bool read_own_path(Text *path);
/* Whether programs of this system lie in applications, as on macOS. */
bool has_applications(void);
/* In a child: closes the descriptors from `first` on. */
void close_from(int first);
/* An empty file that has no name; -1 if it cannot be made. */
int make_nameless_file(void);
/* An empty file without a name in a folder, mode 0600, for `name_file`; -1 where the system has none. */
int make_nameless_file_in(int folder);
bool name_file(int file, int folder, const char *name);
/* Bytes that a pipe holds before it blocks its writer, after asking for `wanted`. */
size_t widen_pipe(int writing, size_t wanted);
/* Makes a pipe hold as little as it can, and returns whether one that can be written to is then empty. */
bool narrow_pipe(int writing);
/* Whether an access control list of a folder may let other accounts write. `has_group_bit`: of the folder's mode. */
bool has_list_for_others(const char *folder, bool has_group_bit);
/* The bytes of words, variables and their pointers with which the system starts a program. */
size_t most_bytes_of_words(void);
/* In a child: this signal comes when the parent ends, where the system can. False if the parent, `parent`, has ended. */
bool end_with_parent(pid_t parent, int signal);
/* Reserves room in a file behind an offset, without a change of its size. False where there is none; true also where the
 * file system cannot tell. */
bool reserve_room(int number, int64_t offset, size_t length);
/* Whether entries of a folder can be removed, as far as its flags say. */
bool can_remove_from(int folder);
/* Whether a descriptor can be written to by its flags. */
bool is_for_writing(int flags);

/* folders.c */
/* SEC-103: the first folder, from this whole path up to the root, that another account can change; NULL if there is
 * none. */
const char *folder_of_others(const char *folder);

/* status.c: the verdict, without its ticket, for the caller (--status-fd, --status-file). */
/* Checks that every channel can be written. Ends with 64 or 70 if not. */
void check_channels(const Launch *launch);
bool publish(const char *bytes, size_t length);
/* Of `check --json`. */
bool print_verdict(const char *bytes, size_t length);
void drop_status(void);
int status_descriptor(void);

/* refuse.c: exits before the command starts. */
_Noreturn void end_with(int code);
_Noreturn void refuse_with_line(const char *bytes, size_t length, int code);
_Noreturn void refuse(const char *outcome, int code);
_Noreturn void refuse_usage(const char *form, ...) __attribute__((format(printf, 1, 2)));
/* After a message: 70. */
_Noreturn void refuse_internal(const char *form, ...) __attribute__((format(printf, 1, 2)));
/* Call once the arguments are read. */
void note_for_refusals(const Launch *launch);

/* terminal.c */
void save_terminal(void);
/* Whether one was saved. */
bool has_terminal(void);
/* Only in its foreground. */
void restore_terminal(void);

/* electron.c */
/* Prepares Electron's words and variables. `facts`: NULL without a verdict. */
void prepare_electron(const Launch *launch, const char *facts);
/* Becomes Electron. Returns on failure. */
void exec_electron(void);
_Noreturn void become_electron(const Launch *launch);

/* login.c */
typedef struct {
  char *bytes;
  size_t length;
  /* Electron's exit code, or 128 and the number of the signal that ended it. Significant only without a whole line. */
  unsigned exit_code;
  /* A signal came before Electron was gone. */
  bool was_cancelled;
  bool was_overdue;
} Login;
void run_login(const Launch *launch, Found command, Login *login);

/* result.c: the command's result. */
/* Call before any other descriptor of ours is made: where 3 to 9 are the caller's, its number is the lowest free one
 * above. Ends with 70 on failure. */
void make_result(const Launch *launch);
/* Chooses its channel, with room for every line, and starts the process that passes standard input on. Ends with 64 or 70
 * if that cannot be. */
void choose_result(const Launch *launch);
/* The value of GATEHOUSE_RESULT_FD; -1 without a result. */
int result_number(void);
/* Fills it, and gives it its number. False if that fails. */
bool fill_result(const char *line, size_t length);

/* pass-on.c */
/* Starts a process, which is not our child: once a whole line has come through `line`, it writes this and then standard
 * input to `to`. It takes no byte that the command does not read, where the system can tell, and ends with either side.
 * False on failure. */
bool start_passing_on(int line, int to);

/* command.c */
/* Looks the command up, and prepares its words and variables. */
Found prepare_command(const Launch *launch);
_Noreturn void become_command(const char *line, size_t length);

#endif
