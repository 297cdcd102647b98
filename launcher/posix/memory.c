#include <stdlib.h>
#include <unistd.h>

#include "facts.h"

void *take_memory(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (memory != NULL) return memory;
  say("there is no memory");
  _exit(EXIT_INTERNAL);
}
