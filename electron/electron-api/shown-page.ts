import { WebContentsView, type BrowserWindow, type WebContents } from 'electron';
import type { CallbackAddress } from '../hosted-page/callback.ts';
import type { HostedListeners, HostedPageFailure } from '../hosted-page/hosted-page.ts';
import {
  CRASHED,
  NO_NETWORK,
  PageInView,
  rectangleInWindow,
  UNHELD,
  type Rectangle,
  type ViewFate,
} from '../hosted-page/page-in-view.ts';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import type { Direction } from '../hosted-page/view-keys.ts';
import { holdFileDialogs } from './file-dialogs.ts';
import { hostedKeys } from './hosted-keyboard.ts';
import { guardNavigation } from './navigation.ts';
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
  /** False for a refused address. */
  openOutside: (address: string) => Promise<boolean>;
}>;

export class ShownPage {
  readonly #window: BrowserWindow;
  readonly #options: ShownPageOptions;
  readonly #page: PageInView;
  readonly #webUri: string;
  readonly #listeners: HostedListeners;
  readonly #loadTimer: NodeJS.Timeout;
  #network: PageNetwork | null = null;
  #view: WebContentsView | null = null;
  #focus: ((direction: Direction | null) => void) | null = null;
  #place: Rectangle | null = null;
  #isPlaced = false;
  #isOver = false;

  constructor(
    window: BrowserWindow,
    options: ShownPageOptions,
    callback: CallbackAddress,
    webUri: string,
    listeners: HostedListeners,
  ) {
    this.#window = window;
    this.#options = options;
    this.#webUri = webUri;
    this.#listeners = listeners;
    this.#page = new PageInView(options.baseUrl, callback);
    this.#loadTimer = setTimeout(() => {
      this.#fail({ kind: 'timeout' });
    }, options.timeoutMs);
    void this.#open();
  }

  moveTo(place: Rectangle | null): void {
    this.#place = place;
    const view = this.#view;
    if (this.#window.isDestroyed() || view === null) return;
    const bounds = rectangleInWindow(place, this.#window.webContents.getZoomFactor());
    // Electron crashes when it places the view of a destroyed page.
    if (bounds !== null && livePageOf(view) === null) return;
    if ((bounds !== null) !== this.#isPlaced) {
      this.#isPlaced = bounds !== null;
      if (this.#isPlaced) this.#window.contentView.addChildView(view);
      else this.#window.contentView.removeChildView(view);
    }
    if (bounds !== null) view.setBounds(bounds);
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

  #fail(failure: HostedPageFailure): void {
    this.#end(({ onFailed }) => {
      onFailed(failure);
    });
  }

  /** Ignores all but the first end. */
  #end(tell: (listeners: HostedListeners) => void): void {
    if (this.#isOver) return;
    this.close();
    tell(this.#listeners);
  }

  async #open(): Promise<void> {
    try {
      this.#network = await this.#options.openNetwork(this.#page.mayLoad);
    } catch {
      this.#fail(NO_NETWORK);
      return;
    }
    if (this.#isOver) this.close();
    else this.#makeView(this.#network);
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
    // Browsers use white by default.
    view.setBackgroundColor('#ffffff');
    const { webContents: contents } = view;
    this.#view = view;
    // SECURITY: SEC-4 WebRTC's UDP bypasses request filters.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    this.#holdToTheService(contents);
    this.#follow(contents, network);
    this.#focus = hostedKeys(this.#window, contents);
    this.#isPlaced = false;
    this.moveTo(this.#place);
    // SECURITY: SEC-88 no dialog of the system for files.
    holdFileDialogs(contents).catch(() => {
      if (this.#isShown(contents)) this.#fail(UNHELD);
    });
    // `did-fail-load` reports the failure.
    contents.loadURL(this.#webUri).catch(() => undefined);
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
      { url: this.#webUri, logins: proxyLogins, resolveProxy },
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
      this.#listeners.onAddress(url);
    });
    contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame && this.#isShown(contents)) this.#listeners.onAddress(url);
    });
    contents.on('did-stop-loading', () => {
      const failure = this.#isShown(contents) ? this.#page.stopped() : null;
      if (failure !== null) this.#fail(failure);
    });
    contents.on('did-fail-load', (_event, code, name, address, isMainFrame) => {
      if (isMainFrame && this.#isShown(contents))
        this.#judgeFault(network, { code, name, address });
    });
    contents.on('render-process-gone', () => {
      if (this.#isShown(contents)) this.#fail(CRASHED);
    });
    // SECURITY: SEC-88 a page that closes itself gets a new view, a limited number of times.
    contents.once('destroyed', () => {
      const view = this.#view;
      if (!this.#isShown(contents)) return;
      // The view must not be touched inside `destroyed`.
      setImmediate(() => {
        if (view === this.#view) this.#replaceView(network, this.#page.viewLost());
      });
    });
  }

  /** A replaced page still sends events until it unloads. */
  #isShown(contents: WebContents): boolean {
    return contents === this.#view?.webContents;
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

  #replaceView(network: PageNetwork, fate: Exclude<ViewFate, 'stays'>): void {
    this.#removeView();
    if (fate === 'new-view') this.#makeView(network);
    else this.#fail(fate);
  }

  #removeView(): void {
    const view = this.#view;
    this.#view = null;
    this.#focus = null;
    if (view === null || this.#window.isDestroyed()) return;
    const contents = livePageOf(view);
    const hadFocus = contents?.isFocused() === true;
    if (this.#isPlaced) this.#window.contentView.removeChildView(view);
    this.#isPlaced = false;
    contents?.close();
    if (hadFocus) this.#window.webContents.focus();
  }
}

/** Null after the page's end. Electron then returns undefined, contrary to its types. */
function livePageOf(view: WebContentsView): WebContents | null {
  const contents = view.webContents as WebContents | undefined;
  return contents?.isDestroyed() === false ? contents : null;
}
