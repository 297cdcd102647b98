/* Interfaces of the parts of gatehouse-system.exe: each writes its members into the answer, or ends the program. */
#ifndef GATEHOUSE_SYSTEM_H
#define GATEHOUSE_SYSTEM_H

#include "json.h"

#include <windows.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint16_t), "Windows has UTF-16");

/** Ends the program: one line on standard error, exit code 1, and no answer. `code`: the Windows error. */
_Noreturn void fail(const char *what, DWORD code);
/** Memory, zeroed. Never null. */
void *allocate(size_t bytes);
void release(void *memory);
size_t wide_length(const wchar_t *text);
/** Copies a text with its final NUL. Returns the address of that NUL, to append more text. */
wchar_t *wide_copy(wchar_t *to, const wchar_t *text);
/** Writes a text that ends with NUL, as the member `name`. */
void put_wide(struct json *json, const char *name, const wchar_t *text);

/** Attributes and access rights of each file or folder: of a link itself, unless `is_followed`. */
void put_files(struct json *json, const char *name, wchar_t *const *paths, int count, BOOL is_followed);
/** The managed file and each folder above it, the highest first. */
void put_managed(struct json *json, const char *name, const wchar_t *program_data);
/** Every value below HKLM\Software\Policies\Gatehouse, 64-bit view; null where the key does not exist. */
void put_policy(struct json *json, const char *name);
/** The user of the logon token: SID and DOMAIN\user. */
void put_user(struct json *json, const char *name);
/**
 * Opens an address in the person's default program. `is_outside`: this process is outside the launcher's job.
 *
 * @returns the exit code
 */
UINT open_address(const wchar_t *address, BOOL is_outside);
/**
 * Writes the line of standard input, in UTF-8, to the event log.
 *
 * @returns the exit code: 64 for an empty line
 */
UINT log_line(void);
/** What the token of this process says of it. Give it to `release`. */
void *token_information(TOKEN_INFORMATION_CLASS wanted);
/** User principal name of the logon token; null for an account without one. */
void put_upn(struct json *json, const char *name);

#endif
