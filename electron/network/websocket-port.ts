/** The part of the WHATWG interface that engine.io-client uses. Text frames only. */
export type WebSocketLike = {
  onopen: (() => void) | null;
  onclose: ((event: Readonly<{ code: number; reason: string }>) => void) | null;
  onmessage: ((event: Readonly<{ data: unknown }>) => void) | null;
  onerror: ((event: unknown) => void) | null;
  binaryType: string;
  send: (data: string) => void;
  close: () => void;
};

/**
 * Opens a websocket. May throw for a refused address.
 *
 * @param headers sent with the opening handshake, besides those of the protocol
 */
export type WebSocketPort = (
  url: string,
  headers: Readonly<Record<string, string>>,
) => WebSocketLike;
