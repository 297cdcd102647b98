/* Writes the verdict to the caller's channels: once, complete, and before any other action. */
#include "launcher.h"

static HANDLE channel;
/* Draft of the status file, to be renamed to `target` when complete. */
static HANDLE draft;
static Text target;

static void drop(HANDLE *file) {
  FILE_DISPOSITION_INFO disposition = {TRUE};
  if (*file == NULL) return;
  SetFileInformationByHandle(*file, FileDispositionInfo, &disposition, sizeof disposition);
  CloseHandle(*file);
  *file = NULL;
}

void drop_status(void) { drop(&draft); }

static const wchar_t *fault_of_file(const wchar_t *before, const wchar_t *name, const wchar_t *after) {
  Text words = {0};
  append_text(&words, L"--status-file: ");
  append_text(&words, before);
  append_text(&words, name);
  append_text(&words, after);
  return words.units;
}

/* Makes the path of a file absolute. Refuses devices (`NUL`, `\\.\…`) and alternate data streams (`a:b`). */
static bool read_whole_path(const wchar_t *name, Text *path) {
  append_text(path, whole_path(name));
  return path->length > 0 && is_plain_path(path->units) && path->units[path->length - 1] != L'\\';
}

/* Makes a file of a unique name, private from its creation on. */
static HANDLE make_draft(const Text *folder) {
  for (unsigned attempt = 0; attempt < 16; attempt += 1) {
    LARGE_INTEGER now;
    Text name = {0};
    QueryPerformanceCounter(&now);
    append_units(&name, folder->units, folder->length);
    append_text(&name, L".gatehouse.");
    append_number(&name, GetCurrentProcessId());
    append_text(&name, L".");
    append_number(&name, (uint64_t)now.QuadPart);
    HANDLE file = CreateFileW(name.units, GENERIC_WRITE | DELETE, 0, private_access(), CREATE_NEW,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    if (file != INVALID_HANDLE_VALUE) return file;
    if (GetLastError() != ERROR_FILE_EXISTS) return NULL;
  }
  return NULL;
}

static const wchar_t *check_file(const wchar_t *name) {
  Text path = {0};
  Text folder = {0};
  if (!read_whole_path(name, &path)) return fault_of_file(L"", name, L" is not a file");
  size_t length = path.length;
  while (length > 0 && path.units[length - 1] != L'\\') length -= 1;
  append_units(&folder, path.units, length);
  const DWORD place = GetFileAttributesW(folder.units);
  if (place == INVALID_FILE_ATTRIBUTES || (place & FILE_ATTRIBUTE_DIRECTORY) == 0) {
    return fault_of_file(L"the folder ", folder.units, L" does not exist");
  }
  const DWORD found = GetFileAttributesW(path.units);
  if (found != INVALID_FILE_ATTRIBUTES && (found & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) != 0) {
    return fault_of_file(L"", name, L" is not a file");
  }
  draft = make_draft(&folder);
  if (draft == NULL) return fault_of_file(L"nothing can be written in ", folder.units, L"");
  /* Delete an old verdict, which a reader could take for the new one. */
  if (found != INVALID_FILE_ATTRIBUTES && !DeleteFileW(path.units)) {
    drop(&draft);
    return fault_of_file(L"", name, L" cannot be replaced");
  }
  target = path;
  return NULL;
}

const wchar_t *check_status(const Launch *launch) {
  const unsigned number = launch->options.status_descriptor;
  if (number == 1 || number == 2) channel = launch->streams[number];
  if (is_open(&launch->descriptors, number)) channel = (HANDLE)launch->descriptors.handles[number];
  if (number != 0 && channel == NULL) {
    Text words = {0};
    append_text(&words, L"--status-fd: descriptor ");
    append_number(&words, number);
    append_text(&words, L" is not open");
    return words.units;
  }
  return launch->options.status_file.length > 0 ? check_file(launch->options.status_file.units) : NULL;
}

/* Renames the draft by its handle, so that another file cannot replace it first. */
static bool rename_draft(void) {
  const size_t bytes = target.length * sizeof(wchar_t);
  FILE_RENAME_INFO *name = take_memory(sizeof *name + bytes);
  name->ReplaceIfExists = TRUE;
  name->FileNameLength = (DWORD)bytes;
  for (size_t index = 0; index < target.length; index += 1) name->FileName[index] = target.units[index];
  return SetFileInformationByHandle(draft, FileRenameInfo, name, (DWORD)(sizeof *name + bytes)) != 0;
}

bool publish(const char *bytes, size_t length) {
  if (draft != NULL) {
    if (!write_all(draft, bytes, length) || !FlushFileBuffers(draft) || !rename_draft()) return false;
    CloseHandle(draft);
    draft = NULL;
  }
  return channel == NULL || write_until_control(channel, bytes, length);
}
