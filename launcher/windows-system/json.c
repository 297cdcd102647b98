#include "json.h"

static size_t length_of(const char *text) {
  size_t length = 0;
  while (text[length] != '\0') length += 1;
  return length;
}

static void put(struct json *json, const char *bytes, size_t count) {
  if (json->failed) return;
  if (count > JSON_MOST_BYTES - json->length) {
    json->failed = true;
    return;
  }
  if (json->length + count > json->capacity) {
    size_t capacity = json->capacity == 0 ? 4096 : json->capacity;
    while (capacity < json->length + count) capacity *= 2;
    char *text = json_resize(json->text, capacity);
    if (text == NULL) {
      json->failed = true;
      return;
    }
    json->text = text;
    json->capacity = capacity;
  }
  for (size_t index = 0; index < count; index += 1) json->text[json->length + index] = bytes[index];
  json->length += count;
}

static void put_char(struct json *json, char byte) { put(json, &byte, 1); }

static void put_digits(struct json *json, uint64_t number) {
  char digits[20];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  put(json, digits + at, sizeof digits - at);
}

/** Begins a value with a comma and its name. Names are our own, and need no escape. */
static void begin(struct json *json, const char *name) {
  if (json->has_before) put_char(json, ',');
  json->has_before = true;
  if (name == NULL) return;
  put_char(json, '"');
  put(json, name, length_of(name));
  put(json, "\":", 2);
}

void json_open(struct json *json, const char *name, char bracket) {
  begin(json, name);
  put_char(json, bracket);
  json->has_before = false;
}

void json_close(struct json *json, char bracket) {
  put_char(json, bracket);
  json->has_before = true;
}

static const char HEX[] = "0123456789abcdef";

void json_text(struct json *json, const char *name, const uint16_t *units, size_t count) {
  begin(json, name);
  put_char(json, '"');
  for (size_t index = 0; index < count; index += 1) {
    const uint16_t unit = units[index];
    if (unit >= 0x20 && unit < 0x7f && unit != '"' && unit != '\\') {
      put_char(json, (char)unit);
      continue;
    }
    const char escape[6] = {'\\', 'u', HEX[unit >> 12], HEX[unit >> 8 & 15], HEX[unit >> 4 & 15], HEX[unit & 15]};
    put(json, escape, sizeof escape);
  }
  put_char(json, '"');
}

void json_hex(struct json *json, const char *name, const uint8_t *bytes, size_t count) {
  begin(json, name);
  put_char(json, '"');
  for (size_t index = 0; index < count; index += 1) {
    const char digits[2] = {HEX[bytes[index] >> 4], HEX[bytes[index] & 15]};
    put(json, digits, sizeof digits);
  }
  put_char(json, '"');
}

void json_number(struct json *json, const char *name, uint64_t number) {
  begin(json, name);
  put_digits(json, number);
}

void json_digits(struct json *json, const char *name, uint64_t number) {
  begin(json, name);
  put_char(json, '"');
  put_digits(json, number);
  put_char(json, '"');
}

void json_null(struct json *json, const char *name) {
  begin(json, name);
  put(json, "null", 4);
}
