#include "launcher.h"

void *take_memory(size_t bytes) {
  void *memory = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, bytes);
  if (memory == NULL) ExitProcess(EXIT_INTERNAL);
  return memory;
}
