import { net, type Session } from 'electron';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';

/** WebSocket through Chromium's network stack, like `chromiumHttp`. */
export function chromiumWebSocket(session: Session): WebSocketPort {
  return (url) => new net.WebSocket(url, { session }) as unknown as WebSocketLike;
}
