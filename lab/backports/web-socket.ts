/**
 * `net.WebSocket` as Electron 45 has it, over a page that opens the sockets (socket-page.ts).
 * Left out, and refused loudly: `headers`, `origin`. Different: the session's cookies are always used.
 */
import { net, session, type Session } from 'electron';
import { Blob } from 'node:buffer';
import { socketPage, type SocketNews, type SocketPage } from './socket-page.ts';

type BinaryType = 'nodebuffer' | 'arraybuffer' | 'blob';
type Data = string | ArrayBufferLike | ArrayBufferView | Blob;
interface Options {
  headers?: Record<string, string>;
  origin?: string;
  partition?: string;
  protocols?: string | string[];
  session?: Session;
}

class CloseEvent extends Event {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;

  constructor(code: number, reason: string, wasClean: boolean) {
    super('close');
    this.code = code;
    this.reason = reason;
    this.wasClean = wasClean;
  }
}

const EVENTS = ['open', 'message', 'error', 'close'] as const;
type EventName = (typeof EVENTS)[number];
type EventHandler = (event: Event) => void;

class NetWebSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;

  readonly url: string;
  binaryType: BinaryType = 'nodebuffer';
  #protocol = '';
  #extensions = '';
  #readyState = 0;
  #bufferedAmount = 0;
  #sending: Promise<void> = Promise.resolve();
  readonly #page: SocketPage;
  readonly #id: number;
  readonly #handlers = new Map<EventName, EventHandler>();

  constructor(url: string, protocols: string | string[] | Options = {}) {
    super();
    const options = typeof protocols === 'string' || Array.isArray(protocols) ? { protocols } : protocols;
    if (options.headers !== undefined || options.origin !== undefined) {
      throw new TypeError('lab/backports: net.WebSocket takes no headers and no origin on this Electron');
    }
    const target = parse(url);
    this.url = target.href;
    const owner = options.session ?? session.fromPartition(options.partition ?? '');
    this.#page = socketPage(owner, target.origin.replace(/^ws/, 'http'));
    this.#id = this.#page.open(target.href, [options.protocols ?? []].flat(), (news) => this.#hear(news));
  }

  get protocol(): string {
    return this.#protocol;
  }

  get extensions(): string {
    return this.#extensions;
  }

  get readyState(): number {
    return this.#readyState;
  }

  get bufferedAmount(): number {
    return this.#bufferedAmount;
  }

  send(data: Data): void {
    if (this.#readyState === NetWebSocket.CONNECTING)
      throw domError('Still in CONNECTING state.', 'InvalidStateError');
    const size =
      typeof data === 'string' ? Buffer.byteLength(data) : data instanceof Blob ? data.size : data.byteLength;
    this.#bufferedAmount += size;
    if (this.#readyState !== NetWebSocket.OPEN) return;
    const taken = typeof data === 'string' || data instanceof Blob ? data : copyOf(data);
    // In a row: a Blob is read asynchronously, and later messages must not overtake it.
    this.#sending = this.#sending
      .then(async () =>
        this.#page.send(this.#id, taken instanceof Blob ? Buffer.from(await taken.arrayBuffer()) : taken),
      )
      .then(() => void (this.#bufferedAmount -= size));
  }

  close(code?: number, reason?: string): void {
    if (code !== undefined && code !== 1000 && (code < 3000 || code > 4999)) {
      throw domError(
        `The close code must be 1000 or between 3000 and 4999, not ${code}.`,
        'InvalidAccessError',
      );
    }
    if (reason !== undefined && Buffer.byteLength(reason) > 123) {
      throw domError('The close reason must be 123 bytes or less.', 'SyntaxError');
    }
    if (this.#readyState >= NetWebSocket.CLOSING) return;
    this.#readyState = NetWebSocket.CLOSING;
    void this.#sending.then(() => this.#page.close(this.#id, code, reason));
  }

  handlerOf(name: EventName): EventHandler | null {
    return this.#handlers.get(name) ?? null;
  }

  setHandler(name: EventName, handler: EventHandler | null): void {
    const old = this.#handlers.get(name);
    if (old !== undefined) this.removeEventListener(name, old);
    this.#handlers.delete(name);
    if (typeof handler !== 'function') return;
    this.#handlers.set(name, handler);
    this.addEventListener(name, handler);
  }

  #hear(news: SocketNews): void {
    switch (news.kind) {
      case 'open':
        if (this.#readyState !== NetWebSocket.CONNECTING) return;
        this.#readyState = NetWebSocket.OPEN;
        this.#protocol = news.protocol;
        this.#extensions = news.extensions;
        this.dispatchEvent(new Event('open'));
        return;
      case 'text':
      case 'binary':
        if (this.#readyState !== NetWebSocket.OPEN) return;
        this.dispatchEvent(messageEvent(news.kind === 'text' ? news.data : this.#shaped(news.data)));
        return;
      case 'error':
        this.dispatchEvent(new Event('error'));
        return;
      case 'close':
        this.#readyState = NetWebSocket.CLOSED;
        this.dispatchEvent(new CloseEvent(news.code, news.reason, news.wasClean));
        return;
    }
  }

  #shaped(bytes: Uint8Array): Buffer | ArrayBuffer | Blob {
    const copy = Buffer.from(bytes);
    if (this.binaryType === 'nodebuffer') return copy;
    if (this.binaryType === 'blob') return new Blob([copy]);
    return copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.byteLength);
  }
}

for (const name of EVENTS) {
  Object.defineProperty(NetWebSocket.prototype, `on${name}`, {
    get(this: NetWebSocket) {
      return this.handlerOf(name);
    },
    set(this: NetWebSocket, handler: EventHandler | null) {
      this.setHandler(name, handler);
    },
    enumerable: true,
    configurable: true,
  });
}

function parse(url: string): URL {
  let target: URL;
  try {
    target = new URL(url);
  } catch {
    throw domError(`The URL '${url}' is invalid.`, 'SyntaxError');
  }
  if (target.protocol === 'http:') target.protocol = 'ws:';
  if (target.protocol === 'https:') target.protocol = 'wss:';
  if (target.protocol !== 'ws:' && target.protocol !== 'wss:') {
    throw domError(`The URL's scheme must be 'ws' or 'wss', not '${target.protocol}'.`, 'SyntaxError');
  }
  if (target.hash !== '') throw domError('The URL contains a fragment identifier.', 'SyntaxError');
  return target;
}

/** The caller may change its bytes after `send` returned. */
function copyOf(data: ArrayBufferLike | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(data)
    ? Buffer.from(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    : Buffer.from(Buffer.from(data));
}

const messageEvent = (data: unknown): Event => Object.assign(new Event('message'), { data });

const domError = (message: string, name: string): Error => new DOMException(message, name);

/** Adds the class, where it is not there. */
export function supplyWebSocket(): void {
  if (!('WebSocket' in net)) Object.assign(net, { WebSocket: NetWebSocket });
}
