/*
 * gatehouse-system.exe: tells Gatehouse what Node cannot know of Windows. It answers one question for each start, with
 * one line of JSON on standard output, and changes nothing. It decides nothing either: electron/windows does.
 *
 *   gatehouse-system start         the user, ProgramData, the policy of the registry, the managed file and its folders
 *   gatehouse-system file PATH     the user, one file
 *   gatehouse-system upn           the user, their principal name
 *
 * Exit code 0 with an answer; 1 where Windows gave none; 64 for another question.
 */
#include "system.h"

#include <shellapi.h>
#include <shlobj.h>
#include <stdio.h>

#define MISUSE 64

_Noreturn void fail(const char *what, DWORD code) {
  fprintf(stderr, "%s: error %lu\n", what, (unsigned long)code);
  ExitProcess(1);
}

void *allocate(size_t bytes) {
  void *memory = calloc(1, bytes == 0 ? 1 : bytes);
  if (memory == NULL) fail("out of memory", ERROR_NOT_ENOUGH_MEMORY);
  return memory;
}

void put_wide(struct json *json, const char *name, const wchar_t *text) {
  json_text(json, name, (const uint16_t *)text, wcslen(text));
}

/** Libraries come from System32 alone, whatever lies beside the program or in the present folder. */
static void harden_libraries(void) {
  SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
  SetDllDirectoryW(L"");
}

/**
 * Windows puts known folders together from variables such as SystemDrive, which the person may set. So all of them go,
 * and the few that it needs come from Windows itself.
 */
static void fix_environment(void) {
  wchar_t *const block = GetEnvironmentStringsW();
  if (block == NULL) fail("GetEnvironmentStrings", GetLastError());
  for (const wchar_t *entry = block; *entry != L'\0'; entry += wcslen(entry) + 1) {
    /* The name of a drive's present folder begins with the sign that ends names. */
    const wchar_t *const end = wcschr(entry + 1, L'=');
    if (end == NULL) continue;
    const size_t length = (size_t)(end - entry);
    wchar_t *name = allocate((length + 1) * sizeof *name);
    memcpy(name, entry, length * sizeof *name);
    SetEnvironmentVariableW(name, NULL);
    free(name);
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
  const HRESULT found = SHGetKnownFolderPath(&FOLDERID_ProgramData, 0, NULL, &program_data);
  if (FAILED(found)) fail("SHGetKnownFolderPath of ProgramData", (DWORD)found);
  put_wide(json, "programData", program_data);
  put_policy(json, "policy");
  put_managed(json, "managed", program_data);
  CoTaskMemFree(program_data);
}

static void print(const struct json *json) {
  const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
  for (size_t at = 0; at < json->length;) {
    DWORD written = 0;
    if (!WriteFile(output, json->text + at, (DWORD)(json->length - at), &written, NULL) || written == 0)
      fail("WriteFile", GetLastError());
    at += written;
  }
}

int main(void) {
  harden_libraries();
  int count = 0;
  wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
  if (words == NULL) fail("CommandLineToArgv", GetLastError());
  const wchar_t *question = count > 1 ? words[1] : L"";
  struct json json = {0};
  json_open(&json, NULL, '{');
  /* Before the environment goes: Wine, where the tests run, has the name of the user in a variable. */
  put_user(&json, "user");
  fix_environment();
  if (wcscmp(question, L"start") == 0 && count == 2) answer_start(&json);
  else if (wcscmp(question, L"file") == 0 && count == 3) put_file(&json, "file", words[2]);
  else if (wcscmp(question, L"upn") == 0 && count == 2) put_upn(&json, "upn");
  else {
    fputs("takes: start | file PATH | upn\n", stderr);
    return MISUSE;
  }
  json_close(&json, '}');
  if (json.failed) fail("the answer is too long", ERROR_MORE_DATA);
  print(&json);
  json_free(&json);
  LocalFree(words);
  return 0;
}
