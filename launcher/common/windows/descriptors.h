/* Numbered descriptors of the C runtime, as one process gives them to the next: STARTUPINFO.lpReserved2 holds their
 * count (32 bits), a byte of flags for each, and a handle for each. Microsoft's C runtimes have used this format since
 * Windows NT; Node, Python and the .NET hosts build on them. */
#ifndef GATEHOUSE_DESCRIPTORS_H
#define GATEHOUSE_DESCRIPTORS_H

#include "common/text.h"

/* Descriptors with higher numbers are not passed on. */
#define MOST_DESCRIPTORS 256u
/* Size of the largest block. */
#define MOST_DESCRIPTOR_BYTES (sizeof(uint32_t) + MOST_DESCRIPTORS * (1 + sizeof(uintptr_t)))

#define DESCRIPTOR_OPEN 0x01u
#define DESCRIPTOR_PIPE 0x08u

/* Indexed by descriptor number. DESCRIPTOR_OPEN marks an open one. 0 to 2, the standard streams, are not kept here. */
typedef struct {
  uint8_t flags[MOST_DESCRIPTORS];
  uintptr_t handles[MOST_DESCRIPTORS];
} Descriptors;

/* Reads the descriptors given to a process; an invalid block adds no descriptors. */
void read_descriptors(const uint8_t *block, size_t size, Descriptors *found);
bool is_open(const Descriptors *descriptors, unsigned number);
void set_descriptor(Descriptors *descriptors, unsigned number, uintptr_t handle, uint8_t flags);
void close_descriptor(Descriptors *descriptors, unsigned number);
/* Writes the block; returns its size in bytes, 0 if no descriptor is open. */
size_t write_descriptors(const Descriptors *descriptors, uint8_t *block);

#endif
