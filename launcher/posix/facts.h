/* What the parts below know, and what they do when they are asked. None refuses: they report a failure, and exit with 70
 * only where nothing could go on. A file that declares its functions here includes no other header of ours, so that it
 * calls none of refuse.h, and none of launcher.h. */
#ifndef GATEHOUSE_FACTS_H
#define GATEHOUSE_FACTS_H

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

/* Where Electron is, or Node in its place, and how it is started: installed.c, checkout.c. */
typedef struct {
  const char *program;
  /* Node runs `application`, one file, without Chromium: no window, no display. */
  bool is_node;
  /* Of Electron. Before our words, and the application's folder behind them; NULL for none. */
  const char *platform;
  const char *application;
  /* Chromium's sandbox cannot be made for root, and is not needed to print. */
  bool has_no_sandbox_for_root;
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

/* clock.c: of a clock that is never set. */
int64_t now_milliseconds(void);

/* start-state.c: what the caller gave to this process, and the command gets back. */
/* Call first. Ends with 70 if it cannot be noted. */
void note_start_state(void);
/* Whether the caller ignores a signal, as nohup does. */
bool was_ignored(int signal);
/* Raises the limit of open descriptors for ourselves. Returns the limit that Electron can have. */
unsigned long raise_descriptor_limit(void);
/* In a child that becomes Electron: the caller's dispositions, no signal blocked, no core file. */
void prepare_for_electron(void);
/* Before the command, while signals are blocked: restores the caller's limits and dispositions; then its mask, with which
 * `came`, the signal that came or 0, is delivered. Returns 0, or the code to exit with: where that signal did not end this
 * process, or nothing could be restored. */
int restore_start_state(int came);

/* descriptors.c */
bool is_open(int number);
/* Moves a descriptor above those of the caller, with close-on-exec. Returns -1, and closes it, on failure. */
int own_descriptor(int number);
/* A pipe of our own: pipe.c. */
typedef struct {
  int reading;
  int writing;
} Pipe;
void close_own(int *number);
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

/* signals.c: INT, TERM, HUP and QUIT, unless the caller ignores them. */
/* `pipe`: of our own, neither end of which blocks. False on failure. */
bool heed_signals(Pipe pipe);
/* Readable when a signal came or a child changed. */
int signal_descriptor(void);
void empty_signal_descriptor(void);
/* The last signal that came; 0 if none did. */
int signal_that_came(void);
/* How many came. */
unsigned count_of_signals(void);
/* Blocks them. False on failure. */
bool block_signals(void);
/* Like fork; in the child every signal is blocked, so that none of our handlers runs there. */
pid_t fork_quietly(void);

/* write.c */
/* Writes all bytes; false if that fails, or a new signal comes while it waits, or five seconds after an earlier one. */
bool write_until_signal(int number, const char *bytes, size_t length);

#endif
