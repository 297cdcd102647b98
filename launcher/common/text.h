/* UTF-16 text. The files in common/ do not use Win32, so that the tests can run them with sanitizers on other systems
 * (tests/unit/launcher/common). */
#ifndef GATEHOUSE_TEXT_H
#define GATEHOUSE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

_Static_assert(sizeof(wchar_t) == 2, "wide characters are units of UTF-16");

/* A text that grows. `units` ends with a zero that `length` does not count; NULL before the first append. */
typedef struct {
  wchar_t *units;
  size_t length;
  size_t room;
} Text;

/* Zeroed memory. Never NULL: if memory runs out, the program exits with 70. The pure parts free no memory: they run
 * once. The program that links them defines this function. */
void *take_memory(size_t bytes);

size_t length_of(const wchar_t *text);
bool is_equal(const wchar_t *one, const wchar_t *other);
/* Ignores the case of ASCII letters only: enough for the names of files and variables that we compare. */
bool is_equal_in_any_case(const wchar_t *one, const wchar_t *other);
bool begins_with(const wchar_t *text, const wchar_t *start);
bool begins_with_in_any_case(const wchar_t *text, const wchar_t *start);

void append_units(Text *text, const wchar_t *units, size_t count);
void append_unit(Text *text, wchar_t unit);
void append_text(Text *text, const wchar_t *more);
void append_number(Text *text, uint64_t number);
/* Empties the text; keeps its memory. */
void make_empty(Text *text);
/* Returns the units of the text, never NULL. */
const wchar_t *units_of(const Text *text);

#endif
