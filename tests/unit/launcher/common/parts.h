/*
 * What both programs of the common parts share (pure.c, pure-posix.c): a list of parts, each run on an input in a piece of
 * memory exactly as long, so that the sanitizers see every step beyond it. By itself a program runs the part that its
 * first word names, on standard input. With GATEHOUSE_FUZZ it is a target of libFuzzer for the part that this variable of
 * the environment names, whose inputs get the zeros that an input of the part ends with.
 */
#ifndef GATEHOUSE_PARTS_H
#define GATEHOUSE_PARTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

typedef struct {
  const char *name;
  void (*run)(void);
  /* The units with which an input of texts ends; 0 for an input of bytes. */
  size_t zeros;
} Part;

static uint8_t *input;
static size_t input_size;

#ifdef GATEHOUSE_FUZZ

/* The common parts free no memory: it is freed behind each input. */
typedef struct Taken {
  struct Taken *next;
  void *memory;
} Taken;
static Taken *all_taken;
static uint8_t seen;

static void *take_exact(size_t bytes) {
  Taken *taken = malloc(sizeof *taken);
  void *memory = calloc(1, bytes == 0 ? 1 : bytes);
  if (taken == NULL || memory == NULL) abort();
  *taken = (Taken){all_taken, memory};
  all_taken = taken;
  return memory;
}

static void free_all(void) {
  while (all_taken != NULL) {
    Taken *taken = all_taken;
    all_taken = taken->next;
    free(taken->memory);
    free(taken);
  }
}

/* Reads every byte, for the sanitizers. */
static void write_out(const void *bytes, size_t count) {
  for (size_t index = 0; index < count; index += 1) seen ^= ((const uint8_t *)bytes)[index];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int run_chosen(const Part *parts, size_t count, const uint8_t *bytes, size_t size) {
  static const Part *part;
  const char *name = getenv("GATEHOUSE_FUZZ");
  for (size_t index = 0; part == NULL && name != NULL && index < count; index += 1) {
    if (strcmp(parts[index].name, name) == 0) part = &parts[index];
  }
  if (part == NULL) abort();
  const size_t given = part->zeros == 0 ? size : size / sizeof(Unit) * sizeof(Unit);
  input_size = given + part->zeros * sizeof(Unit);
  input = take_exact(input_size);
  if (given > 0) memcpy(input, bytes, given);
  part->run();
  free_all();
  return 0;
}

#define RUN(parts) \
  int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) { \
    return run_chosen(parts, sizeof parts / sizeof *parts, bytes, size); \
  }

#else

static void *take_exact(size_t bytes) {
  void *memory = calloc(1, bytes == 0 ? 1 : bytes);
  if (memory == NULL) abort();
  return memory;
}

static void write_out(const void *bytes, size_t count) { fwrite(bytes, 1, count, stdout); }

static int run_named(const Part *parts, size_t count, const char *name) {
  static uint8_t room[1 << 22];
  input_size = fread(room, 1, sizeof room, stdin);
  input = take_exact(input_size);
  memcpy(input, room, input_size);
  for (size_t index = 0; index < count; index += 1) {
    if (strcmp(parts[index].name, name) != 0) continue;
    parts[index].run();
    return 0;
  }
  return 64;
}

#define RUN(parts) \
  int main(int count, char **given) { \
    return count < 2 ? 64 : run_named(parts, sizeof parts / sizeof *parts, given[1]); \
  }

#endif

void *take_memory(size_t bytes) { return take_exact(bytes); }

/* An answer is a text with its zero. */
static void answer(const Unit *text) { write_out(text, (length_of(text) + 1) * sizeof *text); }

static void answer_number(uint64_t number) {
  Text text = {0};
  append_number(&text, number);
  answer(text.units);
}

#endif
