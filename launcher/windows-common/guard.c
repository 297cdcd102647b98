/* Definitions that the compiler and Windows require of a program without a C runtime. */
#include "guard.h"

#include <windows.h>
/* Requires windows.h. */
#include <ntsecapi.h>

/* Names that the compiler and the linker know. */
extern UINT_PTR __stack_chk_guard;
extern const IMAGE_LOAD_CONFIG_DIRECTORY64 _load_config_used;
_Noreturn void __stack_chk_fail(void);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);

UINT_PTR __stack_chk_guard = (UINT_PTR)0x8f3a61c95d20b74eu;

/* Ends at once, as Windows itself ends a program with an overwritten stack. */
_Noreturn void __stack_chk_fail(void) {
  TerminateProcess(GetCurrentProcess(), (UINT)STATUS_STACK_BUFFER_OVERRUN);
  for (;;) Sleep(INFINITE);
}

/* The built-in number remains if the system provides no random one. */
void guard_stack(void) { RtlGenRandom(&__stack_chk_guard, sizeof __stack_chk_guard); }

/* `volatile` keeps the compiler from turning these loops into calls of the functions themselves. */
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  volatile char *target = to;
  for (size_t index = 0; index < count; index += 1) target[index] = ((const char *)from)[index];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  volatile char *target = to;
  for (size_t index = 0; index < count; index += 1) target[index] = (char)byte;
  return to;
}

/* Load libraries only from System32, including those loaded before our code runs. */
const IMAGE_LOAD_CONFIG_DIRECTORY64 _load_config_used = {
    .Size = sizeof(IMAGE_LOAD_CONFIG_DIRECTORY64),
    .DependentLoadFlags = LOAD_LIBRARY_SEARCH_SYSTEM32,
};
