/* Converts Electron's output for the console. */
#include "shown.h"

size_t length_of_whole(const char *bytes, size_t length) {
  size_t behind = 0;
  while (behind < 3 && behind < length && ((uint8_t)bytes[length - 1 - behind] & 0xc0) == 0x80) behind += 1;
  if (behind == length) return length;
  const uint8_t first = (uint8_t)bytes[length - 1 - behind];
  const size_t needed = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  return behind < needed ? length - 1 - behind : length;
}

size_t keep_text(wchar_t *units, size_t count) {
  size_t kept = 0;
  for (size_t index = 0; index < count; index += 1) {
    const wchar_t unit = units[index];
    const bool is_control = unit < 0x20 || (unit >= 0x7f && unit < 0xa0);
    if (!is_control || unit == '\n' || unit == '\r' || unit == '\t') units[kept++] = unit;
  }
  return kept;
}
