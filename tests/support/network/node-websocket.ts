import { WebSocket } from 'ws';
import type { WebSocketLike, WebSocketPort } from '../../../electron/network/websocket-port.ts';

/**
 * A port over npm `ws`, for the event channel's second transport without Electron. The program has
 * none in plain Node (`electron/network/no-websocket.ts`).
 *
 * @param ca authorities to trust, in PEM
 */
export function webSocketOver(ca?: string): WebSocketPort {
  return (url, headers) => {
    const socket = new WebSocket(url, { headers, ...(ca === undefined ? {} : { ca }) });
    socket.binaryType = 'arraybuffer';
    return socket as unknown as WebSocketLike;
  };
}

/** The same, without additional trust. */
export const nodeWebSocket: WebSocketPort = webSocketOver();
