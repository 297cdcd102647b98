import { net, type Session } from 'electron';
import { mayOpen } from '../certificates/exchange-rule.ts';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';
import type { ServiceNetwork } from './service-network.ts';
import type { SessionUse } from '../network/session-slot.ts';

/**
 * Websockets with the system's proxy and certificates. An address that Chromium refuses ends as a
 * closed socket.
 */
export function chromiumWebSocket(network: Pick<ServiceNetwork, 'sessions'>): WebSocketPort {
  return (url, headers) => new SessionWebSocket(network, url, headers);
}

type Headers = Parameters<WebSocketPort>[1];

/** Close code of a connection that ended without a close frame (RFC 6455, 7.1.5). */
const ABNORMAL = 1006;

/**
 * A websocket that opens once its session is ready. The session is that of the `calls`
 * (`ServiceNetwork`), in which a request may have given a proxy's login.
 */
class SessionWebSocket implements WebSocketLike {
  onopen: WebSocketLike['onopen'] = null;
  onclose: WebSocketLike['onclose'] = null;
  onmessage: WebSocketLike['onmessage'] = null;
  onerror: WebSocketLike['onerror'] = null;
  binaryType = 'blob';
  #socket: WebSocketLike | null = null;
  #use: SessionUse<Session> | null = null;
  /** Whether the websocket has opened, so that `onopen` was called or is about to be. */
  #isOpened = false;
  /** Messages that came before the websocket opened. */
  #earlyMessages: Parameters<NonNullable<WebSocketLike['onmessage']>>[0][] = [];
  /** Whether we closed the websocket before it opened. */
  #isGivenUp = false;
  #isOver = false;

  constructor(network: Pick<ServiceNetwork, 'sessions'>, url: string, headers: Headers) {
    void this.#open(network, url, headers);
  }

  send(data: string): void {
    this.#socket?.send(data);
  }

  close(): void {
    this.#isGivenUp = !this.#isOpened;
    if (this.#socket) this.#socket.close();
    else this.#end(ABNORMAL, '');
  }

  async #open(
    { sessions }: Pick<ServiceNetwork, 'sessions'>,
    url: string,
    headers: Headers,
  ): Promise<void> {
    try {
      const use = await sessions.calls.use(url, { hasOwnConnection: false });
      if (use === null) this.#fail('no network process');
      else if (this.#isOver) use.end({ isGivenUp: false });
      else {
        this.#use = use;
        const socket = new net.WebSocket(url, { session: use.session, headers });
        this.#follow(socket as unknown as WebSocketLike, url, use);
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : '');
    }
  }

  #follow(socket: WebSocketLike, url: string, use: SessionUse<Session>): void {
    this.#socket = socket;
    socket.binaryType = this.binaryType;
    socket.onopen = () => {
      void mayOpen(use, url).then((isTrusted) => {
        if (isTrusted) this.#opened();
        else {
          this.#fail('certificate not accepted');
          socket.close();
        }
      });
    };
    socket.onmessage = (event) => {
      if (!this.#isOpened) this.#earlyMessages.push(event);
      else if (!this.#isOver) this.onmessage?.(event);
    };
    socket.onerror = (event) => {
      if (!this.#isOver) this.onerror?.(event);
    };
    socket.onclose = ({ code, reason }) => {
      this.#end(code, reason);
    };
  }

  #opened(): void {
    this.#isOpened = true;
    const earlyMessages = this.#earlyMessages;
    this.#earlyMessages = [];
    if (!this.#isOver) this.onopen?.();
    for (const event of earlyMessages) if (!this.#isOver) this.onmessage?.(event);
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.onerror?.({});
    this.#end(ABNORMAL, reason);
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#use?.end({ isGivenUp: this.#isGivenUp });
    this.#use = null;
    this.onclose?.({ code, reason });
  }
}
