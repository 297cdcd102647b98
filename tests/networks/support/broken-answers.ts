/**
 * Answers that break or are unusual: the fail mode's rows, over both ports (Chromium's, and that of
 * plain Node).
 */
import type { Socket } from 'node:net';

/** The service's own words. */
export const REFUSAL = JSON.stringify({
  status: 'ERROR',
  result: { exception: 'UserDeniedException' },
});

const head = (status: string, length: number): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n`;
export const half = (status: string): string => `${head(status, 4096)}${REFUSAL.slice(0, 20)}`;
const whole = (status: string, body: string): string => `${head(status, body.length)}${body}`;

/** A server's treatment of a connection after the request. */
export type Behaviour = (socket: Socket) => void;
export const writes =
  (text: string, then: Behaviour = () => undefined): Behaviour =>
  (socket) =>
    socket.write(text, () => {
      then(socket);
    });
/** Bytes that the kernel of this computer has taken are read before a reset is. */
const resets: Behaviour = (socket) => socket.resetAndDestroy();
const closes: Behaviour = (socket) => socket.end();

/** Answers of somebody, whole or not: no fail mode acts on them. */
export const REFUSALS: readonly (readonly [string, Behaviour])[] = [
  ['a refusal, and a reset before its end', writes(half('400 Bad Request'), resets)],
  [
    'a refusal, and the end of the connection before its end',
    writes(half('400 Bad Request'), closes),
  ],
  ['HTTP 403, and a reset before its end', writes(half('403 Forbidden'), resets)],
  ['a page of a network, and a reset before its end', writes(half('200 OK'), resets)],
  ['HTTP 503, and a reset before its end', writes(half('503 Service Unavailable'), resets)],
  ['HTTP 999', writes(whole('999 Request denied', 'no'))],
  ['HTTP 561', writes(whole('561 Unauthorized', 'no'))],
  ['HTTP 501', writes(whole('501 Not Implemented', 'no'))],
  ['HTTP 500 with the service’s own refusal', writes(whole('500 Internal Server Error', REFUSAL))],
];

/** What counts as silence. */
export const SILENCES: readonly (readonly [string, Behaviour])[] = [
  ['a connection that is reset without a word', resets],
  ['HTTP 503', writes(whole('503 Service Unavailable', 'down'))],
  // No more than silence: nobody can tell whose answer it would have been (docs/flows.md).
  ['a head, and a reset before its end', writes('HTTP/1.1 200 OK\r\nContent-Ty', resets)],
  ['a head that never ends', writes('HTTP/1.1 200 OK\r\nContent-Ty')],
];
