/* The verdict of the launcher's own refusals. */
#ifndef GATEHOUSE_REFUSAL_H
#define GATEHOUSE_REFUSAL_H

#include "text.h"

/* In UTC. */
typedef struct {
  unsigned year;
  unsigned month;
  unsigned day;
  unsigned hour;
  unsigned minute;
  unsigned second;
} Moment;

enum { LONGEST_REFUSAL = 512 };

/* Writes a line whose reason is its outcome, a name of ASCII of at most 64 bytes. Returns its length. */
size_t write_refusal(char *to, const char *outcome, uint32_t code, const Moment *now);

#endif
