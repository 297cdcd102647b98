import type { Bridge } from '../../shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload; missing only where the page was opened outside the program. */
    readonly gatehouse?: Bridge;
  }
}

/** The way to main, or null where there is none (the window then says so). */
export function findBridge(): Bridge | null {
  return window.gatehouse ?? null;
}
