/*
 * Opens an address in the person's default program, a browser or an authenticator. That program outlives the login: it
 * starts outside the launcher's job object, and inherits no handle of ours.
 */
#include "system.h"

#include <objbase.h>
#include <shellapi.h>

static BOOL is_letter(wchar_t unit) { return (unit >= L'a' && unit <= L'z') || (unit >= L'A' && unit <= L'Z'); }

/** Whether the text is an address, not a path, and stays one argument. */
static BOOL is_address(const wchar_t *text) {
  size_t scheme = 0;
  while (is_letter(text[scheme]) || (scheme > 0 && text[scheme] > L' ' && text[scheme] < L':' && text[scheme] != L'/' && text[scheme] != L'"'))
    scheme += 1;
  if (scheme < 2 || text[scheme] != L':') return FALSE;
  for (; *text != L'\0'; text += 1) {
    if (*text <= L' ' || *text > L'~' || *text == L'"') return FALSE;
  }
  return TRUE;
}

/** Starts this program again, with the command `opened`: outside the job, if the job permits that. */
static UINT start_outside(const wchar_t *address) {
  static const wchar_t WORD[] = L"\" opened ";
  wchar_t own[MAX_PATH];
  STARTUPINFOW info = {.cb = sizeof info};
  PROCESS_INFORMATION child;
  DWORD code = 1;
  const DWORD length = GetModuleFileNameW(NULL, own, MAX_PATH);
  if (length == 0 || length >= MAX_PATH) fail("GetModuleFileName", GetLastError());
  wchar_t *line = allocate((1 + length + sizeof WORD / sizeof *WORD + wide_length(address)) * sizeof *line);
  wide_copy(wide_copy(wide_copy(wide_copy(line, L"\""), own), WORD), address);
  const DWORD flags = CREATE_NO_WINDOW | CREATE_SUSPENDED;
  /* Restore the default search path for libraries, which the started program inherits. */
  SetDllDirectoryW(NULL);
  if (!CreateProcessW(own, line, NULL, NULL, FALSE, flags | CREATE_BREAKAWAY_FROM_JOB, NULL, NULL, &info, &child) &&
      !CreateProcessW(own, line, NULL, NULL, FALSE, flags, NULL, NULL, &info, &child))
    fail("CreateProcess", GetLastError());
  /* The person acted in our window, so the child may bring a window to the front. */
  AllowSetForegroundWindow(child.dwProcessId);
  ResumeThread(child.hThread);
  WaitForSingleObject(child.hProcess, INFINITE);
  return GetExitCodeProcess(child.hProcess, &code) ? code : 1;
}

/* SECURITY: SEC-106 the opened program inherits no handle of ours. */
UINT open_address(const wchar_t *address, BOOL is_outside) {
  SHELLEXECUTEINFOW what = {.cbSize = sizeof what, .fMask = SEE_MASK_NOASYNC | SEE_MASK_FLAG_NO_UI, .nShow = SW_SHOWNORMAL};
  if (!is_address(address)) return 64;
  if (!is_outside) return start_outside(address);
  SetDllDirectoryW(NULL);
  CoInitializeEx(NULL, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE);
  what.lpFile = address;
  return ShellExecuteExW(&what) ? 0 : 1;
}
