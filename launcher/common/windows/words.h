/* The words of a command line. Windows gives a program one line; the C runtime of the program makes words of it
 * (Microsoft, "Parsing C command-line arguments"). */
#ifndef GATEHOUSE_WORDS_H
#define GATEHOUSE_WORDS_H

#include "common/text.h"

/* Reads the program's name at the start of a line, by the rule for it: quotes group, a backslash is itself. Returns the
 * rest of the line, after the blanks. */
const wchar_t *read_program(const wchar_t *line, Text *program);

/* Reads one of the other words. Returns the rest of the line after the blanks that follow it; NULL where there was no
 * word. */
const wchar_t *read_word(const wchar_t *line, Text *word);

/* Appends a word, after a blank where it is not the first, so that `read_word` reads it back. */
void append_quoted(Text *line, const wchar_t *word);

#endif
