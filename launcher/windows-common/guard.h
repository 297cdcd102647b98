/* Stack protection: the compiler puts a secret number (canary) beside the local data of a function. */
#ifndef GATEHOUSE_GUARD_H
#define GATEHOUSE_GUARD_H

/* Sets a random number. Call it first in the program, from a function that never returns. */
void guard_stack(void);

#endif
