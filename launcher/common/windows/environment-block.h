/* The environment as Windows gives it: a block. */
#ifndef GATEHOUSE_ENVIRONMENT_BLOCK_H
#define GATEHOUSE_ENVIRONMENT_BLOCK_H

#include "common/text.h"

/* Copies an environment block, in which each `NAME=value` ends with a zero, and the block with one more. Omits
 * injections (common/environment.h). `kept` is such a block too. */
void keep_harmless(const wchar_t *block, Text *kept);

#endif
