import { createServer, type Socket } from 'node:net';
import type { Issued } from '../../support/certificates/certificates.ts';
import { makeTlsFront, started, type Front } from './fronts.ts';

export type ChangingFront = Front &
  Readonly<{
    /** From now on each new connection is shown this certificate. */
    show: (certificate: Issued) => void;
    /** How many handshakes with the certificate have failed since it was last shown. */
    refusals: () => number;
  }>;

/** The service behind TLS, whose certificate may change; open connections stay. */
export async function startChangingFront(target: number, first: Issued): Promise<ChangingFront> {
  // A server of its own for each certificate: a handshake with the one before may end after the
  // change.
  const tlsServer = ({ key, pem }: Issued) => {
    const { front } = makeTlsFront({ port: target }, { key, cert: pem });
    const server = { front, refusals: 0 };
    front.on('tlsClientError', () => {
      server.refusals += 1;
    });
    return server;
  };
  let shown = tlsServer(first);
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    shown.front.emit('connection', socket);
  });
  return {
    ...(await started(front, sockets)),
    show: (certificate) => {
      shown = tlsServer(certificate);
    },
    refusals: () => shown.refusals,
  };
}
