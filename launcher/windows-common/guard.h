/* Stack protection: the compiler puts a secret number beside the local data of a function. */
#ifndef GATEHOUSE_GUARD_H
#define GATEHOUSE_GUARD_H

/* Chooses the number. Call first of all, from a function that never returns. */
void guard_stack(void);

#endif
