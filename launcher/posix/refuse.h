/* The ways to end before the command starts, with the channels and the place that they leave. Nothing here calls a part of
 * launcher.h. */
#ifndef GATEHOUSE_REFUSE_H
#define GATEHOUSE_REFUSE_H

#include "facts.h"

/* place: installed.c, or checkout.c in the program of a checkout. */
/* Takes leading words that are not the caller's. `words` begins with our own name, and ends with NULL. */
char **take_place_words(char **words);
/* Finds Electron, or Node. Ends with 70 if it cannot. */
void find_place(Place *place);
/* The variables of Electron that differ from ours, with a NULL at the end: each `NAME=value`, or `NAME` to leave it out. */
const char *const *place_variables(void);
/* Undoes what was made for this start, before the command starts. */
void leave_place(void);

/* status.c: the verdict, without its ticket, for the caller (--status-fd, --status-file). */
/* Writes every verdict to this descriptor of the caller. */
void use_status_descriptor(int number);
int status_descriptor(void);
typedef enum {
  STATUS_FILE_READY,
  /* `errno` says why. */
  STATUS_FILE_NOT_MADE,
  /* Entries of the folder cannot be removed. */
  STATUS_FILE_NOT_REMOVABLE,
  STATUS_FILE_WITHOUT_ROOM,
  /* An old verdict cannot be removed. */
  STATUS_FILE_NOT_REPLACED,
} StatusFile;
/* Prepares a file of this name in a folder, with room for every verdict, and removes an old one. Both texts are kept. */
StatusFile prepare_status_file(const char *folder, const char *name);
bool publish(const char *bytes, size_t length);
/* Of `check --json`. */
bool print_verdict(const char *bytes, size_t length);
void drop_status(void);

/* refuse.c: exits before the command starts. */
_Noreturn void end_with(int code);
_Noreturn void refuse_with_line(const char *bytes, size_t length, int code);
_Noreturn void refuse(const char *outcome, int code);
_Noreturn void refuse_usage(const char *form, ...) __attribute__((format(printf, 1, 2)));
/* After a message: 70. */
_Noreturn void refuse_internal(const char *form, ...) __attribute__((format(printf, 1, 2)));
/* Call once the arguments are read. */
void note_for_refusals(const Launch *launch);

#endif
