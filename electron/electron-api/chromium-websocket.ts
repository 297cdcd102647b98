import { net, type Session } from 'electron';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';

export function chromiumWebSocket(session: Session): WebSocketPort {
  return (url) => new net.WebSocket(url, { session }) as unknown as WebSocketLike;
}
