import type { WebSocketPort } from './websocket-port.ts';

/**
 * The port of a network without websockets: it opens none. The event channel takes that for a websocket that ended, stays
 * on polling or turns to it, and without polling among its transports is never connected.
 */
export const noWebSocket: WebSocketPort = () => {
  throw new Error('no websocket without Chromium');
};
