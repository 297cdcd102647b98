/* Who is logged on: from the token of this process, which Windows made at the logon. Never from the environment. */
#include "system.h"

#define SECURITY_WIN32
#include <ntsecapi.h>
#include <security.h>

#define MOST_NAME 1024

static void *token_information(TOKEN_INFORMATION_CLASS class) {
  HANDLE token = NULL;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) fail("OpenProcessToken", GetLastError());
  DWORD length = 0;
  if (!GetTokenInformation(token, class, NULL, 0, &length) && GetLastError() != ERROR_INSUFFICIENT_BUFFER)
    fail("GetTokenInformation", GetLastError());
  void *information = allocate(length);
  if (!GetTokenInformation(token, class, information, length, &length))
    fail("GetTokenInformation", GetLastError());
  CloseHandle(token);
  return information;
}

/** DOMAIN\user of the SID: the directory's word, or what Windows remembers of it. */
static void account_of(PSID sid, wchar_t *account) {
  wchar_t user[MOST_NAME];
  wchar_t domain[MOST_NAME];
  DWORD user_units = MOST_NAME;
  DWORD domain_units = MOST_NAME;
  SID_NAME_USE use;
  if (!LookupAccountSidW(NULL, sid, user, &user_units, domain, &domain_units, &use))
    fail("LookupAccountSid", GetLastError());
  if (use != SidTypeUser) fail("LookupAccountSid: the token is no user's", ERROR_INVALID_ACCOUNT_NAME);
  if (wcslen(user) + wcslen(domain) + 2 > MOST_NAME) fail("LookupAccountSid", ERROR_BUFFER_OVERFLOW);
  wcscpy(account, domain);
  wcscat(account, L"\\");
  wcscat(account, user);
}

void put_user(struct json *json, const char *name) {
  TOKEN_USER *user = token_information(TokenUser);
  PSID sid = user->User.Sid;
  wchar_t account[MOST_NAME] = L"";
  ULONG units = MOST_NAME;
  /* Answered from the logon, so it is there without a domain controller too. */
  if (!GetUserNameExW(NameSamCompatible, account, &units)) account_of(sid, account);
  json_open(json, name, '{');
  json_hex(json, "sid", (const uint8_t *)sid, GetLengthSid(sid));
  put_wide(json, "account", account);
  json_close(json, '}');
  free(user);
}

/** The principal name that the logon itself has kept. */
static BOOL put_upn_of_logon(struct json *json, const char *name) {
  TOKEN_STATISTICS *statistics = token_information(TokenStatistics);
  SECURITY_LOGON_SESSION_DATA *session = NULL;
  const NTSTATUS status = LsaGetLogonSessionData(&statistics->AuthenticationId, &session);
  free(statistics);
  if (status < 0 || session == NULL) return FALSE;
  const BOOL is_there = session->Upn.Buffer != NULL && session->Upn.Length > 0;
  if (is_there)
    json_text(json, name, (const uint16_t *)session->Upn.Buffer, session->Upn.Length / sizeof(wchar_t));
  LsaFreeReturnBuffer(session);
  return is_there;
}

void put_upn(struct json *json, const char *name) {
  if (put_upn_of_logon(json, name)) return;
  wchar_t upn[MOST_NAME] = L"";
  ULONG units = MOST_NAME;
  if (GetUserNameExW(NameUserPrincipal, upn, &units)) put_wide(json, name, upn);
  else json_null(json, name);
}
