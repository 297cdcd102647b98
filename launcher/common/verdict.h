/* Judges Electron's verdict. */
#ifndef GATEHOUSE_VERDICT_H
#define GATEHOUSE_VERDICT_H

#include "text.h"

/* The longest line of a verdict, in bytes; a longer one is invalid. The program writes at most 60,000 bytes
 * (shared/outcomes/verdict.ts), and its readers take at most this (docs/gate.md). */
#define LONGEST_VERDICT ((size_t)1 << 16)

typedef enum { VERDICT_NONE, VERDICT_ALLOWED, VERDICT_REFUSED } Verdict;

/* Judges everything that was written; how Electron ended does not matter. Only exactly one whole line is believed: it lets
 * in with an allowing outcome and 0, and refuses with an exit code of the table, which is put into `code`. */
Verdict judge_verdict(const char *bytes, size_t length, uint32_t *code);

/* How many bytes of a believed line stand before the value of its last member, the ticket. */
size_t length_before_ticket(const char *bytes, size_t length);

/* Longer than a verdict where its ticket is shorter than `null`. */
#define LONGEST_PUBLIC_LINE (LONGEST_VERDICT + 8)

/* Writes the public form of a believed line, with `null` for its ticket. Returns its length. */
size_t write_public_line(char *to, const char *bytes, size_t length);

#endif
