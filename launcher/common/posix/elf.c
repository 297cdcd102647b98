/* Reads the heads of a program of Linux. */
#include "elf.h"

enum { LOADER = 3 };

static uint64_t number_at(const char *bytes, size_t at, size_t size) {
  uint64_t number = 0;
  for (size_t index = size; index > 0; index -= 1) number = number << 8 | (unsigned char)bytes[at + index - 1];
  return number;
}

bool read_elf_head(const char *bytes, size_t length, ElfParts *parts) {
  enum { BITS_32 = 1, BITS_64 = 2, LITTLE_ENDIAN_FIRST = 1, SIZE_OF_32 = 32 };
  if (length < ELF_HEAD_SIZE || number_at(bytes, 0, 4) != 0x464c457f || bytes[5] != LITTLE_ENDIAN_FIRST) return false;
  if (bytes[4] != BITS_32 && bytes[4] != BITS_64) return false;
  parts->has_64_bits = bytes[4] == BITS_64;
  parts->offset = parts->has_64_bits ? number_at(bytes, 32, 8) : number_at(bytes, 28, 4);
  parts->part_size = (size_t)number_at(bytes, parts->has_64_bits ? 54 : 42, 2);
  parts->count = (size_t)number_at(bytes, parts->has_64_bits ? 56 : 44, 2);
  return parts->part_size == (size_t)(parts->has_64_bits ? ELF_LARGEST_PART_SIZE : SIZE_OF_32);
}

bool read_loader_part(const ElfParts *parts, const char *part, uint64_t *offset, uint64_t *size) {
  if (number_at(part, 0, 4) != LOADER) return false;
  *offset = parts->has_64_bits ? number_at(part, 8, 8) : number_at(part, 4, 4);
  *size = parts->has_64_bits ? number_at(part, 32, 8) : number_at(part, 16, 4);
  return true;
}
