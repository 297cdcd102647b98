import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { Issued } from '../../support/certificates/certificates.ts';

export type ChangingFront = Readonly<{
  port: number;
  show: (certificate: Issued) => void;
  /** Handshakes with another certificate than the first. */
  foreign: { accepted: number; refused: number };
  close: () => void;
}>;

/** The service behind TLS, whose certificate may change; open connections stay. */
export async function startChangingFront(target: number, first: Issued): Promise<ChangingFront> {
  const foreign = { accepted: 0, refused: 0 };
  const sockets = new Set<Socket>();
  let shown = first;
  const server: Server = createServer({ key: first.key, cert: first.pem }, (client) => {
    if (shown !== first) foreign.accepted += 1;
    const upstream = connectTcp(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  server.on('tlsClientError', () => {
    if (shown !== first) foreign.refused += 1;
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    show: (certificate) => {
      shown = certificate;
      server.setSecureContext({ key: certificate.key, cert: certificate.pem });
    },
    foreign,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
