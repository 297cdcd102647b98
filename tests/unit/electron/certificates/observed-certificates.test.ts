import { GeneralName } from '@peculiar/asn1-x509';
import { describe, expect, it } from 'vitest';
import {
  ObservedCertificates,
  type OwnFinding,
} from '../../../../electron/certificates/observed-certificates.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import type { TlsFailure } from '../../../../shared/service/service-failure.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';
import {
  issue,
  makeAuthority,
  type CertificateOptions,
} from '../../../support/certificates/certificates.ts';

const ROOT = makeAuthority({ commonName: 'Company Root' });
const HOST = 'mfa.example.com';

const refused = (name: string): TlsFailure => {
  const failure = chromiumFailure(name);
  if (failure.kind !== 'tls') throw new Error(`${name} is not about TLS`);
  return failure;
};

/** The evidence for a refusal of a certificate that the root issued. */
function explained(
  name: string,
  options: CertificateOptions = {},
  finding: OwnFinding | null = null,
  issuer = { commonName: 'Company Root', organizations: ['Company'] },
): string {
  const observedCertificates = new ObservedCertificates();
  observedCertificates.note(HOST, { issuer, data: issue(ROOT, options).pem }, finding);
  return evidenceText(observedCertificates.explain(refused(name), HOST).evidence);
}

describe('the evidence of a refused certificate', () => {
  it('names the issuer of a refused certificate', () => {
    expect(explained('ERR_CERT_AUTHORITY_INVALID')).toBe(
      'ERR_CERT_AUTHORITY_INVALID (issued by "Company Root")',
    );
  });

  it.each([
    [{ commonName: '', organizations: ['Company'] }, 'Company'],
    [{ commonName: '', organizations: [] }, 'nobody'],
  ])(
    'names an issuer without a common name by its organisation, or "nobody": %j',
    (issuer, name) => {
      expect(explained('ERR_CERT_REVOKED', {}, null, issuer)).toBe(
        `ERR_CERT_REVOKED (issued by "${name}")`,
      );
    },
  );

  it('lists the certificate’s names on a name mismatch', () => {
    expect(
      explained('ERR_CERT_COMMON_NAME_INVALID', { names: ['portal.example', '192.0.2.1'] }),
    ).toBe(
      'ERR_CERT_COMMON_NAME_INVALID (issued by "Company Root"; for "DNS:portal.example, IP Address:192.0.2.1")',
    );
  });

  it('says when a certificate counts if its time is wrong', () => {
    const [notBefore, notAfter] = [
      new Date('2020-01-01T00:00:00Z'),
      new Date('2021-02-03T00:00:00Z'),
    ];
    expect(explained('ERR_CERT_DATE_INVALID', { notBefore, notAfter })).toBe(
      'ERR_CERT_DATE_INVALID (issued by "Company Root"; valid from 2020-01-01 to 2021-02-03)',
    );
  });

  it('names the fault of our own check, with its reason', () => {
    const why = 'an intermediate certificate: its validity is over';
    const options = { notBefore: new Date('2020-01-01Z'), notAfter: new Date('2099-01-01Z') };
    expect(explained('ERR_CERT_AUTHORITY_INVALID', options, { fault: 'date', why })).toBe(
      `ERR_CERT_DATE_INVALID (issued by "Company Root"; valid from 2020-01-01 to 2099-01-01; ${why})`,
    );
    expect(explained('ERR_CERT_AUTHORITY_INVALID', {}, { fault: null, why: 'no chain' })).toBe(
      'ERR_CERT_AUTHORITY_INVALID (issued by "Company Root"; no chain)',
    );
  });

  it.each([
    ['date', 'date'],
    ['other-name', 'other-name'],
    ['other', 'other'],
    [null, 'authority'],
  ] as const)('tells the fault of our own check (%s), else Chromium’s', (found, fault) => {
    const observedCertificates = new ObservedCertificates();
    const issuer = { commonName: 'X', organizations: [] };
    observedCertificates.note(HOST, { issuer, data: 'garbage' }, { fault: found, why: 'w' });
    expect(observedCertificates.explain(refused('ERR_CERT_AUTHORITY_INVALID'), HOST).fault).toBe(
      fault,
    );
    expect(observedCertificates.explain(refused('ERR_PROXY_CERTIFICATE_INVALID'), HOST).fault).toBe(
      'proxy',
    );
  });

  it('keeps the evidence clean and short, whatever stands in the certificate', () => {
    const dNSName = `evil\u001b]0;\u0007"${'y'.repeat(200)}`;
    const said = explained(
      'ERR_CERT_COMMON_NAME_INVALID',
      { names: [new GeneralName({ dNSName })] },
      null,
      {
        commonName: `a\u0000b\n"c\u202ed\u001b[31m${'x'.repeat(200)}`,
        organizations: [],
      },
    );
    expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(said.match(/"/g)).toHaveLength(4);
    expect(said.length).toBeLessThan(240);
  });

  it('tells the error alone without a certificate and for a proxy’s, and the issuer of one that cannot be read', () => {
    const observedCertificates = new ObservedCertificates();
    const saidOf = (name: string): string =>
      evidenceText(observedCertificates.explain(refused(name), HOST).evidence);
    expect(saidOf('ERR_CERT_DATE_INVALID')).toBe('ERR_CERT_DATE_INVALID');
    observedCertificates.note(
      HOST,
      { issuer: { commonName: 'X', organizations: [] }, data: 'garbage' },
      null,
    );
    expect(saidOf('ERR_CERT_DATE_INVALID')).toBe('ERR_CERT_DATE_INVALID (issued by "X")');
    expect(saidOf('ERR_PROXY_CERTIFICATE_INVALID')).toBe('ERR_PROXY_CERTIFICATE_INVALID');
  });

  it('finds the certificate of an address with and without brackets', () => {
    const observedCertificates = new ObservedCertificates();
    observedCertificates.note(
      '::1',
      { issuer: { commonName: 'X', organizations: [] }, data: '' },
      null,
    );
    expect([
      observedCertificates.of('[::1]')?.issuer,
      observedCertificates.of('::1')?.issuer,
    ]).toEqual(['X', 'X']);
  });
});
