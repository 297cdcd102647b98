import { createServer, type Socket } from 'node:net';
import type { Issued } from '../../support/certificates/certificates.ts';
import { makeTlsFront, started, type Front } from './fronts.ts';

export type ChangingFront = Front &
  Readonly<{
    /** From now on each new connection is shown this certificate. */
    show: (certificate: Issued) => void;
    /** How many handshakes with the certificate have failed since it was last shown. */
    refusals: () => number;
    /**
     * How many have succeeded since then with no other one in progress. Beside another one Chromium
     * accepts by itself (decision 0048).
     */
    acceptedAlone: () => number;
  }>;

/** The service behind TLS, whose certificate may change; open connections stay. */
export async function startChangingFront(target: number, first: Issued): Promise<ChangingFront> {
  // A server of its own for each certificate: a handshake with the one before may end after the
  // change.
  const tlsServer = ({ key, pem }: Issued) => {
    const { front } = makeTlsFront({ port: target }, { key, cert: pem });
    const server = { front, refusals: 0, acceptedAlone: 0 };
    /** The handshakes in progress, by the client's port. */
    const open = new Map<number | undefined, { isAlone: boolean }>();
    front.on('connection', (socket: Socket) => {
      const port = socket.remotePort;
      for (const other of open.values()) other.isAlone = false;
      open.set(port, { isAlone: open.size === 0 });
      socket.on('close', () => open.delete(port));
    });
    front.on('secureConnection', ({ remotePort }) => {
      if (open.get(remotePort)?.isAlone === true) server.acceptedAlone += 1;
      open.delete(remotePort);
    });
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
    acceptedAlone: () => shown.acceptedAlone,
  };
}
