import type { ExchangeFailure } from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { chromiumFailure } from '../network/network-errors.ts';
import type { Callback, CallbackAddress } from './callback.ts';
import { hostedRules, type HostedRules } from './hosted-rules.ts';

type PageStep =
  /** `lead-out`: the page stays, and the address may open in the browser. */
  | Readonly<{ do: 'go' | 'stay' | 'lead-out' }>
  /** `callback`: read from the address, without a request. */
  | Readonly<{ do: 'end'; callback: Callback }>;
/** An `ExchangeFailure` ends the display of the page. */
export type ViewFate = 'stays' | 'new-view' | ExchangeFailure;
export type Rectangle = Readonly<{ x: number; y: number; width: number; height: number }>;

/** Maximum views of one page. When the last one is lost, the page fails. */
const MOST_VIEWS = 5;
/** Chromium's code for an aborted load. */
const ERR_ABORTED = -3;
const GIVEN_UP: ExchangeFailure = {
  kind: 'network',
  fault: 'unknown',
  evidence: toEvidence`the page closed itself`,
};
const LED_AWAY: ExchangeFailure = {
  kind: 'network',
  fault: 'forbidden',
  evidence: toEvidence`ERR_BLOCKED_BY_CLIENT`,
};
export const NO_NETWORK: ExchangeFailure = {
  kind: 'network',
  fault: 'unknown',
  evidence: toEvidence`ERR_FAILED`,
};
export const CRASHED: ExchangeFailure = {
  kind: 'network',
  fault: 'unknown',
  evidence: toEvidence`the page crashed`,
};
export const DIALOGS_NOT_CLOSED: ExchangeFailure = {
  kind: 'network',
  fault: 'unknown',
  evidence: toEvidence`file dialogs cannot be kept closed`,
};

/** Decides where the page may navigate, and when it ends. */
export class PageInView {
  readonly #callback: CallbackAddress;
  readonly #rules: HostedRules;
  #hasArrived = false;
  #views = 1;

  constructor(baseUrl: string, callback: CallbackAddress) {
    this.#callback = callback;
    this.#rules = hostedRules(baseUrl, (address) => callback.read(address) !== null);
  }

  /** Whether a page of the service has loaded. */
  get hasArrived(): boolean {
    return this.#hasArrived;
  }

  get mayLoad(): HostedRules['mayLoad'] {
    return this.#rules.mayLoad;
  }

  // SECURITY: SEC-86, SEC-87 stay within the service; read the callback without a request.
  goesTo(address: string, isMainFrame: boolean): PageStep {
    if (!isMainFrame) return { do: this.#rules.mayFrame(address) ? 'go' : 'stay' };
    const destination = this.#rules.destinationOf(address);
    if (destination === 'service') return { do: 'go' };
    const callback = this.#callback.read(address);
    if (callback !== null) return { do: 'end', callback };
    return { do: destination === 'outside' ? 'lead-out' : 'stay' };
  }

  /** Whether a new window may open in the browser. The caller checks for an action of the person. */
  mayLeadOut(address: string): boolean {
    return this.#rules.destinationOf(address) === 'outside';
  }

  /** Checks the address of the loaded page, regardless of `goesTo`. */
  arrivedAt(address: string): ViewFate {
    if (this.#rules.destinationOf(address) !== 'service') return this.viewLost();
    this.#hasArrived = true;
    return 'stays';
  }

  /** A failure if no page of the service has loaded, else null. */
  stopped(): ExchangeFailure | null {
    return this.#hasArrived ? null : LED_AWAY;
  }

  /** Null if the page continues. */
  loadFailed(code: number, name: string, address: string): ExchangeFailure | null {
    if (code === ERR_ABORTED || this.#rules.destinationOf(address) !== 'service') return null;
    return chromiumFailure(name);
  }

  /** What to do after a view is lost: a new view, or a failure if the page had too many. */
  viewLost(): Exclude<ViewFate, 'stays'> {
    if (this.#views >= MOST_VIEWS) return GIVEN_UP;
    this.#views += 1;
    return 'new-view';
  }
}

/** Converts a rectangle from CSS pixels to the window's. Null if there is none or it is empty. */
export function rectangleInWindow(
  rectangle: Rectangle | null,
  zoomFactor: number,
): Rectangle | null {
  if (rectangle === null || rectangle.width <= 0 || rectangle.height <= 0) return null;
  const inWindow = (pixels: number): number => Math.round(pixels * zoomFactor);
  return {
    x: inWindow(rectangle.x),
    y: inWindow(rectangle.y),
    width: inWindow(rectangle.width),
    height: inWindow(rectangle.height),
  };
}
