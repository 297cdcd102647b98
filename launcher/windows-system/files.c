/* Attributes, identity and security descriptor of a file or folder. One handle ensures that they belong together. */
#include "system.h"

/** Reads owner and access control list of an open file. Retries with a larger buffer if needed. */
static uint8_t *security_of(HANDLE file, DWORD *length, DWORD *error) {
  const SECURITY_INFORMATION wanted = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
  DWORD size = 1024;
  for (;;) {
    uint8_t *bytes = allocate(size);
    DWORD needed = 0;
    if (GetKernelObjectSecurity(file, wanted, bytes, size, &needed)) {
      *length = GetSecurityDescriptorLength(bytes);
      if (*length <= size) return bytes;
      *error = ERROR_INVALID_SECURITY_DESCR;
    } else {
      *error = GetLastError();
    }
    release(bytes);
    if (*error != ERROR_INSUFFICIENT_BUFFER || needed <= size) return NULL;
    size = needed;
  }
}

/** Writes the data of one file as an item of a list. */
static void put_file(struct json *json, const wchar_t *path, BOOL is_followed) {
  json_open(json, NULL, '{');
  put_wide(json, "path", path);
  const DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  /* Opens folders, too. */
  const DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (is_followed ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  HANDLE file = CreateFileW(path, READ_CONTROL | FILE_READ_ATTRIBUTES, sharing, NULL, OPEN_EXISTING, flags, NULL);
  BY_HANDLE_FILE_INFORMATION found = {0};
  DWORD length = 0;
  DWORD error = ERROR_SUCCESS;
  uint8_t *security = NULL;
  if (file == INVALID_HANDLE_VALUE || !GetFileInformationByHandle(file, &found)) error = GetLastError();
  else security = security_of(file, &length, &error);
  if (security != NULL) error = ERROR_SUCCESS;
  else if (error == ERROR_SUCCESS) error = ERROR_GEN_FAILURE;
  json_number(json, "error", error);
  json_number(json, "attributes", found.dwFileAttributes);
  json_digits(json, "volume", found.dwVolumeSerialNumber);
  json_digits(json, "number", (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow);
  json_hex(json, "security", security, security == NULL ? 0 : length);
  if (security != NULL) release(security);
  if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
  json_close(json, '}');
}

void put_files(struct json *json, const char *name, wchar_t *const *paths, int count, BOOL is_followed) {
  json_open(json, name, '[');
  for (int index = 0; index < count; index += 1) put_file(json, paths[index], is_followed);
  json_close(json, ']');
}

void put_managed(struct json *json, const char *name, const wchar_t *program_data) {
  static const wchar_t below[] = L"\\Gatehouse\\config.json";
  const size_t length = wide_length(program_data);
  wchar_t *path = allocate((length + sizeof below / sizeof *below) * sizeof *path);
  wide_copy(wide_copy(path, program_data), below);
  json_open(json, name, '[');
  for (wchar_t *at = path; *at != L'\0'; at += 1) {
    if (*at != L'\\') continue;
    /* Keep the separator of the root: without it, `C:` is the current folder of that drive. */
    const size_t end = (size_t)(at - path) + (at == path + 2 ? 1u : 0u);
    const wchar_t kept = path[end];
    path[end] = L'\0';
    put_file(json, path, FALSE);
    path[end] = kept;
  }
  put_file(json, path, FALSE);
  json_close(json, ']');
  release(path);
}
