/* Judges what Electron said (launcher/verdict.sh does on POSIX, where Electron ends with the code of its line). */
#ifndef GATEHOUSE_VERDICT_H
#define GATEHOUSE_VERDICT_H

#include "text.h"

/* No line of a verdict is longer; what is longer is not believed. In bytes. */
#define LONGEST_VERDICT ((size_t)1 << 20)

/* The exit code of an Electron that ended itself as soon as it had written: Node gives no choice of another
 * (docs/decisions/0045). */
#define ENDED_ITSELF 1u

typedef enum { VERDICT_NONE, VERDICT_ALLOWED, VERDICT_REFUSED } Verdict;

/* Judges everything that was written, by an Electron that ended with this exit code. Only exactly one whole line is
 * believed: it lets in with 0 and an allowing outcome, and refuses with its own exit code, 1 to 255. */
Verdict judge_verdict(const char *bytes, size_t length, uint32_t exit_code);

/* The exit code that Electron gave: its own, or where it ended itself, that of its line; ENDED_ITSELF where the line has
 * none. */
uint32_t given_code(const char *bytes, size_t length, uint32_t exit_code);

/* How many bytes of a believed line stand before the value of its last member, the ticket. */
size_t length_before_ticket(const char *bytes, size_t length);

#endif
