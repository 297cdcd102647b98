/*
 * Writes one JSON object into a buffer that grows: the answer of gatehouse-system.exe. Pure C: built and tested on
 * every system. Everything outside of printable ASCII is escaped, so the answer is ASCII.
 */
#ifndef GATEHOUSE_JSON_H
#define GATEHOUSE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The text so far; empty if all bytes are zero. `failed`: a value did not fit, and the text must not be used. */
struct json {
  char *text;
  size_t length;
  size_t capacity;
  /** The next member or item needs a comma before it. */
  bool has_before;
  bool failed;
};

/** The longest answer, in bytes. A longer one fails. */
#define JSON_MOST_BYTES (4u * 1024u * 1024u - 1024u)

/** Opens an object ('{') or a list ('['): a member if `name` is not null. `json_close` takes the closing bracket. */
void json_open(struct json *json, const char *name, char bracket);
void json_close(struct json *json, char bracket);

/** `count` units of UTF-16; an unpaired surrogate stays unchanged. `name` null: an item of a list. */
void json_text(struct json *json, const char *name, const uint16_t *units, size_t count);
/** Bytes as hexadecimal digits. */
void json_hex(struct json *json, const char *name, const uint8_t *bytes, size_t count);
void json_number(struct json *json, const char *name, uint64_t number);
/** The digits of a number in quotation marks: JavaScript rounds numbers beyond 53 bits. */
void json_digits(struct json *json, const char *name, uint64_t number);
void json_null(struct json *json, const char *name);

/** Resizes memory; allocates it if `memory` is null. The program defines this function. @returns null on failure */
void *json_resize(void *memory, size_t bytes);

#endif
