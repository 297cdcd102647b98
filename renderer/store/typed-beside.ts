let typed = '';

/** Keeps what was typed beside a push, for the field of the screen that follows; nothing: it is forgotten. */
export function rememberTyped(code: string): void {
  typed = code;
}

/** What was typed beside a push, and is on its way. */
export function typedBeside(): string {
  return typed;
}
