/* Exits before the command starts. */
#include <time.h>
#include <unistd.h>

#include "common/refusal.h"
#include "refuse.h"

static bool prints_verdict;
static bool is_heeding;

void note_for_refusals(const Launch *launch) {
  prints_verdict = launch->options.mode == MODE_CHECK && launch->options.wants_json;
  is_heeding = true;
}

_Noreturn void end_with(int code) {
  drop_status();
  leave_place();
  _exit(code);
}

_Noreturn void refuse_with_line(const char *bytes, size_t length, int code) {
  if (!publish(bytes, length)) say("the verdict could not be written");
  if (prints_verdict) print_verdict(bytes, length);
  end_with(code);
}

_Noreturn void refuse(const char *outcome, int code) {
  static char line[LONGEST_REFUSAL];
  struct tm now = {0};
  const time_t seconds = time(NULL);
  if (!is_heeding) end_with(code);
  gmtime_r(&seconds, &now);
  const Moment moment = {(unsigned)now.tm_year + 1900, (unsigned)now.tm_mon + 1, (unsigned)now.tm_mday,
                         (unsigned)now.tm_hour,        (unsigned)now.tm_min,     (unsigned)now.tm_sec};
  refuse_with_line(line, write_refusal(line, outcome, (uint32_t)code, &moment), code);
}

_Noreturn void refuse_usage(const char *form, ...) {
  va_list values;
  va_start(values, form);
  say_list(form, values);
  va_end(values);
  refuse("usage", EXIT_USAGE);
}

_Noreturn void refuse_internal(const char *form, ...) {
  va_list values;
  va_start(values, form);
  say_list(form, values);
  va_end(values);
  /* A signal to the group may be the cause. */
  if (signal_that_came() != 0) refuse("cancelled", EXIT_CANCELLED);
  refuse("internal", EXIT_INTERNAL);
}
