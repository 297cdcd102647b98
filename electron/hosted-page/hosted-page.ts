import type { HostedPageFailure } from '../../shared/service/service-failure.ts';
import type { Result } from '../../shared/result.ts';
import type { Callback } from './callback.ts';

export type { HostedPageFailure } from '../../shared/service/service-failure.ts';

/**
 * Shows the hosted page of a prompt-capable application and receives its callback (specification 3, 4.2).
 * `system-browser.ts` uses the browser and a loopback listener. In the window, a view catches the callback before a
 * request leaves.
 */
export type HostedPageDisplay = Readonly<{
  place: 'window' | 'browser';
  /** Makes a one-time callback address. Called before init, which sends it. */
  prepare: () => Promise<Result<HostedAttempt, HostedPageFailure>>;
}>;

/** One hosted page, from its callback address until it is closed. */
export type HostedAttempt = Readonly<{
  /** Contains a value against forgery: never show or log it. */
  callbackUrl: string;
  /** Called at most once. The listeners are active until `close`. */
  show: (webUri: string, listeners: HostedListeners) => void;
  /** Called by the person's act: the browser's page was closed, or the view lost the focus. */
  showAgain: () => void;
  /** Idempotent. Later events are ignored. */
  close: () => void;
}>;

export type HostedListeners = Readonly<{
  /** Called at most once. */
  onCallback: (callback: Callback) => void;
  /** The full current address; only from the view in the window. */
  onAddress: (address: string) => void;
  /** The person closed the page; only from the view in the window. */
  onClosed: () => void;
  /** A network failure (`electron/network/network-errors.ts`) ends the login; a browser failure does not. */
  onFailed: (failure: HostedPageFailure) => void;
}>;
