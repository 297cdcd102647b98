import { WebContentsView, type BrowserWindow, type WebContents } from 'electron';
import type { CallbackAddress } from '../hosted-page/callback.ts';
import type { HostedListeners, HostedPageFailure } from '../hosted-page/hosted-page.ts';
import {
  CRASHED,
  NO_NETWORK,
  PageInView,
  rectangleInWindow,
  DIALOGS_NOT_CLOSED,
  type Rectangle,
  type ViewFate,
} from '../hosted-page/page-in-view.ts';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import type { Direction } from '../hosted-page/view-keys.ts';
import { holdFileDialogs } from './file-dialogs.ts';
import { hostedKeys } from './hosted-keyboard.ts';
import { guardNavigation } from './navigation.ts';
import { onNetworkProcessEnd } from './network-process.ts';
import { pagePreferences } from './page-preferences.ts';
import { personsActs } from './persons-act.ts';
import { proxyAnswers } from './proxy-answers.ts';
import type { PageNetwork } from './service-network.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

export type ShownPageOptions = Readonly<{
  baseUrl: string;
  /** Time limit for the first load. */
  timeoutMs: number;
  openNetwork: (mayLoad: HostedRules['mayLoad']) => Promise<PageNetwork>;
  isReaderOn: () => boolean;
  /** False for a refused address. */
  openOutside: (address: string) => Promise<boolean>;
}>;

export type HostedPageCall = Readonly<{
  /** The address at which the page ends. */
  callback: CallbackAddress;
  /** The address of the page. */
  webUri: string;
  listeners: HostedListeners;
}>;

/** A view of the page. */
type PageView = {
  readonly view: WebContentsView;
  /** Moves the keyboard into the page; null until its keys are connected. */
  focus: ((direction: Direction | null) => void) | null;
  /** Whether the view is in the window, and so visible; else it is hidden. */
  isPlaced: boolean;
};

/**
 * - `opening`: waits for the network of the page.
 * - `open`: a view shows the page. `shown` is null between two views, and after the window's end.
 * - `closed`: for ever; events are ignored.
 */
type Stage =
  | Readonly<{ kind: 'opening' }>
  | Readonly<{ kind: 'open'; network: PageNetwork; shown: PageView | null }>
  | Readonly<{ kind: 'closed' }>;

/**
 * Milliseconds that the document of a closed page lives on for a screen reader, without view and
 * network. Orca 43 looks for its place in the document that had the keyboard before it announces
 * another focus. If that document has gone, it announces nothing any more.
 */
const READER_LEAVES_MS = 5000;

export class ShownPage {
  readonly #window: BrowserWindow;
  readonly #options: ShownPageOptions;
  readonly #call: HostedPageCall;
  readonly #page: PageInView;
  readonly #loadTimer: NodeJS.Timeout;
  #stage: Stage = { kind: 'opening' };
  /** The rectangle for the view; null to hide it. */
  #rectangle: Rectangle | null = null;

  constructor(window: BrowserWindow, options: ShownPageOptions, call: HostedPageCall) {
    this.#window = window;
    this.#options = options;
    this.#call = call;
    this.#page = new PageInView(options.baseUrl, call.callback);
    this.#loadTimer = setTimeout(() => {
      this.#fail({ kind: 'timeout' });
    }, options.timeoutMs);
    void this.#open();
  }

  moveTo(rectangle: Rectangle | null): void {
    this.#rectangle = rectangle;
    const shown = this.#shown();
    if (this.#window.isDestroyed() || shown === null) return;
    const { view } = shown;
    const bounds = rectangleInWindow(rectangle, this.#window.webContents.getZoomFactor());
    // Electron crashes when it places the view of a destroyed page.
    if (bounds !== null && livePageOf(view) === null) return;
    const isToBePlaced = bounds !== null;
    if (isToBePlaced !== shown.isPlaced) {
      shown.isPlaced = isToBePlaced;
      if (isToBePlaced) this.#window.contentView.addChildView(view);
      else this.#window.contentView.removeChildView(view);
    }
    if (bounds !== null) view.setBounds(bounds);
  }

  focus(direction: Direction | null): void {
    const shown = this.#shown();
    if (shown?.isPlaced === true) shown.focus?.(direction);
  }

  /** Takes the page away. If a screen reader is on, its document lives on for `READER_LEAVES_MS`. */
  close(): void {
    clearTimeout(this.#loadTimer);
    this.#removeView(this.#options.isReaderOn() ? closeAfterReader : closeContents);
    const network = this.#stage.kind === 'open' ? this.#stage.network : null;
    this.#stage = { kind: 'closed' };
    if (network !== null) forgetData(network);
  }

  #fail(failure: HostedPageFailure): void {
    this.#end(({ onFailed }) => {
      onFailed(failure);
    });
  }

  /** Ignores all but the first end. */
  #end(report: (listeners: HostedListeners) => void): void {
    if (this.#stage.kind === 'closed') return;
    this.close();
    report(this.#call.listeners);
  }

  /** A page that has ended loads nothing more: its document may live on for a screen reader. */
  readonly #mayLoad: HostedRules['mayLoad'] = (address, type) =>
    this.#stage.kind !== 'closed' && this.#page.mayLoad(address, type);

  async #open(): Promise<void> {
    let network: PageNetwork;
    try {
      network = await this.#options.openNetwork(this.#mayLoad);
    } catch {
      this.#fail(NO_NETWORK);
      return;
    }
    if (this.#stage.kind === 'closed') {
      forgetData(network);
      return;
    }
    this.#stage = { kind: 'open', network, shown: null };
    this.#makeView(network);
  }

  #makeView(network: PageNetwork): void {
    if (this.#window.isDestroyed()) return;
    const view = new WebContentsView({
      webPreferences: {
        session: network.session,
        // SECURITY: SEC-85 no preload: the page gets no code of ours.
        ...pagePreferences(),
        // SECURITY: SEC-88 a dialog would block the login window too.
        disableDialogs: true,
      },
    });
    const shown: PageView = { view, focus: null, isPlaced: false };
    this.#stage = { kind: 'open', network, shown };
    // Browsers use white by default.
    view.setBackgroundColor('#ffffff');
    const { webContents: contents } = view;
    // SECURITY: SEC-4 WebRTC's UDP bypasses request filters.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    this.#holdToTheService(contents);
    this.#follow(contents, network);
    shown.focus = hostedKeys(this.#window, contents, () => this.#isShown(contents));
    this.moveTo(this.#rectangle);
    // SECURITY: SEC-88 no dialog of the system for files.
    holdFileDialogs(contents).catch(() => {
      if (this.#isShown(contents)) this.#replaceView(network, DIALOGS_NOT_CLOSED);
    });
    // `did-fail-load` reports the failure.
    contents.loadURL(this.#call.webUri).catch(() => undefined);
  }

  #holdToTheService(contents: WebContents): void {
    const mayOpen = personsActs(contents);
    // SECURITY: SEC-86 foreign addresses open only in the default browser.
    const leadOut = async (address: string): Promise<void> => {
      if (this.#isShown(contents) && (await mayOpen())) await this.#options.openOutside(address);
    };
    guardNavigation(contents, (address, isMainFrame) => {
      if (!this.#isShown(contents)) return false;
      const step = this.#page.goesTo(address, isMainFrame);
      // SECURITY: SEC-87 end the page at the callback address, without a request to it.
      if (step.do === 'end') {
        this.#end(({ onCallback }) => {
          onCallback(step.callback);
        });
      }
      if (step.do === 'lead-out') void leadOut(address);
      return step.do === 'go';
    });
    // SECURITY: SEC-88 the page opens no window.
    contents.setWindowOpenHandler(({ url }) => {
      if (this.#page.mayLeadOut(url)) void leadOut(url);
      return { action: 'deny' };
    });
    // SECURITY: SEC-88 ignore `beforeunload`.
    contents.on('will-prevent-unload', (event) => {
      event.preventDefault();
    });
  }

  #follow(contents: WebContents, network: PageNetwork): void {
    const { session, proxyLogins } = network;
    const resolveProxy = (url: string): Promise<string> => session.resolveProxy(url);
    const answer = proxyAnswers(
      { url: this.#call.webUri, logins: proxyLogins, resolveProxy },
      (proxy) => {
        // Gatehouse's own screen asks for the proxy's credentials (docs/decisions/0014).
        if (proxy !== null)
          this.#fail({ kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy });
      },
    );
    contents.on('login', (event, _details, authInfo, callback) => {
      event.preventDefault();
      answer(authInfo, callback);
    });
    contents.on('did-navigate', (_event, url) => {
      if (!this.#isShown(contents)) return;
      const fate = this.#page.arrivedAt(url);
      if (fate !== 'stays') {
        this.#replaceView(network, fate);
        return;
      }
      clearTimeout(this.#loadTimer);
      this.#call.listeners.onAddress(url);
    });
    contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame && this.#isShown(contents)) this.#call.listeners.onAddress(url);
    });
    contents.on('did-stop-loading', () => {
      const failure = this.#isShown(contents) ? this.#page.stopped() : null;
      if (failure !== null) this.#fail(failure);
    });
    contents.on('did-fail-load', (_event, code, name, address, isMainFrame) => {
      if (isMainFrame && this.#isShown(contents))
        this.#judgeFault(network, { code, name, address });
    });
    // Electron never ends a request of a session with `webRequest` listeners whose network process
    // has ended. So the page loses its open requests here, as in a browser.
    const stopWatching = onNetworkProcessEnd(() => {
      if (!this.#isShown(contents)) return;
      if (this.#page.hasArrived) contents.stop();
      else this.#fail(NO_NETWORK);
    });
    contents.once('destroyed', stopWatching);
    contents.on('render-process-gone', () => {
      if (this.#isShown(contents)) this.#fail(CRASHED);
    });
    // SECURITY: SEC-88 a page that closes itself gets a new view, a limited number of times.
    contents.once('destroyed', () => {
      const shown = this.#shown();
      if (!this.#isShown(contents)) return;
      // The view must not be touched inside `destroyed`, so this waits until that event is over.
      setImmediate(() => {
        if (shown === this.#shown()) this.#replaceView(network, this.#page.viewLost());
      });
    });
  }

  #shown(): PageView | null {
    return this.#stage.kind === 'open' ? this.#stage.shown : null;
  }

  /** Whether this page is the one shown: a replaced one still sends events until it unloads. */
  #isShown(contents: WebContents): boolean {
    return contents === this.#shown()?.view.webContents;
  }

  #judgeFault(
    { observedCertificates }: PageNetwork,
    { code, name, address }: Readonly<{ code: number; name: string; address: string }>,
  ): void {
    const failure = this.#page.loadFailed(code, name, address);
    if (failure === null) return;
    const { hostname } = new URL(address);
    this.#fail(failure.kind === 'tls' ? observedCertificates.explain(failure, hostname) : failure);
  }

  /** For a page that must not stay, and one that has gone: it is closed at once. */
  #replaceView(network: PageNetwork, fate: Exclude<ViewFate, 'stays'>): void {
    this.#removeView(closeContents);
    if (fate === 'new-view') this.#makeView(network);
    else this.#fail(fate);
  }

  /** @param closeView closes the view's page, if it is still there */
  #removeView(closeView: (view: WebContentsView) => void): void {
    const shown = this.#shown();
    if (this.#stage.kind === 'open') this.#stage = { ...this.#stage, shown: null };
    if (shown === null || this.#window.isDestroyed()) return;
    const hadFocus = livePageOf(shown.view)?.isFocused() === true;
    if (shown.isPlaced) this.#window.contentView.removeChildView(shown.view);
    closeView(shown.view);
    if (hadFocus) this.#window.webContents.focus();
  }
}

function closeContents(view: WebContentsView): void {
  livePageOf(view)?.close();
}

function closeAfterReader(view: WebContentsView): void {
  livePageOf(view)?.setAudioMuted(true);
  setTimeout(closeContents, READER_LEAVES_MS, view);
}

/** Forgets what the page has stored, and ends its connections. */
function forgetData({ session }: PageNetwork): void {
  void session.closeAllConnections();
  void session.clearStorageData();
}

/** Null after the page's end. Electron then returns undefined, contrary to its types. */
function livePageOf(view: WebContentsView): WebContents | null {
  const contents = view.webContents as WebContents | undefined;
  return contents?.isDestroyed() === false ? contents : null;
}
