/* Keys of the console, as Electron hears of them: UTF-8 and four control characters, as a POSIX terminal sends them. */
#ifndef GATEHOUSE_KEYS_H
#define GATEHOUSE_KEYS_H

#include "text.h"

#define KEY_ENTER '\n'
/* Takes the last character back. */
#define KEY_ERASE '\x7f'
/* Takes the whole line back: Esc, as everywhere at a console of Windows, and Ctrl-U. */
#define KEY_CLEAR '\x15'
/* The end of the input, on an empty line: Ctrl-Z and Ctrl-D. */
#define KEY_END '\x04'

/* The bytes of one character at most. */
#define LONGEST_KEY 4u
/* The bytes of a size report at most, with the zero behind it. */
#define LONGEST_SIZE_REPORT 32u

/* The first unit of a character of two units, until the second comes. */
typedef struct {
  wchar_t high;
} Keys;

/* Takes one key event of Windows and writes its bytes. Returns their number; 0 for a key that is no text. Never writes
 * an escape, which begins the launcher's own reports. */
size_t bytes_of_key(Keys *keys, bool is_down, uint16_t virtual_key, wchar_t unit, char bytes[LONGEST_KEY]);

/* Writes the size of the console as an in-band report (private mode 2048 of terminals): `ESC [ 48 ; rows ; columns ; 0 ; 0 t`.
 * Returns its bytes. */
size_t report_size(unsigned rows, unsigned columns, char bytes[LONGEST_SIZE_REPORT]);

#endif
