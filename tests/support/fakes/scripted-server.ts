import type { EngineProtocol } from '../../../electron/event-channel/protocol-version.ts';
import type { HttpOutcome, HttpPort } from '../../../electron/network/http-port.ts';
import type { WebSocketLike, WebSocketPort } from '../../../electron/network/websocket-port.ts';
import { httpAnswer } from './fake-http.ts';
import { connectPacket, openPacket, payloadOf } from '../network/hostile-packets.ts';

export type Script = Readonly<{
  protocol: EngineProtocol;
  /** Sent first, one for each poll. */
  payloads?: readonly string[];
  /** Sent first, to the first websocket. */
  frames?: readonly string[];
  /** Sent to each session after the script, behind its connect packet. */
  event: string;
}>;

/** A server without a network: it sends its script once, then behaves as a good one. */
export function scriptedServer({ protocol, payloads = [], frames = [], event }: Script): Readonly<{
  http: HttpPort;
  webSocket: WebSocketPort;
}> {
  const payloadsLeft = [...payloads];
  const framesLeft = [...frames];
  const told = new Set<string>();
  const connected = [connectPacket(protocol), event];

  const answerTo = (url: string): string | null => {
    const scripted = payloadsLeft.shift();
    if (scripted !== undefined) return scripted;
    const sid = new URL(url).searchParams.get('sid');
    if (sid === null)
      return payloadOf([openPacket(protocol, { sid: `good-${told.size}` })], protocol);
    if (told.has(sid)) return null;
    told.add(sid);
    return payloadOf(connected, protocol);
  };

  return {
    http: ({ method, url }) => {
      if (method === 'POST') return Promise.resolve(httpAnswer(200, 'ok'));
      const payload = answerTo(url);
      return payload === null
        ? new Promise<HttpOutcome>(() => undefined)
        : Promise.resolve(httpAnswer(200, payload));
    },
    webSocket: (url) => {
      let isClosed = false;
      const isProbe = new URL(url).searchParams.has('sid');
      const send = (packets: readonly string[]): void => {
        for (const data of packets) if (!isClosed) socket.onmessage?.({ data });
      };
      const socket: WebSocketLike = {
        onopen: null,
        onclose: null,
        onmessage: null,
        onerror: null,
        binaryType: '',
        send: (packet) => {
          if (packet === '2probe') queueMicrotask(() => send(['3probe']));
          if (packet === '5') queueMicrotask(() => send(connected));
        },
        close: () => {
          isClosed = true;
        },
      };
      queueMicrotask(() => {
        socket.onopen?.();
        const scripted = framesLeft.splice(0);
        send(scripted);
        if (isProbe) return;
        // Later than the packets before it, which the library hands on in its next tick.
        setImmediate(() => {
          send(scripted.length === 0 ? [openPacket(protocol), ...connected] : connected);
        });
      });
      return socket;
    },
  };
}
