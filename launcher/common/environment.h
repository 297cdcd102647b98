/* The environment that Electron gets. */
#ifndef GATEHOUSE_ENVIRONMENT_H
#define GATEHOUSE_ENVIRONMENT_H

#include "text.h"

/* Whether a variable (`NAME=value`) would change the code that Electron runs, or make it write logs and keys. */
bool is_injection(const Unit *variable);

#endif
