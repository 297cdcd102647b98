import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** Ends a connection without a goodbye: a TCP reset where there is plain TCP below. */
export function cutConnection(connection: Duplex): void {
  if (connection.destroyed) return;
  if (connection instanceof Socket && !(connection instanceof TLSSocket))
    connection.resetAndDestroy();
  else connection.destroy();
}
