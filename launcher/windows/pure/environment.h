/* The environment that Electron gets. */
#ifndef GATEHOUSE_ENVIRONMENT_H
#define GATEHOUSE_ENVIRONMENT_H

#include "text.h"

/* Copies a block of `NAME=value`, each ended by a zero and all by one more, without the variables that would change
 * the code that Electron runs or make it write logs and keys. `kept` ends as a block does. */
void keep_harmless(const wchar_t *block, Text *kept);

#endif
