import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { HttpOutcome, HttpPort, HttpRequest } from '../../electron/service/http-port.ts';
import type { WebSocketLike, WebSocketPort } from '../../electron/service/websocket-port.ts';

/** The HTTP port over Node's own sockets, for runs of the engine without Electron. Plain http only. */
export const nodeHttp: HttpPort = (asked) =>
  new Promise((resolve) => {
    if (asked.signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    exchange(asked, resolve);
  });

function exchange(asked: HttpRequest, resolve: (outcome: HttpOutcome) => void): void {
  const sent = request(asked.url, { method: asked.method, headers: asked.headers, agent: false });
  let isSettled = false;
  const settle = (outcome: HttpOutcome): void => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    asked.signal.removeEventListener('abort', onAbort);
    resolve(outcome);
    sent.destroy();
  };
  const onAbort = (): void => {
    settle({ kind: 'aborted' });
  };
  const timer = setTimeout(() => {
    settle({ kind: 'timeout' });
  }, asked.timeoutMs);
  asked.signal.addEventListener('abort', onAbort, { once: true });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    settle({ kind: 'network', evidence: error.code ?? 'unknown' });
  });
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > asked.maxBytes) settle({ kind: 'too-large', limitBytes: asked.maxBytes });
      else chunks.push(chunk);
    });
    response.on('error', (error: NodeJS.ErrnoException) => {
      settle({ kind: 'network', evidence: error.code ?? 'unknown' });
    });
    response.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ]),
      );
      settle({ kind: 'response', status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
    });
  });
  sent.end(asked.body ?? undefined);
}

/** The WebSocket port over npm `ws`. */
export const nodeWebSocket: WebSocketPort = (url) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  return socket as unknown as WebSocketLike;
};
