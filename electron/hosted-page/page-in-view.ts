import type { ExchangeFailure } from '../../shared/service/service-failure.ts';
import { chromiumFailure } from '../network/network-errors.ts';
import type { Callback, CallbackAddress } from './callback.ts';
import { hostedRules, type HostedRules } from './hosted-rules.ts';

/** Decision about a step that the page wants to take. */
type PageStep =
  | Readonly<{ do: 'go' | 'stay' | 'lead-out' }>
  /** The page came back; no request leaves for the callback. */
  | Readonly<{ do: 'end'; callback: Callback }>;
/** Fate of a view: it stays, a new one takes its place, or the page is given up. */
export type ViewFate = 'stays' | 'new-view' | ExchangeFailure;
/** A place in the window, in CSS pixels. */
export type Rectangle = Readonly<{ x: number; y: number; width: number; height: number }>;

/** A page that closes its own view gets a new one so often; then it is given up. */
const MOST_VIEWS = 5;
/** Chromium's error for a load that we, or another load, ended. */
const ERR_ABORTED = -3;
const GIVEN_UP: ExchangeFailure = { kind: 'network', fault: 'unknown', evidence: 'the page closed itself' };
const LED_AWAY: ExchangeFailure = { kind: 'network', fault: 'forbidden', evidence: 'ERR_BLOCKED_BY_CLIENT' };
/** The failure of a page without a network path. */
export const NO_NETWORK: ExchangeFailure = { kind: 'network', fault: 'unknown', evidence: 'ERR_FAILED' };
/** The failure of a page after its process is gone. */
export const CRASHED: ExchangeFailure = { kind: 'network', fault: 'unknown', evidence: 'the page crashed' };

/** Decides about one hosted page in the window: its way and its end. */
export class PageInView {
  readonly #callback: CallbackAddress;
  readonly #rules: HostedRules;
  /** A page of the service has been there: a later failure is not the first load's. */
  #hasArrived = false;
  #views = 1;

  constructor(baseUrl: string, callback: CallbackAddress) {
    this.#callback = callback;
    this.#rules = hostedRules(baseUrl, (address) => callback.read(address) !== null);
  }

  get mayLoad(): HostedRules['mayLoad'] {
    return this.#rules.mayLoad;
  }

  /** It wants to go somewhere: by a link, a script or a redirect. */
  // SECURITY: SEC-86, SEC-87 within the service alone; the callback is read here, and no request for it leaves.
  goesTo(address: string, isMainFrame: boolean): PageStep {
    if (!isMainFrame) return { do: this.#rules.mayFrame(address) ? 'go' : 'stay' };
    const destination = this.#rules.destinationOf(address);
    if (destination === 'service') return { do: 'go' };
    const callback = this.#callback.read(address);
    if (callback !== null) return { do: 'end', callback };
    return { do: destination === 'outside' ? 'lead-out' : 'stay' };
  }

  /** Whether a window that the page wants to open is led to the person's browser, if they acted. */
  mayLeadOut(address: string): boolean {
    return this.#rules.destinationOf(address) === 'outside';
  }

  /** It is at an address now, whatever was decided before. */
  isAt(address: string): ViewFate {
    if (this.#rules.destinationOf(address) !== 'service') return this.viewLost();
    this.#hasArrived = true;
    return 'stays';
  }

  /** Its loading came to a stop. Led away before its first page: there is no page to go back to. */
  stopped(): ExchangeFailure | null {
    return this.#hasArrived ? null : LED_AWAY;
  }

  /** A load failed. @returns null where that does not end the page */
  loadFailed(code: number, name: string, address: string): ExchangeFailure | null {
    if (code === ERR_ABORTED || this.#rules.destinationOf(address) !== 'service') return null;
    return chromiumFailure(name);
  }

  /** Its view is gone, or has to go. */
  viewLost(): Exclude<ViewFate, 'stays'> {
    if (this.#views >= MOST_VIEWS) return GIVEN_UP;
    this.#views += 1;
    return 'new-view';
  }
}

/** The place in the window's own pixels; null where it is empty. */
export function rectangleInWindow(place: Rectangle | null, zoomFactor: number): Rectangle | null {
  if (place === null || place.width <= 0 || place.height <= 0) return null;
  const inWindow = (pixels: number): number => Math.round(pixels * zoomFactor);
  return {
    x: inWindow(place.x),
    y: inWindow(place.y),
    width: inWindow(place.width),
    height: inWindow(place.height),
  };
}
