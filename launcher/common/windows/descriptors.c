/* Reads and writes descriptors. */
#include "descriptors.h"

#define FIRST 3u
/* The runtime's value for "no handle". */
#define NO_HANDLE UINTPTR_MAX

/* Byte by byte: handles in the block are not aligned. */
static uintptr_t read_handle(const uint8_t *bytes) {
  uintptr_t handle = 0;
  for (size_t index = sizeof handle; index > 0; index -= 1) handle = (handle << 8) | bytes[index - 1];
  return handle;
}

static void write_handle(uint8_t *bytes, uintptr_t handle) {
  for (size_t index = 0; index < sizeof handle; index += 1) bytes[index] = (uint8_t)(handle >> (8 * index));
}

void read_descriptors(const uint8_t *block, size_t size, Descriptors *found) {
  if (block == NULL || size < sizeof(uint32_t)) return;
  const uint32_t count = (uint32_t)block[0] | (uint32_t)block[1] << 8 | (uint32_t)block[2] << 16 | (uint32_t)block[3] << 24;
  if (count > (size - sizeof count) / (1 + sizeof(uintptr_t))) return;
  for (uint32_t number = FIRST; number < count && number < MOST_DESCRIPTORS; number += 1) {
    const uintptr_t handle = read_handle(block + sizeof count + count + number * sizeof handle);
    const uint8_t flags = block[sizeof count + number];
    if ((flags & DESCRIPTOR_OPEN) == 0 || handle == 0 || handle == NO_HANDLE || handle == NO_HANDLE - 1) continue;
    set_descriptor(found, number, handle, flags);
  }
}

bool is_open(const Descriptors *descriptors, unsigned number) {
  return number < MOST_DESCRIPTORS && (descriptors->flags[number] & DESCRIPTOR_OPEN) != 0;
}

void set_descriptor(Descriptors *descriptors, unsigned number, uintptr_t handle, uint8_t flags) {
  descriptors->flags[number] = (uint8_t)(flags | DESCRIPTOR_OPEN);
  descriptors->handles[number] = handle;
}

void close_descriptor(Descriptors *descriptors, unsigned number) { descriptors->flags[number] = 0; }

size_t write_descriptors(const Descriptors *descriptors, uint8_t *block) {
  uint32_t count = 0;
  for (unsigned number = FIRST; number < MOST_DESCRIPTORS; number += 1) {
    if (is_open(descriptors, number)) count = number + 1;
  }
  if (count == 0) return 0;
  for (size_t index = 0; index < sizeof count; index += 1) block[index] = (uint8_t)(count >> (8 * index));
  for (uint32_t number = 0; number < count; number += 1) {
    const bool open = is_open(descriptors, number);
    /* Omit the standard streams: the C runtime gets their handles from Windows. */
    block[sizeof count + number] = open ? descriptors->flags[number] : 0;
    write_handle(block + sizeof count + count + number * sizeof(uintptr_t), open ? descriptors->handles[number] : NO_HANDLE);
  }
  return sizeof count + count * (1 + sizeof(uintptr_t));
}
