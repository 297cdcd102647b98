/** Counts the traffic of the servers in this process, by Node's own channels: a proxy between would be seen by the client. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type Traffic = Readonly<{ requests: number; bytes: number }>;

/** Counts from its creation on; bytes of both directions, headers included. */
export class TrafficCount {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #requests = 0;

  /** @param port of a server that no client has reached yet */
  constructor(port: number) {
    this.#port = port;
    subscribe('net.server.socket', this.#onSocket);
    subscribe('http.server.request.start', this.#onRequest);
  }

  get soFar(): Traffic {
    const bytes = [...this.#sockets].reduce((sum, each) => sum + each.bytesRead + each.bytesWritten, 0);
    return { requests: this.#requests, bytes };
  }

  end(): void {
    unsubscribe('net.server.socket', this.#onSocket);
    unsubscribe('http.server.request.start', this.#onRequest);
  }

  readonly #onSocket = (message: unknown): void => {
    const { socket } = message as Readonly<{ socket: Socket }>;
    if (socket.localPort === this.#port) this.#sockets.add(socket);
  };

  readonly #onRequest = (message: unknown): void => {
    const { request } = message as Readonly<{ request: IncomingMessage }>;
    if (request.socket.localPort === this.#port) this.#requests += 1;
  };
}
