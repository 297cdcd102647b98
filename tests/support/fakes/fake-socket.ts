import type { WebSocketLike } from '../../../electron/network/websocket-port.ts';

/** A websocket without a network, which answers these packets. The test plays its events. */
export function fakeSocket(answers: Readonly<Record<string, string>> = {}) {
  const sent: string[] = [];
  let isClosed = false;
  const socket: WebSocketLike = {
    onopen: null,
    onclose: null,
    onmessage: null,
    onerror: null,
    binaryType: '',
    send: (packet) => {
      sent.push(packet);
      const data = answers[packet];
      if (data !== undefined) queueMicrotask(() => socket.onmessage?.({ data }));
    },
    close: () => {
      isClosed = true;
    },
  };
  return { socket, sent, isClosed: () => isClosed };
}
