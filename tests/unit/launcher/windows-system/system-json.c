/* Drives launcher/windows-system/json.c: writes an answer of every form, then of every size around the limit. */
#include "../../../../launcher/windows-system/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t refused_from = (size_t)-1;

void *json_resize(void *memory, size_t bytes) { return bytes >= refused_from ? NULL : realloc(memory, bytes); }

static void print(struct json *json) {
  printf("%d %zu ", json->failed, json->length);
  if (!json->failed) fwrite(json->text, 1, json->length, stdout);
  putchar('\n');
  free(json->text);
}

static void every_form(void) {
  struct json json = {0};
  uint16_t units[0x10000];
  uint8_t bytes[256];
  for (size_t index = 0; index < 0x10000; index += 1) units[index] = (uint16_t)index;
  for (size_t index = 0; index < 256; index += 1) bytes[index] = (uint8_t)index;
  json_open(&json, NULL, '{');
  json_text(&json, "units", units, 0x10000);
  json_text(&json, "none", NULL, 0);
  json_hex(&json, "bytes", bytes, sizeof bytes);
  json_hex(&json, "empty", NULL, 0);
  json_number(&json, "zero", 0);
  json_number(&json, "most", UINT32_MAX);
  json_digits(&json, "digits", UINT64_MAX);
  json_null(&json, "null");
  json_open(&json, "list", '[');
  json_text(&json, NULL, units + 'a', 1);
  json_open(&json, NULL, '{');
  json_close(&json, '}');
  json_open(&json, NULL, '[');
  json_close(&json, ']');
  json_number(&json, NULL, 1);
  json_close(&json, ']');
  json_close(&json, '}');
  print(&json);
}

/** One text so long that the answer has this many bytes. */
static void of_size(size_t size) {
  struct json json = {0};
  uint16_t *units = calloc(size, sizeof *units);
  for (size_t index = 0; index < size; index += 1) units[index] = 'x';
  json_text(&json, NULL, units, size - 2);
  printf("%d %zu\n", json.failed, json.length);
  free(units);
  free(json.text);
}

int main(void) {
  every_form();
  of_size(JSON_MOST_BYTES);
  of_size(JSON_MOST_BYTES + 1);
  refused_from = 8192;
  of_size(4096);
  of_size(5000);
  return 0;
}
