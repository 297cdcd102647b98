import { describe, expect, it } from 'vitest';
import { readAuthorities } from '../../../../../electron/certificates/x509/check.ts';
import { judgeChain as check } from '../../../../support/certificates/verdict.ts';
import {
  directoryName,
  fromPem,
  issue,
  makeAuthority,
  makeExtension,
  makeKeys,
  toPem,
  type CertificateOptions,
  type Issued,
} from '../../../../support/certificates/certificates.ts';
import { der } from '../../../../support/certificates/der.ts';

const HOST = 'mfa.example.com';
const ROOT = makeAuthority();
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const server = (issuer: Issued, options: CertificateOptions = {}): Issued =>
  issue(issuer, { names: [HOST], ...options });

/** A nameConstraints extension out of the bytes of the names that are permitted and excluded. */
function constraints(
  permitted: readonly Buffer[] | null,
  excluded: readonly Buffer[] | null = null,
) {
  const trees = (tag: number, bases: readonly Buffer[] | null): Buffer[] =>
    bases === null ? [] : [der(tag, ...bases.map((base) => der(0x30, base)))];
  return raw(der(0x30, ...trees(0xa0, permitted), ...trees(0xa1, excluded)));
}
const raw = (value: Buffer) => ({ extensions: [makeExtension('2.5.29.30', true, value)] });
const usage = (...bits: number[]) => ({
  keyUsage: null,
  extensions: [makeExtension('2.5.29.15', true, der(0x03, Buffer.from(bits)))],
});
const utf8Name = (...bytes: number[]): Buffer => nameOf(0x0c, Buffer.from(bytes));
const nameOf = (tag: number, value: Buffer): Buffer =>
  der(0x30, der(0x31, der(0x30, der(0x06, Buffer.of(0x55, 4, 10)), der(tag, value))));

describe('a malformed authority', () => {
  const dns = (value: string): Buffer => der(0x82, text(value));
  const good = dns('example.com');
  it.each<[string, CertificateOptions]>([
    ['with key usage in bits that are declared unused', usage(3, 0x04)],
    ['with key usage bits, all undeclared', usage(7)],
    ['with a key without any use', usage(0, 0)],
    ['with constraints without anything in them', constraints(null)],
    ['with constraints that permit an empty list', constraints([])],
    ['with constraints that exclude an empty list', constraints([good], [])],
    ['that permits a dot', constraints([dns('.')])],
    ['that permits two dots', constraints([dns('..')])],
    ['that permits an invalid name', constraints([dns('example..com')])],
    ['that excludes an invalid name', constraints([good], [dns('a b.example')])],
    ['that permits a wildcard', constraints([dns('*.example.com')])],
    ['that permits a name beyond ASCII', constraints([dns('ex\xe4mple.com')])],
    [
      'with a choice of names that does not exist',
      constraints([good], [der(0x89, text('example'))]),
    ],
    [
      'with a choice of names of three bytes',
      constraints([good], [Buffer.of(0x9f, 0x82, 0x03, 1, 97)]),
    ],
    [
      'that constrains a DNS name of the wrong class',
      constraints([der(0x16, text('example.com'))]),
    ],
    [
      'that constrains a DNS name in pieces',
      constraints([der(0xa2, der(0x16, text('example.com')))]),
    ],
    [
      'that constrains an invalid directory name',
      constraints([good, der(0xa4, der(0x04, text('x')))]),
    ],
    [
      'that constrains a relative name without attributes',
      constraints([der(0xa4, der(0x30, der(0x31)))]),
    ],
    ['that constrains a name in broken UTF-8', constraints([der(0xa4, utf8Name(0xff))])],
    ['that constrains half a letter', constraints([der(0xa4, nameOf(0x1e, text('abc')))])],
    [
      'that constrains a letter beyond Unicode',
      constraints([der(0xa4, nameOf(0x1c, text('abcd')))]),
    ],
    ['that constrains addresses of five bytes', constraints([der(0x87, Buffer.alloc(10))])],
    [
      'that constrains addresses with gaps',
      constraints([der(0x87, Buffer.of(10, 0, 0, 0, 255, 0, 255, 0))]),
    ],
    ['that constrains mail of two hosts', constraints([der(0x81, text('a@b@example.com'))])],
    ['that constrains mail of a dot', constraints([der(0x81, text('.'))])],
    [
      'with a subtree with a minimum',
      raw(der(0x30, der(0xa0, der(0x30, good, der(0x80, Buffer.of(1)))))),
    ],
    [
      'with a subtree with a maximum',
      raw(der(0x30, der(0xa0, der(0x30, good, der(0x81, Buffer.of(9)))))),
    ],
    [
      'with excluded names first',
      raw(der(0x30, der(0xa1, der(0x30, good)), der(0xa0, der(0x30, good)))),
    ],
  ])('skips an authority %s as malformed, and tries others', async (_, options) => {
    const keys = makeKeys('p256');
    const broken = makeAuthority({ issuer: ROOT, key: keys, ...options });
    const whole = makeAuthority({ issuer: ROOT, key: keys });
    const leaf = server(broken);
    expect(await check(ROOT, [leaf, broken], HOST)).toBe('untrusted');
    expect(await check(ROOT, [leaf, broken, whole], HOST)).toBe('accepted');
    expect(await check(ROOT, [leaf, whole, broken], HOST)).toBe('accepted');
    // In the file it is named, where the file is looked at.
    const read = readAuthorities(ROOT.pem + makeAuthority(options).pem, new Date());
    expect(read.ok ? 'read' : read.error).toMatch(
      /^cannot be used: certificate 2 of 2 is malformed: /,
    );
  });
});

describe('a malformed server', () => {
  const names = (...all: Buffer[]) => ({
    names: [],
    extensions: [makeExtension('2.5.29.17', false, der(0x30, ...all))],
  });
  const own = der(0x82, text(HOST));
  const NO_PURPOSE = makeExtension('2.5.29.37', false, der(0x30, der(0x05)));
  it.each<[string, CertificateOptions]>([
    ['with an empty list of names', names()],
    ['with a name beyond ASCII', names(own, der(0x82, text('m\xfc.example')))],
    ['with mail beyond ASCII', names(own, der(0x81, text('m\xfc@example.com')))],
    ['with an address of five bytes', names(own, der(0x87, Buffer.alloc(5)))],
    ['with a choice of names that does not exist', names(own, der(0x89, text('x')))],
    ['with key usage in bits that are declared unused', usage(3, 0x84)],
    ['for a purpose that is no identifier', { purposes: null, extensions: [NO_PURPOSE] }],
  ])('refuses a server %s as malformed', async (_, options) => {
    expect(await check(ROOT, [server(ROOT, options)], HOST)).toBe('malformed');
  });

  it.each([
    ['extensions in an old version', 'a003020102', 'a003020101'],
    ['a negative version', 'a003020102', 'a0030201ff'],
    ['an invalid date', /301e170d../, '301e170d78'],
    ['a month that does not exist', /(301e170d....)..../, '$13939'],
    ['two signature algorithms', '06082a8648ce3d040302', '06082a8648ce3d040303'],
  ])('refuses a server with %s as malformed', async (_, part, changed) => {
    const hex = fromPem(server(ROOT).pem).toString('hex').replace(part, changed);
    expect(await check(ROOT, [toPem('CERTIFICATE', Buffer.from(hex, 'hex'))], HOST)).toBe(
      'malformed',
    );
  });

  it('accepts a key usage that uses one bit of a byte and declares seven unused', async () => {
    expect(await check(ROOT, [server(ROOT, usage(7, 0x80))], HOST)).toBe('accepted');
  });
});

describe('a name below a constraint', () => {
  const below = (options: CertificateOptions): Issued =>
    makeAuthority({ issuer: ROOT, ...options });
  const permitted = below(constraints([der(0x82, text('example.com'))]));

  it.each(['.example.com', 'a..example.com', '*', '-*.example.com', 'a b.example.com', ''])(
    'refuses a name that is no DNS name below a constraint: %j',
    async (name) => {
      expect(await check(ROOT, [server(permitted, { names: [HOST, name] }), permitted], HOST)).toBe(
        'constraint',
      );
      // Without a constraint the name is not compared.
      expect(await check(ROOT, [server(ROOT, { names: [HOST, name] })], HOST)).toBe('accepted');
    },
  );

  it.each<[string, Buffer]>([
    ['UniversalString', nameOf(0x1c, text('\0\0\0F\0\0\0i\0\0\0r\0\0\0m'))],
    ['BMPString', nameOf(0x1e, text('\0F\0i\0r\0m'))],
    ['VisibleString', nameOf(0x1a, text('Firm'))],
  ])('takes a directory name in a %s for the same in another type of string', async (_, name) => {
    const excluding = below(constraints(null, [der(0xa4, name)]));
    expect(await check(ROOT, [server(excluding, { organisation: 'Firm' }), excluding], HOST)).toBe(
      'constraint',
    );
    expect(await check(ROOT, [server(excluding, { organisation: 'Other' }), excluding], HOST)).toBe(
      'accepted',
    );
  });

  it('takes an empty directory name for outside a permitted directory', async () => {
    const firm = below({ permitted: [directoryName('Firm')] });
    const leaf = server(firm, {
      commonName: null,
      names: [],
      extensions: [
        makeExtension('2.5.29.17', true, der(0x30, der(0x82, text(HOST)), der(0xa4, der(0x30)))),
      ],
    });
    expect(await check(ROOT, [leaf, firm], HOST)).toBe('constraint');
  });
});
