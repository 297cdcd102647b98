/*
 * gatehouse-setup.exe: tasks that setup.exe and the MSI cannot do themselves. An installer starts it as an
 * administrator, from the folder of the program.
 *
 *   gatehouse-setup path-add       adds the folder `bin` beside the program to the PATH of the computer
 *   gatehouse-setup path-remove    removes it from the PATH
 *   gatehouse-setup folder         makes ProgramData\Gatehouse, which only administrators can write
 *   gatehouse-setup folder-remove  removes it if it is empty
 *
 * Exit codes: 0 for success, even without a change; 1 for a failure; 64 for an unknown argument.
 */
#include "windows-common/guard.h"

#include <windows.h>

#include <sddl.h>
#include <shlobj.h>

#include <stdbool.h>

enum { MISUSE = 64, ROOM = 32768, MILLISECONDS_TO_TELL = 2000 };

/** FOLDERID_ProgramData, which the headers only declare. */
static const GUID PROGRAM_DATA = {0x62AB5D82, 0xFDC1, 0x4DC3, {0xA9, 0xDD, 0x07, 0x0D, 0x1D, 0x49, 0x5D, 0x97}};
static const wchar_t ENVIRONMENT[] = L"SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment";
/** Owner: Administrators. Full access for SYSTEM and Administrators, read access for users, no inherited rights. */
static const wchar_t ACCESS[] = L"O:BAG:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)";

static wchar_t old_path[ROOM], new_path[ROOM], bin[ROOM], line[ROOM];

static size_t length_of(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != L'\0') length += 1;
  return length;
}

/** Appends units to a text; false without room. */
static bool append(wchar_t *text, const wchar_t *more, size_t count) {
  const size_t length = length_of(text);
  if (length + count + 1 > ROOM) return false;
  for (size_t index = 0; index < count; index += 1) text[length + index] = more[index];
  text[length + count] = L'\0';
  return true;
}

static bool append_text(wchar_t *text, const wchar_t *more) { return append(text, more, length_of(more)); }

static bool is_equal(const wchar_t *one, const wchar_t *other) {
  return CompareStringOrdinal(one, -1, other, -1, FALSE) == CSTR_EQUAL;
}

/** The folder `bin` beside this program. */
static bool find_bin(void) {
  const DWORD length = GetModuleFileNameW(NULL, bin, ROOM);
  if (length == 0 || length >= ROOM) return false;
  size_t end = length;
  while (end > 0 && bin[end - 1] != L'\\') end -= 1;
  bin[end] = L'\0';
  return end > 0 && append_text(bin, L"bin");
}

/** Whether an entry of the PATH is our folder. Ignores case and a final backslash. */
static bool is_bin(const wchar_t *entry, size_t count) {
  if (count > 0 && entry[count - 1] == L'\\') count -= 1;
  return CompareStringOrdinal(entry, (int)count, bin, -1, TRUE) == CSTR_EQUAL;
}

/** Makes the new PATH; false without room. Other entries, including empty ones, keep their text and order. */
static bool edit_path(bool add) {
  bool is_first = true;
  bool found = false;
  for (const wchar_t *entry = old_path; *old_path != L'\0';) {
    size_t count = 0;
    while (entry[count] != L'\0' && entry[count] != L';') count += 1;
    const bool ours = is_bin(entry, count);
    if (!ours || (add && !found)) {
      if (!is_first && !append_text(new_path, L";")) return false;
      if (!append(new_path, entry, count)) return false;
      is_first = false;
    }
    found = found || ours;
    if (entry[count] == L'\0') break;
    entry += count + 1;
  }
  if (!add || found) return true;
  return (is_first || append_text(new_path, L";")) && append_text(new_path, bin);
}

/** Changes the PATH of the computer, and notifies running programs. A value that is no text stays unchanged. */
static bool change_path(bool add) {
  HKEY key = NULL;
  DWORD type = REG_EXPAND_SZ;
  DWORD bytes = (ROOM - 1) * sizeof(wchar_t);
  if (!find_bin() || RegOpenKeyExW(HKEY_LOCAL_MACHINE, ENVIRONMENT, 0, KEY_QUERY_VALUE | KEY_SET_VALUE, &key) != 0)
    return false;
  const LSTATUS read = RegQueryValueExW(key, L"Path", NULL, &type, (BYTE *)old_path, &bytes);
  bool done = read == ERROR_FILE_NOT_FOUND || (read == 0 && (type == REG_SZ || type == REG_EXPAND_SZ));
  if (done && edit_path(add) && !is_equal(old_path, new_path)) {
    const DWORD size = (DWORD)((length_of(new_path) + 1) * sizeof(wchar_t));
    done = RegSetValueExW(key, L"Path", 0, type, (const BYTE *)new_path, size) == 0;
    DWORD_PTR ignored = 0;
    SendMessageTimeoutW(HWND_BROADCAST, WM_SETTINGCHANGE, 0, (LPARAM)L"Environment", SMTO_ABORTIFHUNG,
                        MILLISECONDS_TO_TELL, &ignored);
  } else if (done) {
    /* Success if the PATH needs no change, failure if it is too long. */
    done = is_equal(old_path, new_path);
  }
  RegCloseKey(key);
  return done;
}

/** Finds the folder, which Windows derives from variables. Resets these first, because the person may set them. */
static bool find_folder(void) {
  wchar_t windows[MAX_PATH];
  const UINT units = GetSystemWindowsDirectoryW(windows, MAX_PATH);
  if (units < 3 || units >= MAX_PATH) return false;
  SetEnvironmentVariableW(L"SystemRoot", windows);
  windows[2] = L'\0';
  SetEnvironmentVariableW(L"SystemDrive", windows);
  SetEnvironmentVariableW(L"ProgramData", NULL);
  SetEnvironmentVariableW(L"ALLUSERSPROFILE", NULL);
  wchar_t *program_data = NULL;
  if (FAILED(SHGetKnownFolderPath(&PROGRAM_DATA, 0, NULL, &program_data))) return false;
  /* Not freed: the program ends. */
  return append_text(line, program_data) && append_text(line, L"\\Gatehouse");
}

/**
 * Makes the folder of the managed configuration. An existing folder stays unchanged: an administrator may have given
 * it other rights. If another account did, Gatehouse does not start.
 * SECURITY: SEC-68 no other account can make the folder of the managed configuration before an administrator does.
 */
static bool make_folder(void) {
  SECURITY_ATTRIBUTES attributes = {sizeof attributes, NULL, FALSE};
  if (!find_folder() || !ConvertStringSecurityDescriptorToSecurityDescriptorW(
                            ACCESS, SDDL_REVISION_1, &attributes.lpSecurityDescriptor, NULL))
    return false;
  return CreateDirectoryW(line, &attributes) || GetLastError() == ERROR_ALREADY_EXISTS;
}

/** Removes the folder only if it is empty: an administrator's files stay. */
static bool remove_folder(void) {
  if (!find_folder()) return false;
  RemoveDirectoryW(line);
  return true;
}

static UINT answer(void) {
  SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
  SetDllDirectoryW(L"");
  const wchar_t *rest = GetCommandLineW();
  /* Skip the program's name, quoted or not, and the blanks after it. */
  const wchar_t end = *rest == L'"' ? L'"' : L' ';
  if (*rest != L'\0') rest += 1;
  while (*rest != L'\0' && *rest != end) rest += 1;
  while (*rest == L'"' || *rest == L' ') rest += 1;
  if (is_equal(rest, L"path-add")) return change_path(true) ? 0 : 1;
  if (is_equal(rest, L"path-remove")) return change_path(false) ? 0 : 1;
  if (is_equal(rest, L"folder")) return make_folder() ? 0 : 1;
  if (is_equal(rest, L"folder-remove")) return remove_folder() ? 0 : 1;
  return MISUSE;
}

/** Entry point, because the program has no C runtime. */
_Noreturn void start(void);
_Noreturn void start(void) {
  guard_stack();
  ExitProcess(answer());
}
