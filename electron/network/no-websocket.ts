import type { WebSocketPort } from './websocket-port.ts';

/**
 * The port of a network without websockets: it throws instead of opening one. The event channel
 * takes this for a websocket that ended, so it uses polling. Where the configuration omits polling,
 * the event channel never connects.
 */
export const noWebSocket: WebSocketPort = () => {
  throw new Error('no websocket without Chromium');
};
