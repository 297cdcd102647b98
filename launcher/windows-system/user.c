/* The logged-on user: from the token of this process, which Windows made at the logon. Never from the environment. */
#include "system.h"

#include <ntsecapi.h>
#define SECURITY_WIN32
#include <security.h>

/* Domain, user and principal name are each far shorter. */
#define MOST_NAME 512

typedef BOOLEAN(WINAPI *get_user_name)(EXTENDED_NAME_FORMAT, LPWSTR, PULONG);
typedef NTSTATUS(WINAPI *get_session)(PLUID, PSECURITY_LOGON_SESSION_DATA *);
typedef NTSTATUS(WINAPI *free_buffer)(PVOID);

/** Windows does not map Secur32 by itself: load it from System32 only. */
static FARPROC from_secur32(const char *name) {
  HMODULE library = LoadLibraryExW(L"secur32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
  if (library == NULL) fail("LoadLibraryEx of secur32.dll", GetLastError());
  const FARPROC found = GetProcAddress(library, name);
  if (found == NULL) fail("GetProcAddress of secur32.dll", GetLastError());
  return found;
}

/** The name of the logon in this form; false if it has no such name. */
static BOOL name_of_logon(EXTENDED_NAME_FORMAT form, wchar_t *text) {
  union {
    FARPROC any;
    get_user_name typed;
  } found = {from_secur32("GetUserNameExW")};
  ULONG units = MOST_NAME;
  return found.typed(form, text, &units) != FALSE;
}

void *token_information(TOKEN_INFORMATION_CLASS wanted) {
  HANDLE token = NULL;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) fail("OpenProcessToken", GetLastError());
  DWORD length = 0;
  if (!GetTokenInformation(token, wanted, NULL, 0, &length) && GetLastError() != ERROR_INSUFFICIENT_BUFFER)
    fail("GetTokenInformation", GetLastError());
  void *information = allocate(length);
  if (!GetTokenInformation(token, wanted, information, length, &length))
    fail("GetTokenInformation", GetLastError());
  CloseHandle(token);
  return information;
}

/** DOMAIN\user of the SID: from the directory, or from the cache of Windows. */
static void account_of(PSID sid, wchar_t *account) {
  wchar_t user[MOST_NAME];
  wchar_t domain[MOST_NAME];
  DWORD user_units = MOST_NAME;
  DWORD domain_units = MOST_NAME;
  SID_NAME_USE use;
  if (!LookupAccountSidW(NULL, sid, user, &user_units, domain, &domain_units, &use))
    fail("LookupAccountSid", GetLastError());
  if (use != SidTypeUser) fail("LookupAccountSid: the token is no user's", ERROR_INVALID_ACCOUNT_NAME);
  if (wide_length(user) + wide_length(domain) + 2 > MOST_NAME) fail("LookupAccountSid", ERROR_BUFFER_OVERFLOW);
  wide_copy(wide_copy(wide_copy(account, domain), L"\\"), user);
}

/* SECURITY: SEC-63 the logon makes the token, and no other can take its place. */
void put_user(struct json *json, const char *name) {
  TOKEN_USER *user = token_information(TokenUser);
  PSID sid = user->User.Sid;
  wchar_t account[MOST_NAME] = L"";
  /* Answered from the logon, so it is there without a domain controller too. */
  if (!name_of_logon(NameSamCompatible, account)) account_of(sid, account);
  json_open(json, name, '{');
  json_hex(json, "sid", (const uint8_t *)sid, GetLengthSid(sid));
  put_wide(json, "account", account);
  json_close(json, '}');
  release(user);
}

/** The principal name that the logon itself has kept. */
static BOOL put_upn_of_logon(struct json *json, const char *name) {
  TOKEN_STATISTICS *statistics = token_information(TokenStatistics);
  SECURITY_LOGON_SESSION_DATA *session = NULL;
  union {
    FARPROC any;
    get_session typed;
  } read = {from_secur32("LsaGetLogonSessionData")};
  union {
    FARPROC any;
    free_buffer typed;
  } give_back = {from_secur32("LsaFreeReturnBuffer")};
  const NTSTATUS status = read.typed(&statistics->AuthenticationId, &session);
  release(statistics);
  if (status < 0 || session == NULL) return FALSE;
  const BOOL is_there = session->Upn.Buffer != NULL && session->Upn.Length > 0;
  if (is_there)
    json_text(json, name, (const uint16_t *)session->Upn.Buffer, session->Upn.Length / sizeof(wchar_t));
  give_back.typed(session);
  return is_there;
}

void put_upn(struct json *json, const char *name) {
  if (put_upn_of_logon(json, name)) return;
  wchar_t upn[MOST_NAME] = L"";
  if (name_of_logon(NameUserPrincipal, upn)) put_wide(json, name, upn);
  else json_null(json, name);
}
