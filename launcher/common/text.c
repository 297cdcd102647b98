/* Text that grows, and comparisons. */
#include "text.h"

size_t length_of(const Unit *text) {
  size_t length = 0;
  while (text[length] != 0) length += 1;
  return length;
}

static Unit lower(Unit unit) {
  return unit >= UNITS('A') && unit <= UNITS('Z') ? (Unit)(unit + 32) : unit;
}

bool is_equal(const Unit *one, const Unit *other) {
  while (*one != 0 && *one == *other) {
    one += 1;
    other += 1;
  }
  return *one == *other;
}

bool is_equal_in_any_case(const Unit *one, const Unit *other) {
  while (*one != 0 && lower(*one) == lower(*other)) {
    one += 1;
    other += 1;
  }
  return lower(*one) == lower(*other);
}

bool begins_with(const Unit *text, const Unit *start) {
  while (*start != 0) {
    if (*text != *start) return false;
    text += 1;
    start += 1;
  }
  return true;
}

bool begins_with_in_any_case(const Unit *text, const Unit *start) {
  while (*start != 0) {
    if (lower(*text) != lower(*start)) return false;
    text += 1;
    start += 1;
  }
  return true;
}

/* And for a final zero. */
void make_room(Text *text, size_t more) {
  const size_t wanted = text->length + more + 1;
  if (wanted <= text->room) return;
  const size_t room = wanted * 2;
  Unit *units = take_memory(room * sizeof(Unit));
  for (size_t index = 0; index < text->length; index += 1) units[index] = text->units[index];
  text->units = units;
  text->room = room;
}

void append_units(Text *text, const Unit *units, size_t count) {
  make_room(text, count);
  for (size_t index = 0; index < count; index += 1) text->units[text->length + index] = units[index];
  text->length += count;
  text->units[text->length] = 0;
}

void append_unit(Text *text, Unit unit) { append_units(text, &unit, 1); }

void append_text(Text *text, const Unit *more) { append_units(text, more, length_of(more)); }

void append_number(Text *text, uint64_t number) {
  Unit digits[20];
  size_t count = 0;
  do {
    count += 1;
    digits[sizeof digits / sizeof *digits - count] = (Unit)(UNITS('0') + number % 10);
    number /= 10;
  } while (number != 0);
  append_units(text, digits + (sizeof digits / sizeof *digits - count), count);
}

void make_empty(Text *text) {
  make_room(text, 0);
  text->length = 0;
  text->units[0] = 0;
}

const Unit *units_of(const Text *text) { return text->units == NULL ? UNITS("") : text->units; }
