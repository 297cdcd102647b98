import type { Issued } from '../../support/certificates/certificates.ts';
import { makeTlsFront, started, type Front } from './fronts.ts';

export type ChangingFront = Front &
  Readonly<{
    show: (certificate: Issued) => void;
    /** Handshakes with another certificate than the first. */
    foreign: { accepted: number; refused: number };
  }>;

/** The service behind TLS, whose certificate may change; open connections stay. */
export async function startChangingFront(target: number, first: Issued): Promise<ChangingFront> {
  const foreign = { accepted: 0, refused: 0 };
  let shown = first;
  const { front, sockets } = makeTlsFront({ port: target }, { key: first.key, cert: first.pem });
  front.on('secureConnection', () => {
    if (shown !== first) foreign.accepted += 1;
  });
  front.on('tlsClientError', () => {
    if (shown !== first) foreign.refused += 1;
  });
  return {
    ...(await started(front, sockets)),
    show: (certificate) => {
      shown = certificate;
      front.setSecureContext({ key: certificate.key, cert: certificate.pem });
    },
    foreign,
  };
}
