/* Converts Electron's output for the console. */
#include "shown.h"

enum { PLAIN, BEHIND_ESCAPE, IN_SEQUENCE };

#define REPLACEMENT 0xfffdu

typedef struct {
  wchar_t *units;
  size_t count;
} Line;

static void put_unit(Line *line, uint32_t unit) {
  line->units[line->count] = (wchar_t)unit;
  line->count += 1;
}

static void put_character(Line *line, uint32_t code) {
  /* A console may not move to the first column by itself. */
  if (code == '\n') put_unit(line, '\r');
  if (code == '\n' || code == '\r') {
    put_unit(line, code);
  } else if (code == '\t') {
    put_unit(line, ' ');
  } else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
    return;
  } else if (code < 0x10000) {
    put_unit(line, code);
  } else {
    put_unit(line, 0xd800 + ((code - 0x10000) >> 10));
    put_unit(line, 0xdc00 + ((code - 0x10000) & 0x3ff));
  }
}

static bool is_character(uint32_t code, uint32_t least) {
  return code >= least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

static bool is_parameters(const Shown *shown, const char *text) {
  size_t index = 0;
  for (; text[index] != 0; index += 1) {
    if (index == shown->parameter_count || shown->parameters[index] != text[index]) return false;
  }
  return index == shown->parameter_count;
}

/* Takes a byte of a sequence; false if it does not belong to the sequence and must be read as text. */
static bool take_of_sequence(Shown *shown, uint8_t byte) {
  if (shown->sequence == BEHIND_ESCAPE) {
    shown->sequence = byte == '[' ? IN_SEQUENCE : PLAIN;
    shown->parameter_count = 0;
    return byte >= 0x20 && byte < 0x7f;
  }
  if (byte >= 0x20 && byte < 0x40) {
    const size_t room = sizeof shown->parameters;
    /* A full array matches no known sequence: drop further bytes. */
    if (shown->parameter_count < room) shown->parameters[shown->parameter_count++] = (char)byte;
    return true;
  }
  shown->sequence = PLAIN;
  if (byte < 0x40 || byte >= 0x7f) return false;
  if (byte == 'm' && is_parameters(shown, "97;40")) shown->is_picture = true;
  if (byte == 'm' && is_parameters(shown, "0")) shown->is_picture = false;
  return true;
}

/* Begins a character. */
static void take_first(Shown *shown, Line *line, uint8_t byte) {
  if (byte < 0x80) {
    put_character(line, byte);
  } else if (byte >= 0xc2 && byte < 0xe0) {
    shown->needed = 1;
    shown->least = 0x80;
    shown->code = byte & 0x1f;
  } else if (byte >= 0xe0 && byte < 0xf0) {
    shown->needed = 2;
    shown->least = 0x800;
    shown->code = byte & 0x0f;
  } else if (byte >= 0xf0 && byte < 0xf5) {
    shown->needed = 3;
    shown->least = 0x10000;
    shown->code = byte & 0x07;
  } else {
    put_character(line, REPLACEMENT);
  }
}

static void take(Shown *shown, Line *line, uint8_t byte) {
  if (shown->needed > 0) {
    if ((byte & 0xc0) == 0x80) {
      shown->code = shown->code << 6 | (byte & 0x3f);
      shown->needed -= 1;
      if (shown->needed == 0) put_character(line, is_character(shown->code, shown->least) ? shown->code : REPLACEMENT);
      return;
    }
    shown->needed = 0;
    put_character(line, REPLACEMENT);
  }
  if (shown->sequence != PLAIN && take_of_sequence(shown, byte)) return;
  if (byte == 0x1b) {
    shown->sequence = BEHIND_ESCAPE;
  } else {
    take_first(shown, line, byte);
  }
}

size_t read_shown(Shown *shown, const char *bytes, size_t length, wchar_t *units, size_t *count) {
  Line line = {units, 0};
  const bool was_picture = shown->is_picture;
  size_t taken = 0;
  while (taken < length && shown->is_picture == was_picture) {
    take(shown, &line, (uint8_t)bytes[taken]);
    taken += 1;
  }
  *count = line.count;
  return taken;
}
