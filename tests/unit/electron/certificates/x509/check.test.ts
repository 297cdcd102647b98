import { KeyUsageFlags } from '@peculiar/asn1-x509';
import { describe, expect, it } from 'vitest';
import {
  checkCertificate,
  type CertificateFault,
} from '../../../../../electron/certificates/x509/check.ts';
import { authoritiesOf, judgeChain } from '../../../../support/certificates/verdict.ts';
import {
  fromPem,
  issue,
  makeAuthority,
  makeExtension,
  makeKeys,
  makeSelfSigned,
  toPem,
  type CertificateOptions,
  type Issued,
} from '../../../../support/certificates/certificates.ts';

const NOW = new Date();
const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const OLD = { notBefore: inDays(-20), notAfter: inDays(-10) };
const COMING = { notBefore: inDays(10), notAfter: inDays(20) };
const HOST = 'mfa.example.com';
const names = [HOST];

const check = (
  authority: Issued | readonly Issued[],
  chain: readonly (Issued | string)[],
  now = NOW,
) => judgeChain(authority, chain, HOST, now);

const ROOT = makeAuthority();
const INTERMEDIATE = makeAuthority({ issuer: ROOT });
const LEAF = issue(INTERMEDIATE, { names });
const LEAF_OF_ROOT = issue(ROOT, { names });
const below = (options: CertificateOptions): Issued => makeAuthority({ issuer: ROOT, ...options });
const server = (issuer: Issued, options: CertificateOptions = {}): Issued =>
  issue(issuer, { names, ...options });
const STRANGERS = [makeAuthority({ commonName: 'Stranger' }), makeSelfSigned(), makeAuthority()];

describe('a chain', () => {
  it.each<[string, readonly (Issued | string)[]]>([
    ['of a server and an intermediate, without the authority', [LEAF, INTERMEDIATE]],
    ['with the authority', [LEAF, INTERMEDIATE, ROOT]],
    ['in another order', [LEAF, ROOT, INTERMEDIATE]],
    ['with strangers in it', [LEAF, ...STRANGERS, INTERMEDIATE, LEAF_OF_ROOT]],
    [
      'with garbage in it',
      [LEAF, 'garbage', toPem('CERTIFICATE', Buffer.alloc(90, 7)), INTERMEDIATE],
    ],
    ['of a server that the authority itself has certified', [LEAF_OF_ROOT]],
    ['with the server twice', [LEAF, LEAF, INTERMEDIATE]],
  ])('accepts a chain %s', async (_, chain) => {
    expect(await check(ROOT, chain)).toBe('accepted');
  });

  it('accepts a chain that ends at an intermediate that is trusted itself', async () => {
    expect(await check(INTERMEDIATE, [LEAF])).toBe('accepted');
  });

  it('accepts a chain to one authority of several, also of the same name', async () => {
    expect(
      await check([...STRANGERS.filter((_, index) => index !== 1), ROOT], [LEAF, INTERMEDIATE]),
    ).toBe('accepted');
  });

  it('accepts an authority as a server of its own if it is trusted', async () => {
    // As `openssl req -x509` makes them: CA:TRUE and no keyUsage.
    const own = makeAuthority({ names, keyUsage: null });
    expect(await check(own, [own])).toBe('accepted');
    expect(await check(ROOT, [own])).toBe('untrusted');
  });

  it.each<[string, Issued, readonly Issued[]]>([
    ['without the intermediate', ROOT, [LEAF]],
    [
      'with an intermediate of the same name and another key',
      ROOT,
      [LEAF, makeAuthority({ issuer: ROOT })],
    ],
    ['to another authority', makeAuthority({ commonName: 'Other' }), [LEAF, INTERMEDIATE, ROOT]],
    ['to another authority of the same name', makeAuthority(), [LEAF, INTERMEDIATE, ROOT]],
    ['of a self-signed server', ROOT, [makeSelfSigned({ names })]],
  ])('does not trust a chain %s', async (_, authority, chain) => {
    expect(await check(authority, chain)).toBe('untrusted');
  });

  it('does not trust a chain below another authority of the same name and key identifier', async () => {
    const keyIdentifier = Buffer.alloc(20, 7);
    const [good, evil] = [makeAuthority({ keyIdentifier }), makeAuthority({ keyIdentifier })];
    expect(await check(good, [server(evil, { keyIdentifier })])).toBe('untrusted');
    expect(await check(good, [server(evil, { keyIdentifier }), evil])).toBe('untrusted');
    expect(await check(good, [server(good, { keyIdentifier })])).toBe('accepted');
  });

  it('refuses a chain with one byte of a signature or of the signed part changed', async () => {
    for (const [issued, at] of [LEAF, INTERMEDIATE].flatMap((one) => [
      [one, -1] as const,
      [one, 20] as const,
    ])) {
      const bytes = fromPem(issued.pem);
      const place = at < 0 ? bytes.length + at : at;
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      const changed = toPem('CERTIFICATE', bytes);
      const chain = [LEAF, INTERMEDIATE].map((one) => (one === issued ? changed : one));
      expect(['untrusted', 'malformed']).toContain(await check(ROOT, chain));
    }
  });

  it.each<[string, string[]]>([
    ['nothing', []],
    ['no PEM', ['garbage']],
    ['no certificate', [toPem('CERTIFICATE', Buffer.alloc(90, 7))]],
    ['two certificates in one', [LEAF.pem + INTERMEDIATE.pem]],
    [
      'bytes after the end of a certificate',
      [toPem('CERTIFICATE', Buffer.concat([fromPem(LEAF.pem), Buffer.of(0)])), INTERMEDIATE.pem],
    ],
    ['too many certificates', Array.from({ length: 33 }, () => LEAF_OF_ROOT.pem)],
    [
      'a certificate of more than 64 KiB',
      [server(ROOT, { extensions: [makeExtension('1.2.3.4', false, Buffer.alloc(66_000))] }).pem],
    ],
    ['an extension twice', [server(ROOT, { extensions: [makeExtension('2.5.29.35', false)] }).pem]],
  ])('calls a chain malformed that holds %s', async (_, chain) => {
    expect(await check(ROOT, chain)).toBe('malformed');
  });

  it('accepts a chain of eight links, and none of nine', async () => {
    const chain = (count: number): Issued[] => {
      const authorities = [ROOT];
      for (let level = 1; level < count; level += 1) {
        authorities.unshift(
          makeAuthority({ issuer: authorities[0] ?? ROOT, commonName: `Level ${level}` }),
        );
      }
      return [server(authorities[0] ?? ROOT), ...authorities];
    };
    expect(await check(ROOT, chain(8))).toBe('accepted');
    expect(await check(ROOT, chain(9))).toBe('untrusted');
  });

  it('ends its search although intermediates certify each other', async () => {
    const keys = [0, 1, 2, 3, 4, 5].map(() => makeKeys('p256'));
    const all = keys.map((key, index) => makeAuthority({ commonName: `Loop ${index}`, key }));
    const crossed = all.flatMap((issuer) =>
      all
        .filter((one) => one !== issuer)
        .map((one, index) =>
          makeAuthority({
            issuer,
            commonName: `Loop ${all.indexOf(one)}`,
            key: one.keys,
            notAfter: inDays(20 + index),
          }),
        ),
    );
    const leaf = server(all[0] ?? ROOT);
    expect(crossed).toHaveLength(30);
    expect(await check(ROOT, [leaf, ...crossed])).toBe('untrusted');
    expect(await check(all[5] ?? ROOT, [leaf, ...crossed])).toBe('accepted');
  });

  it('chooses a good chain if another is expired', async () => {
    const keys = makeKeys('p256');
    const expired = below({ key: keys, ...OLD });
    const fresh = below({ key: keys });
    for (const others of [
      [expired, fresh],
      [fresh, expired],
    ]) {
      expect(await check(ROOT, [server(fresh), ...others])).toBe('accepted');
    }
    expect(await check(ROOT, [server(fresh), expired])).toBe('expired');
  });
});

describe('dates', () => {
  const oldRoot = makeAuthority(OLD);
  const comingRoot = makeAuthority(COMING);
  const oldIntermediate = below(OLD);
  const comingIntermediate = below(COMING);
  it.each<[string, CertificateFault['kind'], Issued, readonly Issued[]]>([
    ['an expired server', 'expired', ROOT, [server(ROOT, OLD)]],
    ['an expired intermediate', 'expired', ROOT, [server(oldIntermediate), oldIntermediate]],
    ['an expired authority', 'expired', oldRoot, [server(oldRoot)]],
    ['a server not valid yet', 'not-yet-valid', ROOT, [server(ROOT, COMING)]],
    [
      'an intermediate not valid yet',
      'not-yet-valid',
      ROOT,
      [server(comingIntermediate), comingIntermediate],
    ],
    ['an authority not valid yet', 'not-yet-valid', comingRoot, [server(comingRoot)]],
  ])('judges a chain with %s as "%s"', async (_, kind, authority, chain) => {
    expect(await check(authority, chain)).toBe(kind);
  });

  it('names the certificate that is expired: server, intermediate or authority', async () => {
    const faultOf = async (authority: Issued, chain: readonly Issued[]) => {
      const pems = chain.map(({ pem }) => pem);
      return checkCertificate({
        chain: pems,
        hostname: HOST,
        authorities: authoritiesOf(authority.pem),
        now: NOW,
      });
    };
    const why = 'its validity is over';
    const error = (where: CertificateFault['where']) => ({
      ok: false,
      error: { kind: 'expired', where, why },
    });
    expect(await faultOf(ROOT, [server(ROOT, OLD)])).toEqual(error('server'));
    expect(await faultOf(ROOT, [server(oldIntermediate), oldIntermediate])).toEqual(
      error('intermediate'),
    );
    expect(await faultOf(oldRoot, [server(oldRoot)])).toEqual(error('authority'));
  });

  it('counts dates to the second, also after 2049', async () => {
    const [notBefore, notAfter] = [
      new Date('2030-01-01T00:00:00Z'),
      new Date('2060-01-01T00:00:00Z'),
    ];
    const root = makeAuthority({ notBefore, notAfter });
    const at = (time: string) =>
      check(root, [server(root, { notBefore, notAfter })], new Date(time));
    expect(await at('2029-12-31T23:59:59.999Z')).toBe('not-yet-valid');
    expect(await at('2030-01-01T00:00:00Z')).toBe('accepted');
    expect(await at('2060-01-01T00:00:00.999Z')).toBe('accepted');
    expect(await at('2060-01-01T00:00:01Z')).toBe('expired');
    expect(await at('no time')).toBe('expired');
  });
});

describe('an issuer', () => {
  const SIGN = KeyUsageFlags.keyCertSign;
  it.each<[string, CertificateOptions]>([
    ['with CA:FALSE', { isAuthority: false }],
    ['without basicConstraints', { isAuthority: null }],
    ['without keyCertSign', { keyUsage: KeyUsageFlags.digitalSignature | KeyUsageFlags.cRLSign }],
    ['with an unknown critical extension', { extensions: [makeExtension('1.2.3.4', true)] }],
    ['with critical policyConstraints', { extensions: [makeExtension('2.5.29.36', true)] }],
  ])('refuses an issuer %s', async (_, options) => {
    const bad = below(options);
    expect(await check(ROOT, [server(bad), bad])).toBe('constraint');
  });

  it.each<[string, CertificateOptions]>([
    ['with more uses of its key', { keyUsage: SIGN | KeyUsageFlags.digitalSignature }],
    ['without keyUsage', { keyUsage: null }],
    ['with an unknown extension', { extensions: [makeExtension('1.2.3.4', false)] }],
    ['with critical policies', { extensions: [makeExtension('2.5.29.32', true)] }],
    ['for servers', { purposes: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'] }],
    ['for any purpose', { purposes: ['2.5.29.37.0'] }],
    ['with RSA', { key: 'rsa' }],
    ['with P-384', { key: 'p384', signature: 'sha384' }],
    ['with P-521', { key: 'p521', signature: 'sha512' }],
  ])('accepts an issuer %s', async (_, options) => {
    const good = below(options);
    expect(await check(ROOT, [server(good), good])).toBe('accepted');
  });

  it('allows below an issuer as many intermediates as its path length', async () => {
    const root = makeAuthority({ pathLength: 1 });
    const first = makeAuthority({ issuer: root, commonName: 'First' });
    const second = makeAuthority({ issuer: first, commonName: 'Second' });
    expect(await check(root, [server(first), first])).toBe('accepted');
    expect(await check(root, [server(second), first, second])).toBe('constraint');
    const none = below({ pathLength: 0 });
    const lower = makeAuthority({ issuer: none, commonName: 'Lower' });
    expect(await check(ROOT, [server(none), none])).toBe('accepted');
    expect(await check(ROOT, [server(lower), lower, none])).toBe('constraint');
    // Self-issued certificates, for a change of key, do not count.
    const renewed = makeAuthority({ issuer: none });
    expect(await check(ROOT, [server(renewed), renewed, none])).toBe('accepted');
  });

  it.each(['secp256k1', 'ed25519'] as const)(
    'follows no issuer with a key of the kind %s',
    async (key) => {
      const odd = below({ key });
      expect(await check(ROOT, [server(odd), odd])).toBe('untrusted');
    },
  );

  it('refuses a server whose issuer is for other purposes', async () => {
    const mail = below({ purposes: ['1.3.6.1.5.5.7.3.4'] });
    expect(await check(ROOT, [server(mail), mail])).toBe('not-for-servers');
    const mailRoot = makeAuthority({ purposes: ['1.3.6.1.5.5.7.3.4'] });
    expect(await check(mailRoot, [server(mailRoot)])).toBe('not-for-servers');
  });
});

describe('a server', () => {
  it.each<[string, CertificateFault['kind'] | 'accepted', CertificateOptions]>([
    ['without an extended key usage', 'accepted', { purposes: null }],
    ['for any purpose', 'accepted', { purposes: ['2.5.29.37.0'] }],
    ['for clients alone', 'not-for-servers', { purposes: ['1.3.6.1.5.5.7.3.2'] }],
    ['without keyUsage', 'accepted', { keyUsage: null }],
    [
      'that may sign certificates alone',
      'not-for-servers',
      { keyUsage: KeyUsageFlags.keyCertSign },
    ],
    [
      'with an unknown critical extension',
      'constraint',
      { extensions: [makeExtension('1.2.3.4', true)] },
    ],
    ['with an unknown extension', 'accepted', { extensions: [makeExtension('1.2.3.4', false)] }],
    ['without a subject', 'accepted', { commonName: null }],
    ['with an RSA key of 2048 bits', 'accepted', { key: 'rsa' }],
    ['with an RSA key of 1024 bits', 'weak', { key: 'rsa-1024' }],
    ['with the curve secp256k1', 'weak', { key: 'secp256k1' }],
    ['with an Ed25519 key', 'weak', { key: 'ed25519' }],
    ['signed with ECDSA and SHA-1', 'weak', { signature: 'sha1' }],
    ['signed with ECDSA and SHA-512', 'accepted', { signature: 'sha512' }],
  ])('judges a server %s as "%s"', async (_, verdict, options) => {
    expect(await check(ROOT, [server(ROOT, options)])).toBe(verdict);
  });

  it.each<['accepted' | 'weak', CertificateOptions['signature']]>([
    ['accepted', 'sha256'],
    ['accepted', 'sha384'],
    ['accepted', 'sha512'],
    ['accepted', 'sha256-pss'],
    ['weak', 'sha1'],
    ['weak', 'md5'],
  ])('judges a server as %s if RSA has signed with %s', async (verdict, signature) => {
    const root = makeAuthority({ key: 'rsa' });
    expect(await check(root, [server(root, { signature: signature ?? 'sha256' })])).toBe(verdict);
    const between = makeAuthority({ issuer: root, signature: signature ?? 'sha256' });
    expect(await check(root, [server(between), between])).toBe(verdict);
  });

  it('calls a server weak below a weak intermediate, not below a root that signed itself with SHA-1', async () => {
    const weak = below({ key: 'rsa-1024' });
    expect(await check(ROOT, [server(weak), weak])).toBe('weak');
    const old = makeAuthority({ signature: 'sha1' });
    expect(await check(old, [server(old)])).toBe('accepted');
  });
});
