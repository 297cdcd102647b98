/* Finds the command. */
#include "lookup.h"

static bool is_separator(wchar_t unit) { return unit == L'\\' || unit == L'/'; }

static bool is_path(const wchar_t *name) {
  for (; *name != 0; name += 1) {
    if (is_separator(*name) || *name == L':') return true;
  }
  return false;
}

/* From a drive or a server on, so that its meaning does not depend on a working folder. */
static bool is_absolute(const wchar_t *folder) {
  const wchar_t drive = (wchar_t)(folder[0] | 0x20);
  if (drive >= L'a' && drive <= L'z' && folder[1] == L':' && is_separator(folder[2])) return true;
  return is_separator(folder[0]) && is_separator(folder[1]);
}

/* The next part of a list with semicolons, without its quotes. NULL at the end. */
static const wchar_t *next_part(const wchar_t *list, Text *part) {
  bool quoted = false;
  make_empty(part);
  if (*list == 0) return NULL;
  for (; *list != 0 && (quoted || *list != L';'); list += 1) {
    if (*list == L'"') {
      quoted = !quoted;
    } else {
      append_unit(part, *list);
    }
  }
  return *list == 0 ? list : list + 1;
}

static bool has_extension(const wchar_t *name) {
  bool found = false;
  for (; *name != 0; name += 1) {
    if (*name == L'.') found = true;
    if (is_separator(*name) || *name == L':') found = false;
  }
  return found;
}

/* Keeps the better of two; the first runnable one ends the search. */
static Found try_file(Found before, const Text *tried, Judge *judge, void *context, Text *file) {
  const Found found = judge(context, units_of(tried));
  if (found <= before) return before;
  make_empty(file);
  append_units(file, units_of(tried), tried->length);
  return found;
}

/* `stem`: the name with the folder it is tried in. */
static Found try_extensions(Found found, const Text *stem, const wchar_t *extensions, Judge *judge, void *context,
                            Text *file) {
  Text extension = {0};
  Text tried = {0};
  if (has_extension(stem->units)) found = try_file(found, stem, judge, context, file);
  while (found != COMMAND_RUNNABLE && (extensions = next_part(extensions, &extension)) != NULL) {
    if (extension.units[0] != L'.' || is_path(extension.units)) continue;
    make_empty(&tried);
    append_units(&tried, stem->units, stem->length);
    append_units(&tried, extension.units, extension.length);
    found = try_file(found, &tried, judge, context, file);
  }
  return found;
}

Found find_command(const wchar_t *name, const wchar_t *path, const wchar_t *extensions, Judge *judge, void *context,
                   Text *file) {
  Found found = COMMAND_NOT_FOUND;
  Text folder = {0};
  Text stem = {0};
  make_empty(file);
  if (*name == 0) return found;
  if (is_path(name)) {
    append_text(&stem, name);
    return try_extensions(found, &stem, extensions, judge, context, file);
  }
  while (found != COMMAND_RUNNABLE && (path = next_part(path, &folder)) != NULL) {
    if (!is_absolute(folder.units)) continue;
    make_empty(&stem);
    append_units(&stem, folder.units, folder.length);
    if (!is_separator(stem.units[stem.length - 1])) append_unit(&stem, L'\\');
    append_text(&stem, name);
    found = try_extensions(found, &stem, extensions, judge, context, file);
  }
  return found;
}

bool is_script_of_the_shell(const wchar_t *path) {
  size_t length = length_of(path);
  /* Windows drops them from the end of a name. */
  while (length > 0 && (path[length - 1] == L'.' || path[length - 1] == L' ')) length -= 1;
  if (length < 4) return false;
  Text end = {0};
  append_units(&end, path + length - 4, 4);
  return is_equal_in_any_case(end.units, L".bat") || is_equal_in_any_case(end.units, L".cmd");
}
