import { net, type Session } from 'electron';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';

export function chromiumWebSocket(session: Session): WebSocketPort {
  return (url, headers) => new net.WebSocket(url, { session, headers }) as unknown as WebSocketLike;
}
