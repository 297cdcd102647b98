/* What protects the stack: the compiler puts a number that nobody knows beside what a function keeps there. */
#ifndef GATEHOUSE_GUARD_H
#define GATEHOUSE_GUARD_H

/* Chooses the number. Call first of all, from a function that never returns. */
void guard_stack(void);

#endif
