/* Text of Electron for a console: whole characters, no control sequences. */
#ifndef GATEHOUSE_SHOWN_H
#define GATEHOUSE_SHOWN_H

#include "common/text.h"

/* Length without an incomplete UTF-8 character at the end: at most three bytes less. */
size_t length_of_whole(const char *bytes, size_t length);

/* Removes control characters, except LF, CR and the tab. Returns the new count. */
size_t keep_text(wchar_t *units, size_t count);

#endif
