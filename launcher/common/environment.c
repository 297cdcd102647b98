/* Takes variables out of the environment. */
#include "environment.h"

/* Prefixes of variables that Node, Electron, Chromium, OpenSSL and the graphics drivers read before the program's first
 * line of code. They load libraries, open a debugger, disable the sandbox, turn Electron into Node, talk to a parent,
 * or write logs and connection keys. `__COMPAT_LAYER` makes Windows start a program with compatibility settings. */
static const wchar_t *const INJECTIONS[] = {
    L"ELECTRON_", L"NODE_",   L"CHROME_",   L"CHROMIUM_",     L"GOOGLE_",  L"OPENSSL_",      L"SSLKEYLOGFILE=",
    L"VK_",       L"ANGLE_",   L"ICU_DATA=", L"UV_",          L"V8_",      L"COR_",          L"CORECLR_",
    L"DOTNET_",   L"__COMPAT_LAYER=",
};

static bool is_injection(const wchar_t *variable) {
  for (size_t index = 0; index < sizeof INJECTIONS / sizeof *INJECTIONS; index += 1) {
    if (begins_with_in_any_case(variable, INJECTIONS[index])) return true;
  }
  return false;
}

/* SECURITY: SEC-42 remove variables that load foreign code into the main process or write connection keys. */
void keep_harmless(const wchar_t *block, Text *kept) {
  make_empty(kept);
  while (*block != 0) {
    const size_t length = length_of(block);
    if (!is_injection(block)) append_units(kept, block, length + 1);
    block += length + 1;
  }
  /* An empty block also ends with two zeros. */
  if (kept->length == 0) append_unit(kept, 0);
  append_unit(kept, 0);
}
