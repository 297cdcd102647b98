/* The command's result: a line in a pipe, a file without a name, or ahead of standard input. */
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "launcher.h"

enum { FIRST_RESULT_DESCRIPTOR = 3, LAST_RESULT_DESCRIPTOR = 9 };

static Pipe channel = {-1, -1};
/* For a line that is longer than the pipe. */
static int file = -1;
/* Of the line for the process that passes standard input on. */
static Pipe line_pipe = {-1, -1};
static int number = -1;

void make_result(const Launch *launch) {
  if (launch->options.mode == MODE_GATE && launch->options.result != RESULT_NONE) channel = make_pipe();
}

int result_number(void) { return number; }

static int first_free(void) {
  for (int free = FIRST_RESULT_DESCRIPTOR; free <= LAST_RESULT_DESCRIPTOR; free += 1) {
    if (!is_open(free)) return free;
  }
  return channel.reading;
}

/* Fills a file, to prove that there is room for the longest line. */
static bool make_file(void) {
  static const char BLANKS[4096];
  file = make_nameless_file();
  for (size_t written = 0; file >= 0 && written < LONGEST_VERDICT; written += sizeof BLANKS) {
    if (write(file, BLANKS, sizeof BLANKS) != (ssize_t)sizeof BLANKS) close_own(&file);
  }
  return file >= 0;
}

/* Before the person is asked. */
static void choose_standard_input(void) {
  number = STDIN_FILENO;
  if (isatty(STDIN_FILENO)) refuse_usage("--result: stdin is a terminal, which the command would lose: use fd:3");
  if (!is_open(STDIN_FILENO)) return;
  line_pipe = make_pipe();
  if (!start_passing_on(line_pipe.reading, channel.writing)) {
    refuse_internal("no process can be started: %s", strerror(errno));
  }
  close_own(&line_pipe.reading);
  close_own(&channel.writing);
}

void choose_result(const Launch *launch) {
  const Options *options = &launch->options;
  if (options->result == RESULT_NONE) return;
  if (options->result == RESULT_STDIN) {
    choose_standard_input();
    if (channel.writing < 0) return;
  }
  if (options->result == RESULT_DESCRIPTOR) {
    if (is_open((int)options->result_descriptor)) {
      refuse_usage("--result: descriptor %u is open already", options->result_descriptor);
    }
    number = (int)options->result_descriptor;
  }
  if (options->result == RESULT_FIRST_FREE) number = first_free();
  set_non_blocking(channel.writing);
  if (widen_pipe(channel.writing, LONGEST_VERDICT) < LONGEST_VERDICT && !make_file()) {
    refuse_internal("there is no room for the result: %s", strerror(errno));
  }
}

/* The file in the place of the pipe's reading end. */
static bool fill_file(const char *line, size_t length) {
  if (file < 0) file = make_nameless_file();
  return file >= 0 && pwrite(file, line, length, 0) == (ssize_t)length && ftruncate(file, (off_t)length) == 0 &&
         lseek(file, 0, SEEK_SET) == 0 && dup2(file, channel.reading) == channel.reading;
}

static bool write_line(const char *line, size_t length) {
  if (line_pipe.writing >= 0) return write_until_signal(line_pipe.writing, line, length);
  return write(channel.writing, line, length) == (ssize_t)length || fill_file(line, length);
}

bool fill_result(const char *line, size_t length) {
  if (channel.reading < 0) return true;
  if (!write_line(line, length)) return false;
  if (number == channel.reading) return fcntl(channel.reading, F_SETFD, 0) == 0;
  return dup2(channel.reading, number) == number;
}
