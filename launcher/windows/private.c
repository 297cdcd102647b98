/* Access for the person, SYSTEM and Administrators alone. */
#include "launcher.h"

static BYTE person[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
static BYTE others[2][SECURITY_MAX_SID_SIZE];
static BYTE list[sizeof(ACL) + 3 * (sizeof(ACCESS_ALLOWED_ACE) + SECURITY_MAX_SID_SIZE)];
static SECURITY_DESCRIPTOR descriptor;
static SECURITY_ATTRIBUTES attributes;

static bool add(PSID who) { return AddAccessAllowedAce((ACL *)(void *)list, ACL_REVISION, GENERIC_ALL, who) != 0; }

static bool add_well_known(BYTE *place, WELL_KNOWN_SID_TYPE kind) {
  DWORD size = SECURITY_MAX_SID_SIZE;
  return CreateWellKnownSid(kind, NULL, place, &size) && add(place);
}

static bool read_person(void) {
  HANDLE token = NULL;
  DWORD size = 0;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return false;
  const bool read = GetTokenInformation(token, TokenUser, person, sizeof person, &size) != 0;
  CloseHandle(token);
  return read;
}

/* SECURITY: SEC-31 the result reaches the command alone. */
SECURITY_ATTRIBUTES *private_access(void) {
  if (attributes.nLength != 0) return &attributes;
  const bool made = read_person() && InitializeAcl((ACL *)(void *)list, sizeof list, ACL_REVISION) &&
                    add(((TOKEN_USER *)(void *)person)->User.Sid) && add_well_known(others[0], WinLocalSystemSid) &&
                    add_well_known(others[1], WinBuiltinAdministratorsSid) &&
                    InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION) &&
                    SetSecurityDescriptorDacl(&descriptor, TRUE, (ACL *)(void *)list, FALSE) &&
                    SetSecurityDescriptorControl(&descriptor, SE_DACL_PROTECTED, SE_DACL_PROTECTED);
  if (!made) ExitProcess(EXIT_INTERNAL);
  attributes.lpSecurityDescriptor = &descriptor;
  attributes.bInheritHandle = FALSE;
  attributes.nLength = sizeof attributes;
  return &attributes;
}
