/* Exits before the command starts. */
#include "common/refusal.h"
#include "launcher.h"

_Noreturn void end_with(DWORD code) {
  drop_status();
  ExitProcess(code);
}

_Noreturn void refuse_with_line(const Launch *launch, const char *bytes, size_t length, DWORD code) {
  if (!publish(bytes, length)) say(L"the verdict could not be written");
  if (launch->options.mode == MODE_CHECK && launch->options.wants_json) {
    write_until_control(launch->streams[1], bytes, length);
  }
  end_with(code);
}

/* Publishes a verdict of the launcher's own, whose reason equals its outcome. */
_Noreturn void refuse(const Launch *launch, const char *outcome, DWORD code) {
  static char line[LONGEST_REFUSAL];
  SYSTEMTIME now;
  GetSystemTime(&now);
  const Moment moment = {now.wYear, now.wMonth, now.wDay, now.wHour, now.wMinute, now.wSecond};
  refuse_with_line(launch, line, write_refusal(line, outcome, code, &moment), code);
}

_Noreturn void refuse_usage(const Launch *launch, const wchar_t *words) {
  say(words);
  refuse(launch, "usage", EXIT_USAGE);
}
