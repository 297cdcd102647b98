import type { HostedPageFailure } from '../../shared/service/service-failure.ts';
import type { Result } from '../../shared/result.ts';
import type { Callback } from './callback.ts';

export type { HostedPageFailure } from '../../shared/service/service-failure.ts';

/**
 * The port through which the hosted page of a prompt-capable application is shown (specification 3, 4.2), and through
 * which its callback comes back. `system-browser.ts` implements it with the person's browser and a listener on a
 * loopback address; in the window a view of its own does, and catches the callback before a request leaves for it.
 */
export type HostedPageDisplay = Readonly<{
  /** Which of the two it is. */
  place: 'window' | 'browser';
  /** Makes a callback address that is used once. Called before init, which has to name it. */
  prepare: () => Promise<Result<HostedAttempt, HostedPageFailure>>;
}>;

/** One hosted page: from the callback address that init was told until it is closed. */
export type HostedAttempt = Readonly<{
  /** The callback address for init. It carries a value against forgery, so it is never shown or logged. */
  callbackUrl: string;
  /** Shows the page. At most once; the listeners are called from then until `close`. */
  show: (webUri: string, listeners: HostedListeners) => void;
  /** Shows it once more, by the person's act: the browser's page was closed, or the view lost the focus. */
  showAgain: () => void;
  /** Ends it; idempotent. Later events are ignored. */
  close: () => void;
}>;

export type HostedListeners = Readonly<{
  /** The page came back to our callback address; at most once. */
  onCallback: (callback: Callback) => void;
  /** Where the page is now, in full, for the line that shows it. The view in the window only. */
  onAddress: (address: string) => void;
  /** The person closed the page without an end. The view in the window only: a browser does not tell. */
  onClosed: () => void;
  /**
   * The page cannot be shown. A network failure, in the kinds of the one table (`electron/network/network-errors.ts`),
   * ends the login; a browser that does not start, or comes second, does not end it.
   */
  onFailed: (failure: HostedPageFailure) => void;
}>;
