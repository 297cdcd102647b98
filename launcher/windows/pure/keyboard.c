/* Makes bytes of keys. */
#include "keyboard.h"

/* VK_MENU: Alt brings the character that was typed by its number when it is let go. */
#define ALT 0x12u

static bool is_high(wchar_t unit) { return unit >= 0xd800 && unit <= 0xdbff; }
static bool is_low(wchar_t unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

static size_t write_character(uint32_t code, char *bytes) {
  if (code < 0x80) {
    bytes[0] = (char)code;
    return 1;
  }
  const size_t count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const uint8_t FIRST[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t index = count; index > 1; index -= 1) {
    bytes[index - 1] = (char)(0x80 | (code & 0x3f));
    code >>= 6;
  }
  bytes[0] = (char)(FIRST[count] | code);
  return count;
}

/* Returns 0 for other control characters: they are neither keys of ours nor text. */
static char control_of(wchar_t unit) {
  switch (unit) {
    case '\r':
    case '\n':
      return KEY_ENTER;
    case '\b':
    case 0x7f:
      return KEY_ERASE;
    case 0x1b:
    case 0x15:
      return KEY_CLEAR;
    case 0x1a:
    case 0x04:
      return KEY_END;
    default:
      return 0;
  }
}

size_t bytes_of_key(Keys *keys, bool is_down, uint16_t virtual_key, wchar_t unit, char bytes[LONGEST_KEY]) {
  if ((!is_down && virtual_key != ALT) || unit == 0) return 0;
  const wchar_t high = keys->high;
  keys->high = is_high(unit) ? unit : 0;
  if (is_high(unit)) return 0;
  if (is_low(unit)) {
    if (high == 0) return 0;
    return write_character(0x10000 + (((uint32_t)high - 0xd800) << 10) + ((uint32_t)unit - 0xdc00), bytes);
  }
  const bool is_control = unit < 0x20 || (unit >= 0x7f && unit < 0xa0);
  if (!is_control) return write_character(unit, bytes);
  bytes[0] = control_of(unit);
  return bytes[0] == 0 ? 0 : 1;
}

static char *write_number(char *to, unsigned number) {
  char digits[10];
  size_t count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0 && count < sizeof digits);
  while (count > 0) *to++ = digits[--count];
  return to;
}

size_t report_size(unsigned rows, unsigned columns, char bytes[LONGEST_SIZE_REPORT]) {
  static const char START[] = "\x1b[48;";
  static const char END[] = ";0;0t";
  /* No console is larger. */
  const unsigned most = 0xffff;
  char *to = bytes;
  for (const char *from = START; *from != 0; from += 1) *to++ = *from;
  to = write_number(to, rows > most ? most : rows);
  *to++ = ';';
  to = write_number(to, columns > most ? most : columns);
  for (const char *from = END; *from != 0; from += 1) *to++ = *from;
  *to = 0;
  return (size_t)(to - bytes);
}
