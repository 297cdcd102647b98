import type { Bridge } from '../../shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Missing if the page was opened outside Electron. */
    readonly gatehouse?: Bridge;
  }
}

/** Null if the page was opened outside Electron. */
export function findBridge(): Bridge | null {
  return window.gatehouse ?? null;
}
