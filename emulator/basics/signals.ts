/** News without content: something has changed. */
export type Signal = Readonly<{
  emit: () => void;
  /** @returns a function that stops listening */
  listen: (listener: () => void) => () => void;
}>;

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    emit: () => {
      for (const listener of [...listeners]) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
