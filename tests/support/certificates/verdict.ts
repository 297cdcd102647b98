import {
  checkCertificate,
  readAuthorities,
  type Authorities,
  type CertificateFault,
} from '../../../electron/certificates/x509/check.ts';
import type { Issued } from './certificates.ts';

/** Certificates in PEM as the authorities of `service.caFile`. */
export function authoritiesOf(pem: string, now = new Date()): Authorities {
  const read = readAuthorities(pem, now);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** Verdict on a chain, the server's certificate first, below these authorities. */
export async function judgeChain(
  authorities: Issued | readonly Issued[],
  chain: readonly (Issued | string)[],
  hostname: string,
  now = new Date(),
): Promise<CertificateFault['kind'] | 'accepted'> {
  const verdict = await checkCertificate({
    chain: chain.map((one) => (typeof one === 'string' ? one : one.pem)),
    hostname,
    authorities: authoritiesOf(
      [authorities]
        .flat()
        .map(({ pem }) => pem)
        .join('\n'),
      now,
    ),
    now,
  });
  return verdict.ok ? 'accepted' : verdict.error.kind;
}
