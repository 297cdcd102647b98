import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ObservedCertificates } from '../../../../electron/certificates/observed-certificates.ts';
import { certificateRule, type OwnVerdict } from '../../../../electron/certificates/own-check.ts';
import { judgeServer } from '../../../../electron/node-api/judge-server.ts';
import { issue, makeAuthority } from '../../../support/certificates/certificates.ts';

const HOST = 'mfa.example.com';
const { pem } = issue(makeAuthority({ commonName: 'Some Root' }), { names: [HOST] });
const certificates = [new X509Certificate(pem)];

/** Judges the certificate. @param own our own check's verdict; null where it did not run to its end */
function judge(
  result: string | null,
  own: OwnVerdict,
  trustMode: 'system-and-file' | 'file' = 'system-and-file',
  hostname = HOST,
): Promise<unknown> {
  const rule = certificateRule(() => Promise.resolve(own), HOST, trustMode);
  return judgeServer(rule, new ObservedCertificates())({ hostname, result, certificates });
}

const REFUSED = { fault: 'other', why: 'the check says no' } as const;

describe('a server in plain Node', () => {
  it('accepts a server by OpenSSL, without our own check', async () => {
    expect(await judge(null, REFUSED)).toBeNull();
  });

  it('leaves a server that OpenSSL accepts to our own check if the file alone counts (SEC-100)', async () => {
    expect(await judge(null, null, 'file')).toMatchObject({ fault: 'authority' });
    expect(await judge(null, REFUSED, 'file')).toMatchObject({ fault: 'other' });
    expect(await judge(null, 'accepted', 'file')).toBeNull();
  });

  it.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'UNSPECIFIED'])(
    'leaves a server to our own check, whatever OpenSSL found last: %s (SEC-33)',
    async (result) => {
      expect(await judge(result, 'accepted')).toBeNull();
      expect(await judge(result, REFUSED)).toMatchObject({ kind: 'tls', fault: 'other' });
      expect(await judge(result, null)).toMatchObject({ kind: 'tls' });
    },
  );

  it('refuses another host with OpenSSL, whatever our own check says (SEC-33)', async () => {
    const found = await judge('CERT_HAS_EXPIRED', 'accepted', 'system-and-file', 'other.test');
    expect(found).toMatchObject({ kind: 'tls', fault: 'date' });
  });

  it('refuses another name before our own check (SEC-33)', async () => {
    const found = await judge(null, 'accepted', 'system-and-file', 'other.test');
    expect(found).toMatchObject({ kind: 'tls', fault: 'other-name' });
  });

  it.each(['.example.com', '*.example.com', 'MFA example.com', ''])(
    'refuses the impossible name %j (SEC-33)',
    async (hostname) => {
      const found = await judge(null, 'accepted', 'system-and-file', hostname);
      expect(found).toMatchObject({ kind: 'tls', fault: 'other-name' });
    },
  );

  it('refuses a server without a certificate (SEC-33)', async () => {
    const rule = certificateRule(() => Promise.resolve('accepted'), HOST, 'system-and-file');
    const shown = { hostname: HOST, result: null, certificates: [] };
    expect(await judgeServer(rule, new ObservedCertificates())(shown)).toMatchObject({
      kind: 'tls',
      fault: 'other',
    });
  });
});
