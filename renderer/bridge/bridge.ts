import type { Bridge } from '../../shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload; missing only where the page was opened outside the program. */
    readonly gatehouse?: Bridge;
  }
}

/** The bridge to main, or null if it is missing (the window then says so). */
export function findBridge(): Bridge | null {
  return window.gatehouse ?? null;
}
