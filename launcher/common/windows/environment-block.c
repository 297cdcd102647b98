/* Takes variables out of an environment block. */
#include "environment-block.h"
#include "common/environment.h"

void keep_harmless(const wchar_t *block, Text *kept) {
  make_empty(kept);
  while (*block != 0) {
    const size_t length = length_of(block);
    if (!is_injection(block)) append_units(kept, block, length + 1);
    block += length + 1;
  }
  /* An empty block also ends with two zeros. */
  if (kept->length == 0) append_unit(kept, 0);
  append_unit(kept, 0);
}
