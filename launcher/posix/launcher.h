/* Gatehouse's launcher for Linux and macOS: the parts that act, and refuse where they cannot. docs/gate.md describes their
 * order. */
#ifndef GATEHOUSE_LAUNCHER_H
#define GATEHOUSE_LAUNCHER_H

#include "refuse.h"

/* arguments.c */
void read_arguments(char **words, Launch *launch);

/* pipe.c */
/* Makes a pipe of our own. Ends with 70 on failure. */
Pipe make_pipe(void);
/* Ends with 70 on failure. */
void set_non_blocking(int number);

/* channels.c */
/* Checks that every channel of the verdict can be written. Ends with 64 or 70 if not. */
void check_channels(const Launch *launch);

/* terminal.c */
void save_terminal(void);
/* Whether one was saved. */
bool has_terminal(void);
/* Only in its foreground. */
void restore_terminal(void);

/* electron.c: Electron, or Node where the place has it. */
/* Prepares its words and variables. `facts`: NULL without a verdict. */
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
