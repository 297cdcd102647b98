/* UTF-16 text that ends with NUL. */
#include "system.h"

size_t wide_length(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != L'\0') length += 1;
  return length;
}

wchar_t *wide_copy(wchar_t *to, const wchar_t *text) {
  while ((*to = *text) != L'\0') {
    to += 1;
    text += 1;
  }
  return to;
}

void put_wide(struct json *json, const char *name, const wchar_t *text) {
  json_text(json, name, (const uint16_t *)text, wide_length(text));
}
