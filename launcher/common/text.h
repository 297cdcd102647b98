/* Text in the units of the system: bytes on POSIX, UTF-16 on Windows. The files in common/ use neither POSIX nor Win32,
 * so that the tests can run them with sanitizers, in both forms (tests/unit/launcher/common). */
#ifndef GATEHOUSE_TEXT_H
#define GATEHOUSE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* GATEHOUSE_WIDE: the form of Windows, for the tests on other systems. */
#if defined _WIN32 || defined GATEHOUSE_WIDE
_Static_assert(sizeof(wchar_t) == 2, "wide characters are units of UTF-16");
typedef wchar_t Unit;
#define UNITS(text) L##text
#else
typedef char Unit;
#define UNITS(text) text
#endif

/* A text that grows. `units` ends with a zero that `length` does not count; NULL before the first append. */
typedef struct {
  Unit *units;
  size_t length;
  size_t room;
} Text;

/* Zeroed memory. Never NULL: if memory runs out, the program exits with 70. The common parts free no memory: they run
 * once. The program that links them defines this function. */
void *take_memory(size_t bytes);

size_t length_of(const Unit *text);
bool is_equal(const Unit *one, const Unit *other);
/* Ignores the case of ASCII letters only: enough for the names of files and variables that we compare. */
bool is_equal_in_any_case(const Unit *one, const Unit *other);
bool begins_with(const Unit *text, const Unit *start);
bool begins_with_in_any_case(const Unit *text, const Unit *start);

/* Ensures room for `more` units, so that appending them takes no memory. */
void make_room(Text *text, size_t more);
void append_units(Text *text, const Unit *units, size_t count);
void append_unit(Text *text, Unit unit);
void append_text(Text *text, const Unit *more);
void append_number(Text *text, uint64_t number);
/* Empties the text; keeps its memory. */
void make_empty(Text *text);
/* Returns the units of the text, never NULL. */
const Unit *units_of(const Text *text);

#endif
