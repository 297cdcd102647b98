import { net, type Session } from 'electron';
import { mayOpen } from '../certificates/exchange-rule.ts';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';
import type { ServiceNetwork } from './service-network.ts';
import type { SessionUse } from '../network/session-slot.ts';

/** Websockets with the system's proxy and certificates. An address that Chromium refuses ends as a closed socket. */
export function chromiumWebSocket(network: Pick<ServiceNetwork, 'sessions'>): WebSocketPort {
  return (url, headers) => new SessionWebSocket(network, url, headers);
}

type Headers = Parameters<WebSocketPort>[1];

/** Close code of a connection that ended without a close frame (RFC 6455, 7.1.5). */
const ABNORMAL = 1006;

/** A websocket that opens once its session is ready. */
class SessionWebSocket implements WebSocketLike {
  onopen: WebSocketLike['onopen'] = null;
  onclose: WebSocketLike['onclose'] = null;
  onmessage: WebSocketLike['onmessage'] = null;
  onerror: WebSocketLike['onerror'] = null;
  binaryType = 'blob';
  #socket: WebSocketLike | null = null;
  #use: SessionUse<Session> | null = null;
  /** Messages that came before `onopen` was called; null from then on. */
  #earlyMessages: Parameters<NonNullable<WebSocketLike['onmessage']>>[0][] | null = [];
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
    this.#isGivenUp = this.#earlyMessages !== null;
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
      else if (this.#isOver) use.end(false);
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
      if (this.#earlyMessages) this.#earlyMessages.push(event);
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
    const earlyMessages = this.#earlyMessages ?? [];
    this.#earlyMessages = null;
    if (!this.#isOver) this.onopen?.();
    for (const event of earlyMessages) if (!this.#isOver) this.onmessage?.(event);
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.onerror?.({});
    this.#end(ABNORMAL, reason);
  }

  #end(code: number, reason: string): void {
    this.#use?.end(this.#isGivenUp);
    this.#use = null;
    if (this.#isOver) return;
    this.#isOver = true;
    this.onclose?.({ code, reason });
  }
}
