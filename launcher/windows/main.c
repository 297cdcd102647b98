/* The launcher of Gatehouse on Windows (docs/gate-windows.md). */
#include <windows.h>

void start(void);

void start(void) { ExitProcess(70); }
