/* The environment that Electron gets. */
#ifndef GATEHOUSE_ENVIRONMENT_H
#define GATEHOUSE_ENVIRONMENT_H

#include "text.h"

/* Copies an environment block: each `NAME=value` ends with a zero, and the block with one more. Omits variables that
 * would change the code that Electron runs, or make it write logs and keys. `kept` is such a block too. */
void keep_harmless(const wchar_t *block, Text *kept);

#endif
