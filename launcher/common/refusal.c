/* Writes the verdict of a refusal. */
#include "refusal.h"

static char *append_bytes(char *to, const char *text) {
  while (*text != 0) *to++ = *text++;
  return to;
}

static char *append_decimal(char *to, uint32_t number, size_t digits) {
  for (size_t index = digits; index > 0; index -= 1) {
    to[index - 1] = (char)('0' + number % 10);
    number /= 10;
  }
  return to + digits;
}

static char *append_time(char *to, const Moment *now) {
  const struct {
    uint32_t value;
    size_t digits;
    const char *behind;
  } parts[] = {{now->year, 4, "-"}, {now->month, 2, "-"},  {now->day, 2, "T"},
               {now->hour, 2, ":"}, {now->minute, 2, ":"}, {now->second, 2, "Z"}};
  for (size_t index = 0; index < sizeof parts / sizeof *parts; index += 1) {
    to = append_bytes(append_decimal(to, parts[index].value, parts[index].digits), parts[index].behind);
  }
  return to;
}

size_t write_refusal(char *to, const char *outcome, uint32_t code, const Moment *now) {
  char *end = append_bytes(to, "{\"apiVersion\":\"gatehouse/1\",\"outcome\":\"");
  end = append_bytes(append_bytes(append_bytes(end, outcome), "\",\"reason\":\""), outcome);
  end = append_decimal(append_bytes(end, "\",\"exitCode\":"), code, code < 100 ? 2 : 3);
  end = append_bytes(end, ",\"username\":null,\"email\":null,\"consumerParams\":null,\"application\":null,\"company\":null,"
                          "\"method\":null,\"time\":\"");
  end = append_bytes(append_time(end, now), "\",\"ticket\":null}\n");
  return (size_t)(end - to);
}
