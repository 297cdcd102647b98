/* Exits before the command starts. */
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

static char *append_bytes(char *to, const char *text) {
  while (*text != 0) *to++ = *text++;
  return to;
}

static char *append_decimal(char *to, DWORD number, unsigned digits) {
  for (unsigned index = digits; index > 0; index -= 1) {
    to[index - 1] = (char)('0' + number % 10);
    number /= 10;
  }
  return to + digits;
}

static char *append_time(char *to) {
  SYSTEMTIME now;
  GetSystemTime(&now);
  const struct {
    WORD value;
    unsigned digits;
    const char *behind;
  } parts[] = {{now.wYear, 4, "-"}, {now.wMonth, 2, "-"},  {now.wDay, 2, "T"},
               {now.wHour, 2, ":"}, {now.wMinute, 2, ":"}, {now.wSecond, 2, "Z"}};
  for (size_t index = 0; index < sizeof parts / sizeof *parts; index += 1) {
    to = append_bytes(append_decimal(to, parts[index].value, parts[index].digits), parts[index].behind);
  }
  return to;
}

/* Publishes a verdict of the launcher's own, whose reason equals its outcome. */
_Noreturn void refuse(const Launch *launch, const char *outcome, DWORD code) {
  static char line[512];
  char *end = append_bytes(line, "{\"apiVersion\":\"gatehouse/1\",\"outcome\":\"");
  end = append_bytes(append_bytes(append_bytes(end, outcome), "\",\"reason\":\""), outcome);
  end = append_decimal(append_bytes(end, "\",\"exitCode\":"), code, code < 100 ? 2 : 3);
  end = append_bytes(end, ",\"username\":null,\"email\":null,\"consumerParams\":null,\"application\":null,\"company\":null,"
                          "\"method\":null,\"time\":\"");
  end = append_bytes(append_time(end), "\",\"ticket\":null}\n");
  refuse_with_line(launch, line, (size_t)(end - line), code);
}

_Noreturn void refuse_usage(const Launch *launch, const wchar_t *words) {
  say(words);
  refuse(launch, "usage", EXIT_USAGE);
}
