/* Judges Electron's verdict (launcher/posix/verdict.sh does on POSIX). */
#ifndef GATEHOUSE_VERDICT_H
#define GATEHOUSE_VERDICT_H

#include "text.h"

/* The longest line of a verdict, in bytes; a longer one is invalid. */
#define LONGEST_VERDICT ((size_t)1 << 20)

typedef enum { VERDICT_NONE, VERDICT_ALLOWED, VERDICT_REFUSED } Verdict;

/* Judges everything that was written; how Electron ended does not matter. Only exactly one whole line is believed: it lets
 * in with an allowing outcome and 0, and refuses with its exit code, 1 to 255, which is put into `code`. */
Verdict judge_verdict(const char *bytes, size_t length, uint32_t *code);

/* How many bytes of a believed line stand before the value of its last member, the ticket. */
size_t length_before_ticket(const char *bytes, size_t length);

#endif
