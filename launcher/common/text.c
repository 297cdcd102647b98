/* Text that grows, and comparisons. */
#include "text.h"

size_t length_of(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != 0) length += 1;
  return length;
}

static wchar_t lower(wchar_t unit) {
  return unit >= L'A' && unit <= L'Z' ? (wchar_t)(unit + (L'a' - L'A')) : unit;
}

bool is_equal(const wchar_t *one, const wchar_t *other) {
  while (*one != 0 && *one == *other) {
    one += 1;
    other += 1;
  }
  return *one == *other;
}

bool is_equal_in_any_case(const wchar_t *one, const wchar_t *other) {
  while (*one != 0 && lower(*one) == lower(*other)) {
    one += 1;
    other += 1;
  }
  return lower(*one) == lower(*other);
}

bool begins_with(const wchar_t *text, const wchar_t *start) {
  while (*start != 0) {
    if (*text != *start) return false;
    text += 1;
    start += 1;
  }
  return true;
}

bool begins_with_in_any_case(const wchar_t *text, const wchar_t *start) {
  while (*start != 0) {
    if (lower(*text) != lower(*start)) return false;
    text += 1;
    start += 1;
  }
  return true;
}

/* Ensures room for `more` units and a final zero. */
static void make_room(Text *text, size_t more) {
  const size_t wanted = text->length + more + 1;
  if (wanted <= text->room) return;
  const size_t room = wanted * 2;
  wchar_t *units = take_memory(room * sizeof(wchar_t));
  for (size_t index = 0; index < text->length; index += 1) units[index] = text->units[index];
  text->units = units;
  text->room = room;
}

void append_units(Text *text, const wchar_t *units, size_t count) {
  make_room(text, count);
  for (size_t index = 0; index < count; index += 1) text->units[text->length + index] = units[index];
  text->length += count;
  text->units[text->length] = 0;
}

void append_unit(Text *text, wchar_t unit) { append_units(text, &unit, 1); }

void append_text(Text *text, const wchar_t *more) { append_units(text, more, length_of(more)); }

void append_number(Text *text, uint64_t number) {
  wchar_t digits[20];
  size_t count = 0;
  do {
    count += 1;
    digits[sizeof digits / sizeof *digits - count] = (wchar_t)(L'0' + number % 10);
    number /= 10;
  } while (number != 0);
  append_units(text, digits + (sizeof digits / sizeof *digits - count), count);
}

void make_empty(Text *text) {
  make_room(text, 0);
  text->length = 0;
  text->units[0] = 0;
}

const wchar_t *units_of(const Text *text) { return text->units == NULL ? L"" : text->units; }
