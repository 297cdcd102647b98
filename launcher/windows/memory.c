/* Memory, and functions that the compiler itself calls: there is no C runtime here. */
#include "launcher.h"

void *take_memory(size_t bytes) {
  void *memory = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, bytes);
  if (memory == NULL) ExitProcess(EXIT_INTERNAL);
  return memory;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count);
void *memset(void *target, int value, size_t count);

/* `volatile`, or the compiler would make a call to the function itself of each loop. */
void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  volatile char *to = target;
  const char *from = source;
  for (size_t index = 0; index < count; index += 1) to[index] = from[index];
  return target;
}

void *memset(void *target, int value, size_t count) {
  volatile char *to = target;
  for (size_t index = 0; index < count; index += 1) to[index] = (char)value;
  return target;
}
