/* Converts Electron's standard error for a console: units of UTF-16, and two colours. Only LF and CR move the
 * cursor. */
#ifndef GATEHOUSE_SHOWN_H
#define GATEHOUSE_SHOWN_H

#include "text.h"

/* The most units that this many bytes can become, together with the rest of an earlier read. */
#define MOST_UNITS(bytes) (2 * (bytes) + 2)

/* Where the reading stands. All zeros at the start. */
typedef struct {
  /* A character: how many bytes it still needs, its bits so far, the least that its form may say. */
  unsigned needed;
  uint32_t code;
  uint32_t least;
  /* A sequence after ESC: 1 after the ESC itself, 2 inside of `ESC [`. */
  unsigned sequence;
  char parameters[8];
  size_t parameter_count;
  /* Whether the next text is drawn white on black, as a QR code is (`ESC [ 97 ; 40 m`, until `ESC [ 0 m`). */
  bool is_picture;
} Shown;

/* Reads on, and stops behind a change of colours. Bytes that are no UTF-8 become U+FFFD; sequences that are not named
 * here, and control characters, are left out. `units` has room for MOST_UNITS(length). Returns how many bytes were read;
 * `count` is how many units they became. */
size_t read_shown(Shown *shown, const char *bytes, size_t length, wchar_t *units, size_t *count);

#endif
