/* Where a program of Linux names its loader (elf(5)). */
#ifndef GATEHOUSE_POSIX_ELF_H
#define GATEHOUSE_POSIX_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ELF_HEAD_SIZE = 64, ELF_LARGEST_PART_SIZE = 56 };

/* The list of a program's parts. */
typedef struct {
  bool has_64_bits;
  uint64_t offset;
  size_t part_size;
  size_t count;
} ElfParts;

/* Reads the first bytes of a file. False where it is no program whose bytes stand in the order of ours. */
bool read_elf_head(const char *bytes, size_t length, ElfParts *parts);

/* Whether a part, of `part_size` bytes, says where the loader's path stands: puts its place in the file there, with its
 * size, final zero included. */
bool read_loader_part(const ElfParts *parts, const char *part, uint64_t *offset, uint64_t *size);

#endif
