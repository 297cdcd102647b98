/**
 * A page without a window that opens WebSockets for the main process. It belongs to the caller's session, so it is
 * Chromium's own network that connects: the session's proxy and certificates apply, as with the real net.WebSocket.
 */
import { BrowserView, type Session, type WebContents } from 'electron';

/** An event of a socket in the page. */
export type SocketNews =
  | { id: number; kind: 'open'; protocol: string; extensions: string }
  | { id: number; kind: 'text'; data: string }
  | { id: number; kind: 'binary'; data: Uint8Array }
  | { id: number; kind: 'error' }
  | { id: number; kind: 'close'; code: number; reason: string; wasClean: boolean };

type Listener = (news: SocketNews) => void;

/** How long an idle page waits for another socket. */
const IDLE_MS = 1_000;

/** Runs in the page: keeps its sockets and hands out their events, in order. */
const PAGE_SCRIPT = `(() => {
  const sockets = new Map();
  let news = [];
  let waiting;
  const tell = (item) => {
    news.push(item);
    if (waiting) { waiting(news); news = []; waiting = undefined; }
  };
  globalThis.gatehouseSockets = {
    next: () => new Promise((resolve) => {
      if (news.length > 0) { resolve(news); news = []; } else waiting = resolve;
    }),
    open(id, url, protocols) {
      let socket;
      try {
        socket = new WebSocket(url, protocols);
      } catch (error) {
        tell({ id, kind: 'error' });
        tell({ id, kind: 'close', code: 1006, reason: '', wasClean: false });
        return;
      }
      socket.binaryType = 'arraybuffer';
      sockets.set(id, socket);
      socket.onopen = () => tell({ id, kind: 'open', protocol: socket.protocol, extensions: socket.extensions });
      socket.onerror = () => tell({ id, kind: 'error' });
      socket.onmessage = ({ data }) =>
        tell(typeof data === 'string' ? { id, kind: 'text', data } : { id, kind: 'binary', data: new Uint8Array(data) });
      socket.onclose = ({ code, reason, wasClean }) => {
        sockets.delete(id);
        tell({ id, kind: 'close', code, reason, wasClean });
      };
    },
    text: (id, data) => sockets.get(id)?.send(data),
    binary: (id, data) => sockets.get(id)?.send(Uint8Array.from(atob(data), (c) => c.charCodeAt(0))),
    close: (id, code, reason) => {
      const socket = sockets.get(id);
      if (code === undefined) socket?.close(); else socket?.close(code, reason);
    },
  };
})()`;

const pages = new WeakMap<Session, Map<string, SocketPage>>();

/** The page of a session for an origin; the sockets' `Origin` header is that origin, as Electron says it by default. */
export function socketPage(owner: Session, origin: string): SocketPage {
  const byOrigin = pages.get(owner) ?? new Map<string, SocketPage>();
  pages.set(owner, byOrigin);
  const page = byOrigin.get(origin) ?? new SocketPage(owner, origin, () => byOrigin.delete(origin));
  byOrigin.set(origin, page);
  return page;
}

/** One such page. It goes when it has had no socket for a while. */
export class SocketPage {
  readonly #view: BrowserView;
  readonly #contents: WebContents;
  readonly #listeners = new Map<number, Listener>();
  readonly #loaded: Promise<unknown>;
  readonly #forget: () => void;
  #idle: NodeJS.Timeout | undefined;
  #gone = false;
  #nextId = 1;

  constructor(owner: Session, origin: string, forget: () => void) {
    this.#forget = forget;
    this.#view = new BrowserView({
      webPreferences: { session: owner, sandbox: true, contextIsolation: true, backgroundThrottling: false },
    });
    this.#contents = this.#view.webContents;
    this.#contents.on('render-process-gone', () => this.#end());
    this.#contents.on('destroyed', () => this.#end());
    this.#loaded = this.#load(origin);
    this.#loaded.catch(() => this.#end());
  }

  /** Opens a socket; its news go to the listener until it is closed. Returns its id. */
  open(url: string, protocols: readonly string[], listener: Listener): number {
    const id = this.#nextId++;
    clearTimeout(this.#idle);
    this.#listeners.set(id, listener);
    void this.#call('open', id, url, protocols);
    return id;
  }

  /** Resolves when the page has taken the data. */
  send(id: number, data: string | Buffer): Promise<void> {
    return typeof data === 'string'
      ? this.#call('text', id, data)
      : this.#call('binary', id, data.toString('base64'));
  }

  close(id: number, code?: number, reason?: string): void {
    void (code === undefined ? this.#call('close', id) : this.#call('close', id, code, reason ?? ''));
  }

  async #load(origin: string): Promise<void> {
    await this.#contents.loadURL('data:text/html,', { baseURLForDataURL: `${origin}/` });
    await this.#contents.executeJavaScript(PAGE_SCRIPT);
    void this.#listen();
  }

  async #listen(): Promise<void> {
    try {
      while (!this.#gone) {
        const batch = (await this.#contents.executeJavaScript('gatehouseSockets.next()')) as SocketNews[];
        for (const news of batch) this.#tell(news);
      }
    } catch {
      this.#end();
    }
  }

  #tell(news: SocketNews): void {
    const listener = this.#listeners.get(news.id);
    if (news.kind === 'close') this.#listeners.delete(news.id);
    listener?.(news);
    if (this.#listeners.size > 0 || this.#gone) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), IDLE_MS);
    this.#idle.unref();
  }

  async #call(name: string, ...parameters: unknown[]): Promise<void> {
    try {
      await this.#loaded;
      if (this.#gone) return;
      await this.#contents.executeJavaScript(
        `gatehouseSockets.${name}(...${JSON.stringify(parameters)});undefined`,
      );
    } catch {
      this.#end();
    }
  }

  #end(): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#idle);
    this.#forget();
    for (const [id, listener] of this.#listeners) {
      listener({ id, kind: 'error' });
      listener({ id, kind: 'close', code: 1006, reason: '', wasClean: false });
    }
    this.#listeners.clear();
    // Not in the types of BrowserView's contents, and there since Electron 1.
    if (!this.#contents.isDestroyed()) (this.#contents as unknown as { destroy(): void }).destroy();
  }
}
