/* Writes the registry values below the policy's key, unchanged; Gatehouse interprets them. */
#include "system.h"

#define MOST_DEPTH 8
#define MOST_VALUES 2000
/* Longest names of keys and values in Windows, with the final NUL. */
#define KEY_UNITS 256
#define NAME_UNITS 16384
#define MOST_DATA (1024u * 1024u)

static const wchar_t PLACE[] = L"Software\\Policies\\Gatehouse";

struct walk {
  struct json *json;
  wchar_t *name;
  uint8_t *data;
  size_t values;
  /** Path of the current key, relative to the policy's key. */
  wchar_t path[MOST_DEPTH * KEY_UNITS];
};

static void put_values(struct walk *walk, HKEY key) {
  for (DWORD index = 0;; index += 1) {
    DWORD units = NAME_UNITS;
    DWORD bytes = MOST_DATA;
    DWORD type = 0;
    const LSTATUS status = RegEnumValueW(key, index, walk->name, &units, NULL, &type, walk->data, &bytes);
    if (status == ERROR_NO_MORE_ITEMS) return;
    if (status != ERROR_SUCCESS) fail("RegEnumValue", (DWORD)status);
    walk->values += 1;
    if (walk->values > MOST_VALUES) fail("policy has too many values", ERROR_MORE_DATA);
    json_open(walk->json, NULL, '{');
    put_wide(walk->json, "key", walk->path);
    json_text(walk->json, "name", (const uint16_t *)walk->name, units);
    json_number(walk->json, "type", type);
    json_hex(walk->json, "data", walk->data, bytes);
    json_close(walk->json, '}');
  }
}

static void walk_key(struct walk *walk, HKEY key, unsigned depth) {
  put_values(walk, key);
  const size_t length = wide_length(walk->path);
  for (DWORD index = 0;; index += 1) {
    wchar_t name[KEY_UNITS];
    DWORD units = KEY_UNITS;
    LSTATUS status = RegEnumKeyExW(key, index, name, &units, NULL, NULL, NULL, NULL);
    if (status == ERROR_NO_MORE_ITEMS) return;
    if (status != ERROR_SUCCESS) fail("RegEnumKeyEx", (DWORD)status);
    if (depth + 1 >= MOST_DEPTH) fail("policy has too many levels", ERROR_MORE_DATA);
    HKEY inner = NULL;
    status = RegOpenKeyExW(key, name, 0, KEY_READ | KEY_WOW64_64KEY, &inner);
    if (status != ERROR_SUCCESS) fail("RegOpenKeyEx below the policy", (DWORD)status);
    wchar_t *end = walk->path + length;
    if (length > 0) *end++ = L'\\';
    wide_copy(end, name);
    walk_key(walk, inner, depth + 1);
    walk->path[length] = L'\0';
    RegCloseKey(inner);
  }
}

void put_policy(struct json *json, const char *name) {
  HKEY key = NULL;
  const LSTATUS status = RegOpenKeyExW(HKEY_LOCAL_MACHINE, PLACE, 0, KEY_READ | KEY_WOW64_64KEY, &key);
  if (status == ERROR_FILE_NOT_FOUND) {
    json_null(json, name);
    return;
  }
  if (status != ERROR_SUCCESS) fail("RegOpenKeyEx of the policy", (DWORD)status);
  struct walk *walk = allocate(sizeof *walk);
  walk->json = json;
  walk->name = allocate(NAME_UNITS * sizeof *walk->name);
  walk->data = allocate(MOST_DATA);
  json_open(json, name, '[');
  walk_key(walk, key, 0);
  json_close(json, ']');
  RegCloseKey(key);
  release(walk->name);
  release(walk->data);
  release(walk);
}
