/* Messages, on standard error. They take no memory. */
#include <stdarg.h>
#include <unistd.h>

#include "facts.h"

static char line[4096];
static size_t length;

static void add(char byte) {
  if (length < sizeof line - 1) line[length++] = byte;
}

static bool is_control(unsigned char byte) {
  return byte < ' ' || byte == 0x7f;
}

/* Control characters could move the cursor of a terminal: those of ASCII, and of C1 in UTF-8. */
static void add_text(const char *text) {
  for (; *text != 0; text += 1) {
    const bool is_c1 = (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] < 0xa0;
    add(is_control((unsigned char)*text) || is_c1 ? '?' : *text);
    if (is_c1) text += 1;
  }
}

static void add_number(unsigned number) {
  char digits[10];
  size_t count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count > 0) add(digits[--count]);
}

static void add_form(const char *form, va_list values) {
  for (; *form != 0; form += 1) {
    if (*form != '%') {
      add(*form);
      continue;
    }
    form += 1;
    if (*form == 's') add_text(va_arg(values, const char *));
    if (*form == 'u') add_number(va_arg(values, unsigned));
    if (*form == 0) return;
  }
}

void say_list(const char *form, va_list values) {
  const char *at = line;
  length = 0;
  add_text("gatehouse: ");
  add_form(form, values);
  /* Room is left for it. */
  line[length++] = '\n';
  while (length > 0) {
    const ssize_t written = write(STDERR_FILENO, at, length);
    if (written <= 0) return;
    at += written;
    length -= (size_t)written;
  }
}

void say(const char *form, ...) {
  va_list values;
  va_start(values, form);
  say_list(form, values);
  va_end(values);
}
