/* Text as Windows has it, in units of 16 bits. Everything in pure/ does without Win32, so that it runs elsewhere too,
 * where sanitizers watch it (tests/unit/launcher/windows). */
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
/* Letters of ASCII count as equal in both cases; a Windows name of a file or variable needs no more here. */
bool is_equal_in_any_case(const wchar_t *one, const wchar_t *other);
bool begins_with(const wchar_t *text, const wchar_t *start);
bool begins_with_in_any_case(const wchar_t *text, const wchar_t *start);

void append_units(Text *text, const wchar_t *units, size_t count);
void append_unit(Text *text, wchar_t unit);
void append_text(Text *text, const wchar_t *more);
void append_number(Text *text, uint64_t number);
/* An empty text that keeps its room. */
void make_empty(Text *text);
/* Its units, never NULL. */
const wchar_t *units_of(const Text *text);

#endif
