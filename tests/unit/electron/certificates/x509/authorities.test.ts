import { describe, expect, it } from 'vitest';
import { readAuthorities } from '../../../../../electron/certificates/x509/check.ts';
import { DerReader } from '../../../../../electron/certificates/x509/der.ts';
import {
  fromPem,
  makeAuthority,
  makeExtension,
  makeSelfSigned,
  toPem,
} from '../../../../support/certificates/certificates.ts';

const NOW = new Date();
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const ROOT = makeAuthority();
const OTHER = makeAuthority({ commonName: 'Other', key: 'rsa' });

const PRIVATE = 'contains a private key: it should hold certificates alone';
const NO_AUTHORITY =
  'is no certificate authority (basicConstraints does not say CA:TRUE). ' +
  "A server's own certificate cannot be trusted here: name the authority that issued it";

const read = (content: string | Uint8Array) =>
  readAuthorities(Buffer.from(content).toString('latin1'), NOW);

describe('a file of authorities', () => {
  it('reads several authorities from a file with text between them and line ends of any system', () => {
    const text = `# Ours – größer\n\n${ROOT.pem}Another: -----\n${OTHER.pem}\n${ROOT.pem}end`;
    for (const content of [text, text.replaceAll('\n', '\r\n')]) {
      const found = read(content);
      expect(
        found.ok && found.value.certificates.map(({ subject }) => subject.attributes[0]?.text),
      ).toEqual(['Test Root', 'Other']);
      expect(found.ok && found.value.warnings).toEqual([]);
    }
  });

  it('warns of an authority that is expired or not valid yet, and uses it all the same', () => {
    const old = makeAuthority({
      notBefore: inDays(-2),
      notAfter: new Date('2026-01-02T03:04:05Z'),
    });
    const coming = makeAuthority({
      notBefore: new Date('2099-01-02T03:04:05Z'),
      notAfter: new Date('2100-01-01'),
    });
    const found = read(old.pem + ROOT.pem + coming.pem);
    expect(found.ok && found.value.certificates).toHaveLength(3);
    expect(found.ok && found.value.warnings).toEqual([
      'certificate 1 of 3 has expired on 2026-01-02T03:04:05.000Z',
      'certificate 3 of 3 is not valid before 2099-01-02T03:04:05.000Z',
    ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['that is empty', '', 'contains no certificate in PEM form'],
    ['in DER', fromPem(ROOT.pem), 'contains no certificate in PEM form'],
    ['with a private key', ROOT.pem + ROOT.key, PRIVATE],
    ['with an encrypted private key', `${ROOT.pem}-----BEGIN ENCRYPTED PRIVATE KEY-----`, PRIVATE],
    [
      'with another block',
      ROOT.pem + toPem('X509 CRL', Buffer.of(48, 0)),
      'contains a PEM block that is no CERTIFICATE',
    ],
    ['cut short', ROOT.pem + OTHER.pem.slice(0, 200), 'contains a PEM block that is not complete'],
    [
      'with a block of garbage',
      ROOT.pem + toPem('CERTIFICATE', Buffer.alloc(90, 7)),
      'cannot be used: certificate 2 of 2 cannot be parsed',
    ],
    ['with a server', makeSelfSigned().pem, `cannot be used: its certificate ${NO_AUTHORITY}`],
    [
      'with CA:FALSE',
      ROOT.pem + makeAuthority({ isAuthority: false }).pem,
      `cannot be used: certificate 2 of 2 ${NO_AUTHORITY}`,
    ],
    [
      'with an authority that may not sign',
      makeAuthority({ keyUsage: 1 }).pem,
      'cannot be used: its certificate may not sign certificates (keyUsage lacks keyCertSign)',
    ],
    [
      'with a weak key',
      makeAuthority({ key: 'rsa-1024' }).pem,
      'cannot be used: its certificate has a key that is too weak or of an unusual kind',
    ],
    [
      'with an unknown critical extension',
      makeAuthority({ extensions: [makeExtension('1.2.3.4', true)] }).pem,
      'cannot be used: its certificate has a critical extension that is not known here',
    ],
  ])('refuses a file of authorities %s', (_, content, error) => {
    expect(read(content)).toEqual({ ok: false, error });
  });
});

describe('the reader of DER', () => {
  it.each([
    ['nothing', ''],
    ['no length', '30'],
    ['less than it says', '300205'],
    ['an indefinite length', '3080050000'],
    ['a length longer than needed', '3081020500'],
    ['a length with leading zeros', `30820080${'00'.repeat(128)}`],
    ['an endless length', '3085ffffffffff'],
    ['a tag of several bytes', '1f0100'],
  ])('refuses DER with %s', (_, hex) => {
    expect(() => new DerReader(Buffer.from(hex, 'hex')).next()).toThrow();
  });
});
