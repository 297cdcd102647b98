/* Variables that Electron must not get. */
#include "environment.h"

/* A name with `=` is whole; another is the beginning of names. */
static const Unit *const INJECTIONS[] = {
#if defined _WIN32 || defined GATEHOUSE_WIDE
    /* Node, Electron, Chromium, OpenSSL and the graphics drivers read these before the program's first line of code.
     * They load libraries, open a debugger, disable the sandbox, turn Electron into Node, talk to a parent, or write
     * logs and connection keys. `__COMPAT_LAYER` makes Windows start a program with compatibility settings. */
    UNITS("ELECTRON_"), UNITS("NODE_"),
    UNITS("CHROME_"),   UNITS("CHROMIUM_"),
    UNITS("GOOGLE_"),   UNITS("OPENSSL_"),
    UNITS("VK_"),       UNITS("ANGLE_"),
    UNITS("UV_"),       UNITS("V8_"),
    UNITS("COR_"),      UNITS("CORECLR_"),
    UNITS("DOTNET_"),   UNITS("SSLKEYLOGFILE="),
    UNITS("ICU_DATA="), UNITS("__COMPAT_LAYER="),
#else
    /* None makes Node, OpenSSL or the C library run other code or trust others, Node print, write files or talk to a
     * parent process, or Chromium log the keys of its connections. Electron is not Node (shells of editors say so).
     * Others main refuses itself (electron/process/environment.ts), with a sentence. */
    UNITS("ELECTRON_RUN_AS_NODE="), UNITS("GCONV_PATH="),
    UNITS("NODE_"),                 UNITS("OPENSSL_"),
    UNITS("SSL_CERT_"),             UNITS("SSLKEYLOGFILE="),
    UNITS("UV_"),                   UNITS("V8_"),
#endif
};

/* SECURITY: SEC-42 remove variables that load foreign code into the main process or write connection keys. */
bool is_injection(const Unit *variable) {
  for (size_t index = 0; index < sizeof INJECTIONS / sizeof *INJECTIONS; index += 1) {
#if defined _WIN32 || defined GATEHOUSE_WIDE
    if (begins_with_in_any_case(variable, INJECTIONS[index])) return true;
#else
    if (begins_with(variable, INJECTIONS[index])) return true;
#endif
  }
  return false;
}
