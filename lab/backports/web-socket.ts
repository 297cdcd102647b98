/**
 * `net.WebSocket` for the product (electron/network/websocket-port.ts): text out, text and bytes
 * in, handlers, an end. Each socket has a page without a window in the caller's session, so it is
 * Chromium's own network that connects: the session's proxy and certificates apply. Different: the
 * session's cookies are always used.
 */
import { BrowserView, net, type Session, type WebContents } from 'electron';

/** An event of the socket in the page. */
type News =
  | { kind: 'open' | 'error' }
  | { kind: 'message'; data: string | Uint8Array }
  | { kind: 'close'; code: number; reason: string; wasClean: boolean };

/** Runs in the page: opens the socket and hands out its events, in order. */
const pageScript = (url: string): string => `(() => {
  const socket = new WebSocket(${JSON.stringify(url)});
  let news = [];
  let waiting;
  const tell = (item) => {
    news.push(item);
    if (waiting) { waiting(news); news = []; waiting = undefined; }
  };
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => tell({ kind: 'open' });
  socket.onerror = () => tell({ kind: 'error' });
  socket.onmessage = ({ data }) =>
    tell({ kind: 'message', data: typeof data === 'string' ? data : new Uint8Array(data) });
  socket.onclose = ({ code, reason, wasClean }) => tell({ kind: 'close', code, reason, wasClean });
  globalThis.gatehouseSocket = {
    next: () => new Promise((resolve) => {
      if (news.length > 0) { resolve(news); news = []; } else waiting = resolve;
    }),
    send: (data) => socket.send(data),
    close: () => socket.close(),
  };
})()`;

const ABNORMAL = 1006;

type Headers = Readonly<Record<string, string>>;

/** The headers of opening handshakes to come, by address. */
const handshakes = new WeakMap<Session, Map<string, Headers>>();

/** A page cannot choose the headers of its sockets: its session adds them. */
function sendHeaders(session: Session, target: URL, headers: Headers = {}): void {
  let known = handshakes.get(session);
  if (!known) {
    const added = new Map<string, Headers>();
    session.webRequest.onBeforeSendHeaders(
      { urls: ['ws://*/*', 'wss://*/*'] },
      (details, answer) => {
        const own = added.get(details.url) ?? {};
        added.delete(details.url);
        answer({ requestHeaders: { ...details.requestHeaders, ...own } });
      },
    );
    handshakes.set(session, added);
    known = added;
  }
  known.set(target.href, headers);
}

class NetWebSocket {
  onopen: ((event: News) => void) | null = null;
  onmessage: ((event: News) => void) | null = null;
  onerror: ((event: News) => void) | null = null;
  onclose: ((event: News) => void) | null = null;
  binaryType = 'nodebuffer';
  // Its page goes with the last reference to it.
  readonly #view: BrowserView;
  readonly #contents: WebContents;
  readonly #loaded: Promise<unknown>;
  #isClosed = false;

  constructor(url: string, options: { session: Session; headers?: Headers }) {
    const target = new URL(url);
    if (!/^wss?:$/.test(target.protocol))
      throw new SyntaxError(`The URL's scheme must be 'ws' or 'wss'.`);
    if (Object.keys(options.headers ?? {}).length > 0)
      sendHeaders(options.session, target, options.headers);
    this.#view = new BrowserView({
      webPreferences: {
        session: options.session,
        sandbox: true,
        contextIsolation: true,
        backgroundThrottling: false,
      },
    });
    this.#contents = this.#view.webContents;
    this.#contents.on('render-process-gone', () => this.#fail());
    this.#contents.on('destroyed', () => this.#fail());
    this.#loaded = this.#load(target);
    void this.#listen();
  }

  send(data: string): void {
    void this.#call('send', data);
  }

  close(): void {
    void this.#call('close');
  }

  async #load(target: URL): Promise<void> {
    // The socket's `Origin` header, as Electron has it by default.
    const origin = target.origin.replace(/^ws/, 'http');
    await this.#contents.loadURL('data:text/html,', { baseURLForDataURL: `${origin}/` });
    await this.#contents.executeJavaScript(pageScript(target.href));
  }

  async #listen(): Promise<void> {
    try {
      await this.#loaded;
      while (!this.#isClosed) {
        const batch = (await this.#contents.executeJavaScript('gatehouseSocket.next()')) as News[];
        for (const news of batch) this.#hear(news);
      }
    } catch {
      this.#fail();
    }
  }

  async #call(name: 'send' | 'close', ...data: readonly string[]): Promise<void> {
    try {
      await this.#loaded;
      if (this.#isClosed) return;
      await this.#contents.executeJavaScript(
        `gatehouseSocket.${name}(...${JSON.stringify(data)});undefined`,
      );
    } catch {
      this.#fail();
    }
  }

  #hear(news: News): void {
    if (this.#isClosed) return;
    this.#isClosed = news.kind === 'close';
    // An exception of a handler is the process's, not the page's.
    queueMicrotask(() => this[`on${news.kind}`]?.(news));
    if (this.#isClosed) setImmediate(() => this.#destroy());
  }

  #destroy(): void {
    // Not in the types of BrowserView's contents, and there since Electron 1.
    if (!this.#contents.isDestroyed())
      (this.#contents as unknown as { destroy: () => void }).destroy();
  }

  #fail(): void {
    this.#hear({ kind: 'error' });
    this.#hear({ kind: 'close', code: ABNORMAL, reason: '', wasClean: false });
  }
}

/** Adds the class, where it is not there. */
export function supplyWebSocket(): void {
  if (!('WebSocket' in net)) Object.assign(net, { WebSocket: NetWebSocket });
}
