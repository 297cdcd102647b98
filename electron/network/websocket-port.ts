/**
 * A WebSocket as the event channel needs it: the part of the WHATWG interface that engine.io-client uses. Text frames
 * only.
 */
export type WebSocketLike = {
  onopen: (() => void) | null;
  onclose: ((event: Readonly<{ code: number; reason: string }>) => void) | null;
  onmessage: ((event: Readonly<{ data: unknown }>) => void) | null;
  onerror: ((event: unknown) => void) | null;
  binaryType: string;
  send: (data: string) => void;
  close: () => void;
};

/** Opens a WebSocket. May throw where the address is refused outright. */
export type WebSocketPort = (url: string) => WebSocketLike;
