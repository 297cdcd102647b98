/* Finds the command. */
#include "lookup.h"

static bool has_slash(const char *name) {
  for (; *name != 0; name += 1) {
    if (*name == '/') return true;
  }
  return false;
}

Found find_command(const char *name, const char *path, Judge *judge, Text *file) {
  Found found = COMMAND_NOT_FOUND;
  make_empty(file);
  if (*name == 0) return found;
  if (has_slash(name)) {
    append_text(file, name);
    return judge(file->units);
  }
  for (bool is_last = false; !is_last && found != COMMAND_RUNNABLE;) {
    size_t length = 0;
    while (path[length] != 0 && path[length] != ':') length += 1;
    is_last = path[length] == 0;
    make_empty(file);
    if (length == 0) {
      append_unit(file, '.');
    } else {
      append_units(file, path, length);
    }
    append_unit(file, '/');
    append_text(file, name);
    const Found here = judge(file->units);
    if (here > found) found = here;
    path += length + 1;
  }
  return found;
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

bool read_interpreter(const char *bytes, size_t length, Text *interpreter) {
  size_t start = 2;
  make_empty(interpreter);
  if (length < 2 || bytes[0] != '#' || bytes[1] != '!') return false;
  while (start < length && is_blank(bytes[start])) start += 1;
  size_t end = start;
  while (end < length && !is_blank(bytes[end]) && bytes[end] != '\n' && bytes[end] != 0) end += 1;
  append_units(interpreter, bytes + start, end - start);
  return true;
}
