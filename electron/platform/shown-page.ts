import { WebContentsView, type BrowserWindow, type Session, type WebContents } from 'electron';
import type { ExchangeFailure } from '../../shared/faults/service-failure.ts';
import type { CallbackAddress } from '../hosted/callback.ts';
import type { HostedListeners, HostedPageFailure } from '../hosted/hosted-page.ts';
import { hostedRules, type HostedRules } from '../hosted/hosted-rules.ts';
import { chromiumFailure } from '../network/network-errors.ts';
import { hostedKeys, type Direction } from './hosted-keys.ts';
import { guardNavigation } from './navigation.ts';
import { pagePreferences } from './page-preferences.ts';
import { personsActs } from './persons-act.ts';
import { proxyAnswers } from './proxy-answers.ts';
import type { ServiceNetwork } from './service-network.ts';
import { hostedSession } from './sessions.ts';

/** A place in the window's page, in CSS pixels. */
export type Place = Readonly<{ x: number; y: number; width: number; height: number }>;

export type ShownPageOptions = Readonly<{
  /** `service.baseUrl` of the configuration. */
  baseUrl: string;
  /** How long the first page may take, in milliseconds. */
  timeoutMs: number;
  /** The network path to the service, for a session of the page's own. */
  openNetwork: (session: Session) => Promise<ServiceNetwork>;
  /** Opens an address in the person's browser; false where it may not be opened. */
  openOutside: (address: string) => Promise<boolean>;
}>;

/** A page that closes its own view gets a new one so often; then it is given up. */
const MOST_VIEWS = 5;
/** What Chromium calls a load that we, or another load, ended. */
const ERR_ABORTED = -3;
const GIVEN_UP: ExchangeFailure = { kind: 'network', fault: 'unknown', evidence: 'the page closed itself' };
const CRASHED: ExchangeFailure = { kind: 'network', fault: 'unknown', evidence: 'the page crashed' };
const LED_AWAY: ExchangeFailure = { kind: 'network', fault: 'forbidden', evidence: 'ERR_BLOCKED_BY_CLIENT' };

/** One hosted page while it is shown: in a view of its own, in a session of its own. */
export class ShownPage {
  readonly #window: BrowserWindow;
  readonly #options: ShownPageOptions;
  readonly #callback: CallbackAddress;
  readonly #rules: HostedRules;
  readonly #webUri: string;
  readonly #listeners: HostedListeners;
  readonly #loadTimer: NodeJS.Timeout;
  #network: ServiceNetwork | null = null;
  #view: WebContentsView | null = null;
  #focus: ((direction: Direction | null) => void) | null = null;
  #place: Place | null = null;
  #isPlaced = false;
  #isOver = false;
  /** A page of the service has been there: what fails from now on is not the first load. */
  #hasArrived = false;
  #views = 0;

  constructor(
    window: BrowserWindow,
    options: ShownPageOptions,
    callback: CallbackAddress,
    webUri: string,
    listeners: HostedListeners,
  ) {
    this.#window = window;
    this.#options = options;
    this.#callback = callback;
    this.#webUri = webUri;
    this.#listeners = listeners;
    this.#rules = hostedRules(options.baseUrl, (address) => callback.read(address) !== null);
    this.#loadTimer = setTimeout(() => {
      this.#fail({ kind: 'timeout' });
    }, options.timeoutMs);
    void this.#open();
  }

  /** Lies over this place of the window's page; over none with null. */
  moveTo(place: Place | null): void {
    this.#place = place;
    const view = this.#view;
    if (this.#window.isDestroyed() || view === null) return;
    const isThere = place !== null && place.width > 0 && place.height > 0;
    if (isThere !== this.#isPlaced) {
      this.#isPlaced = isThere;
      if (isThere) this.#window.contentView.addChildView(view);
      else this.#window.contentView.removeChildView(view);
    }
    if (!isThere) return;
    const factor = this.#window.webContents.getZoomFactor();
    const inWindow = (pixels: number): number => Math.round(pixels * factor);
    view.setBounds({
      x: inWindow(place.x),
      y: inWindow(place.y),
      width: inWindow(place.width),
      height: inWindow(place.height),
    });
  }

  focus(direction: Direction | null): void {
    if (this.#isPlaced) this.#focus?.(direction);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#loadTimer);
    this.#removeView();
    const network = this.#network;
    this.#network = null;
    void network?.session.closeAllConnections();
    void network?.session.clearStorageData();
  }

  /** Takes a callback, from the page or from a redirect; the page is over then. */
  // SECURITY: SEC-87 what comes back is read here, and no request for it leaves.
  #take(address: string): void {
    const callback = this.#callback.read(address);
    if (callback === null) return;
    this.#end(({ onCallback }) => {
      onCallback(callback);
    });
  }

  #fail(failure: HostedPageFailure): void {
    this.#end(({ onFailed }) => {
      onFailed(failure);
    });
  }

  /** The one end; what comes after it is heard by nobody. */
  #end(tell: (listeners: HostedListeners) => void): void {
    if (this.#isOver) return;
    this.close();
    tell(this.#listeners);
  }

  async #open(): Promise<void> {
    const session = hostedSession(this.#rules.mayLoad);
    try {
      this.#network = await this.#options.openNetwork(session);
    } catch {
      this.#fail({ kind: 'network', fault: 'unknown', evidence: 'ERR_FAILED' });
      return;
    }
    if (this.#isOver) this.close();
    else this.#makeView(this.#network);
  }

  #makeView(network: ServiceNetwork): void {
    if (this.#window.isDestroyed()) return;
    this.#views += 1;
    const view = new WebContentsView({
      webPreferences: {
        session: network.session,
        // SECURITY: SEC-85 and no preload: nothing of ours is in it.
        ...pagePreferences(),
        // SECURITY: SEC-88 a dialog would stop this window, too.
        disableDialogs: true,
      },
    });
    // As in a browser: a page that names no background is written for white.
    view.setBackgroundColor('#ffffff');
    const { webContents: contents } = view;
    this.#view = view;
    // SECURITY: SEC-4 WebRTC would send UDP past every web request of the session.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    this.#holdToTheService(contents);
    this.#follow(contents, network);
    this.#focus = hostedKeys(this.#window, contents);
    this.#isPlaced = false;
    this.moveTo(this.#place);
    // What fails is told by `did-fail-load`.
    contents.loadURL(this.#webUri).catch(() => undefined);
  }

  #holdToTheService(contents: WebContents): void {
    const hasActed = personsActs(contents);
    // SECURITY: SEC-86 the page goes nowhere but within the service; an address elsewhere opens in the person's browser at the most.
    const leadOut = (address: string): void => {
      if (this.#rules.destinationOf(address) === 'outside' && hasActed()) {
        void this.#options.openOutside(address);
      }
    };
    guardNavigation(contents, (address, isMainFrame) => {
      const destination = this.#rules.destinationOf(address);
      if (destination === 'service') return true;
      if (isMainFrame) {
        if (destination === 'callback') this.#take(address);
        else leadOut(address);
      }
      return false;
    });
    // SECURITY: SEC-88 no window of the page's own.
    contents.setWindowOpenHandler(({ url }) => {
      leadOut(url);
      return { action: 'deny' };
    });
    // SECURITY: SEC-88 a page that wants to be asked before it is left is not asked.
    contents.on('will-prevent-unload', (event) => {
      event.preventDefault();
    });
    contents.on('select-client-certificate', (event, _url, _list, callback) => {
      // SECURITY: SEC-11 nobody is logged in to anything by a certificate of the operating system's.
      event.preventDefault();
      (callback as () => void)();
    });
  }

  #follow(contents: WebContents, network: ServiceNetwork): void {
    const { session, proxyLogins } = network;
    const resolveProxy = (url: string): Promise<string> => session.resolveProxy(url);
    const answer = proxyAnswers({ url: this.#webUri, logins: proxyLogins, resolveProxy }, (proxy) => {
      // Nobody is asked from within a page (docs/decisions/0014): the login ends, and its screen asks.
      if (proxy !== null) this.#fail({ kind: 'proxy-login', evidence: 'HTTP 407', proxy });
    });
    contents.on('login', (event, _details, authInfo, callback) => {
      event.preventDefault();
      answer(authInfo, callback);
    });
    contents.on('did-navigate', (_event, url) => {
      if (this.#isOver || contents !== this.#view?.webContents) return;
      if (this.#rules.destinationOf(url) !== 'service') {
        this.#replaceView(network);
        return;
      }
      this.#hasArrived = true;
      clearTimeout(this.#loadTimer);
      this.#listeners.onAddress(url);
    });
    contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (!this.#isOver && isMainFrame) this.#listeners.onAddress(url);
    });
    contents.on('did-stop-loading', () => {
      // Led away before anything was there to be seen: there is nothing to go back to.
      if (contents === this.#view?.webContents && !this.#hasArrived) this.#fail(LED_AWAY);
    });
    contents.on('did-fail-load', (_event, code, name, address, isMainFrame) => {
      if (isMainFrame) this.#judgeFault(network, { code, name, address });
    });
    contents.on('render-process-gone', () => {
      if (contents === this.#view?.webContents) this.#fail(CRASHED);
    });
    // SECURITY: SEC-88 a page that closes itself ends nothing.
    contents.once('destroyed', () => {
      if (contents === this.#view?.webContents) this.#replaceView(network);
    });
  }

  #judgeFault(
    { observedCertificates }: ServiceNetwork,
    { code, name, address }: Readonly<{ code: number; name: string; address: string }>,
  ): void {
    if (code === ERR_ABORTED || this.#rules.destinationOf(address) !== 'service') return;
    const failure = chromiumFailure(name);
    const { hostname } = new URL(address);
    this.#fail(failure.kind === 'tls' ? observedCertificates.explain(failure, hostname) : failure);
  }

  #replaceView(network: ServiceNetwork): void {
    if (this.#isOver) return;
    this.#removeView();
    if (this.#views < MOST_VIEWS) this.#makeView(network);
    else this.#fail(GIVEN_UP);
  }

  #removeView(): void {
    const view = this.#view;
    this.#view = null;
    this.#focus = null;
    if (view === null || this.#window.isDestroyed()) return;
    const contents = view.webContents as WebContents | undefined;
    const hadFocus = contents?.isDestroyed() === false && contents.isFocused();
    if (this.#isPlaced) this.#window.contentView.removeChildView(view);
    this.#isPlaced = false;
    if (contents?.isDestroyed() === false) contents.close();
    if (hadFocus) this.#window.webContents.focus();
  }
}
