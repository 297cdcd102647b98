import type { HostedPageFailure } from '../../shared/service/service-failure.ts';
import type { Result } from '../../shared/result.ts';
import type { Callback } from './callback.ts';

export type { HostedPageFailure } from '../../shared/service/service-failure.ts';

/**
 * Shows the hosted page of a prompt-capable application and receives its callback (specification 3,
 * 4.2).
 */
export type HostedPageDisplay = Readonly<{
  display: 'window' | 'browser';
  /** Makes a one-time callback address, before init. */
  prepare: () => Promise<Result<HostedAttempt, HostedPageFailure>>;
}>;

/** One hosted page, from its callback address until it is closed. */
export type HostedAttempt = Readonly<{
  /** Never show or log it: it contains the secret value against forged callbacks. */
  callbackUrl: string;
  /** Called at most once; the listeners are active until `close`. */
  show: (webUri: string, listeners: HostedListeners) => void;
  /** Opens a closed browser page again, or focuses the view. */
  showAgain: () => void;
  /** Idempotent. Ignores later events. */
  close: () => void;
}>;

export type HostedListeners = Readonly<{
  /** Called at most once. */
  onCallback: (callback: Callback) => void;
  /** The full address; only from a view. */
  onAddress: (address: string) => void;
  /** Closed by the person; only from a view. */
  onClosed: () => void;
  /**
   * A network failure ends the login (`electron/network/network-errors.ts`); a browser failure does
   * not.
   */
  onFailed: (failure: HostedPageFailure) => void;
}>;
