/*
 * gatehouse-system.exe: system calls of Windows that Node lacks; electron/os/windows makes all decisions. Each process
 * answers one question with one line of JSON on standard output, opens an address, or writes to the event log.
 *
 *   gatehouse-system start         user, ProgramData, policy in the registry, managed file and its folders
 *   gatehouse-system files PATH …  user, and each file or folder; does not follow links
 *   gatehouse-system behind PATH … the same; follows links
 *   gatehouse-system upn           user, and user principal name
 *   gatehouse-system open ADDRESS  opens it in the default program, which outlives this process (open.c)
 *   gatehouse-system log           writes the line of standard input to the event log (event-log.c)
 *
 * Exit codes: 0 for success, 1 for a failed call of Windows, 64 for invalid arguments.
 */
#include "windows-common/guard.h"
#include "system.h"

#include <objbase.h>
#include <shellapi.h>
#include <shlobj.h>

#define MISUSE 64

/** FOLDERID_ProgramData, which the headers only declare. */
static const GUID PROGRAM_DATA = {0x62AB5D82, 0xFDC1, 0x4DC3, {0xA9, 0xDD, 0x07, 0x0D, 0x1D, 0x49, 0x5D, 0x97}};

/**
 * Loads libraries from System32 alone, never from the program's folder or the current one.
 * SECURITY: SEC-60 no planted library can forge an answer.
 */
static void harden_libraries(void) {
  SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
  SetDllDirectoryW(L"");
}

/**
 * Removes all environment variables, then sets SystemRoot, windir and SystemDrive from GetSystemWindowsDirectory:
 * Windows builds the paths of known folders from such variables, which the person can set.
 * SECURITY: SEC-24 no variable can change the path of the managed file.
 */
static void fix_environment(void) {
  wchar_t *const block = GetEnvironmentStringsW();
  if (block == NULL) fail("GetEnvironmentStrings", GetLastError());
  for (const wchar_t *entry = block; *entry != L'\0'; entry += wide_length(entry) + 1) {
    wchar_t *name = allocate((wide_length(entry) + 1) * sizeof *name);
    wide_copy(name, entry);
    /* A name may begin with `=`: `=C:` holds the current folder of drive C. */
    size_t length = 1;
    while (name[length] != L'\0' && name[length] != L'=') length += 1;
    name[length] = L'\0';
    SetEnvironmentVariableW(name, NULL);
    release(name);
  }
  FreeEnvironmentStringsW(block);
  wchar_t windows[MAX_PATH];
  const UINT units = GetSystemWindowsDirectoryW(windows, MAX_PATH);
  if (units < 3 || units >= MAX_PATH) fail("GetSystemWindowsDirectory", GetLastError());
  SetEnvironmentVariableW(L"SystemRoot", windows);
  SetEnvironmentVariableW(L"windir", windows);
  windows[2] = L'\0';
  SetEnvironmentVariableW(L"SystemDrive", windows);
}

static void answer_start(struct json *json) {
  wchar_t *program_data = NULL;
  const HRESULT found = SHGetKnownFolderPath(&PROGRAM_DATA, 0, NULL, &program_data);
  if (FAILED(found)) fail("SHGetKnownFolderPath of ProgramData", (DWORD)found);
  put_wide(json, "programData", program_data);
  put_policy(json, "policy");
  put_managed(json, "managed", program_data);
  CoTaskMemFree(program_data);
}

static void print(const struct json *json) {
  HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
  for (size_t at = 0; at < json->length;) {
    DWORD written = 0;
    if (!WriteFile(output, json->text + at, (DWORD)(json->length - at), &written, NULL) || written == 0)
      fail("WriteFile", GetLastError());
    at += written;
  }
}

static BOOL is_word(const wchar_t *one, const wchar_t *other) {
  return CompareStringOrdinal(one, -1, other, -1, FALSE) == CSTR_EQUAL;
}

static UINT answer(void) {
  harden_libraries();
  int count = 0;
  wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
  if (words == NULL) fail("CommandLineToArgv", GetLastError());
  const wchar_t *question = count > 1 ? words[1] : L"";
  const BOOL is_start = is_word(question, L"start") && count == 2;
  const BOOL is_behind = is_word(question, L"behind") && count > 2;
  const BOOL is_files = is_behind || (is_word(question, L"files") && count > 2);
  const BOOL is_upn = is_word(question, L"upn") && count == 2;
  if (is_word(question, L"open") && count == 3) return open_address(words[2], FALSE);
  if (is_word(question, L"opened") && count == 3) return open_address(words[2], TRUE);
  if (is_word(question, L"log") && count == 2) return log_line();
  if (!is_start && !is_files && !is_upn) return MISUSE;
  struct json json = {0};
  json_open(&json, NULL, '{');
  /* Call before fix_environment: Wine, used in tests, reads the user name from a variable. */
  put_user(&json, "user");
  fix_environment();
  if (is_start) answer_start(&json);
  else if (is_files) put_files(&json, "files", words + 2, count - 2, is_behind);
  else put_upn(&json, "upn");
  json_close(&json, '}');
  if (json.failed) fail("the answer is too long", ERROR_MORE_DATA);
  print(&json);
  return 0;
}

/** Entry point of the program, which has no C runtime. */
_Noreturn void start(void);
_Noreturn void start(void) {
  guard_stack();
  ExitProcess(answer());
}
