import type { Bridge } from '../../shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Set by the preload; missing if the page was opened outside Electron. */
    readonly gatehouse?: Bridge;
  }
}

/** null without a preload. */
export function findBridge(): Bridge | null {
  return window.gatehouse ?? null;
}
