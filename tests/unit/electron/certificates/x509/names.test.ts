import { GeneralName } from '@peculiar/asn1-x509';
import { describe, expect, it } from 'vitest';
import { judgeChain } from '../../../../support/certificates/verdict.ts';
import {
  directoryName,
  issue,
  makeAuthority,
  type CertificateOptions,
  type Issued,
} from '../../../../support/certificates/certificates.ts';

const HOST = 'mfa.example.com';
const names = [HOST];

const check = (authority: Issued, chain: readonly Issued[], hostname = HOST): Promise<string> =>
  judgeChain(authority, chain, hostname);

const ROOT = makeAuthority();
const LEAF = issue(ROOT, { names });
const below = (options: CertificateOptions): Issued => makeAuthority({ issuer: ROOT, ...options });
const server = (issuer: Issued, options: CertificateOptions = {}): Issued =>
  issue(issuer, { names, ...options });
const dns = (dNSName: string): GeneralName => new GeneralName({ dNSName });
const address = (iPAddress: string): GeneralName => new GeneralName({ iPAddress });

describe('a host name', () => {
  const mixed = ['*.example.org', '192.0.2.7', '2001:db8::7', 'xn--bcher-kva.example', '*.net'];
  const wildcard = server(ROOT, { names: mixed, commonName: 'cn.example.com' });
  const unnamed = server(ROOT, { names: [], commonName: HOST });
  it.each<[string, Issued, string]>([
    ['in letters of another case', LEAF, 'MFA.Example.COM'],
    ['with the dot of the root', LEAF, 'mfa.example.com.'],
    ['that a wildcard covers', wildcard, 'a.example.org'],
    ['that is an address', wildcard, '192.0.2.7'],
    ['that is an address of version 6', wildcard, '2001:db8:0:0::7'],
    ['in the alphabet of its language', wildcard, 'bücher.example'],
    ['in its form for machines', wildcard, 'xn--bcher-kva.example'],
    [
      'that is the second in the certificate',
      server(ROOT, { names: ['other.example', HOST] }),
      HOST,
    ],
  ])('accepts a host name %s', async (_, leaf, hostname) => {
    expect(await check(ROOT, [leaf], hostname)).toBe('accepted');
  });

  it.each<[string, Issued, string]>([
    ['of another server', LEAF, 'evil.example.com'],
    ['above the name in the certificate', LEAF, 'example.com'],
    ['below the name in the certificate', LEAF, 'a.mfa.example.com'],
    ['two labels below a wildcard', wildcard, 'b.a.example.org'],
    ['that a wildcard is below', wildcard, 'example.org'],
    ['that only a wildcard of a whole top-level domain covers', wildcard, 'example.net'],
    ['that is the common name alone', unnamed, HOST],
    ['that is the common name beside others', wildcard, 'cn.example.com'],
    ['that is another address', wildcard, '192.0.2.8'],
    ['that is an address in a DNS name', server(ROOT, { names: [dns('192.0.2.9')] }), '192.0.2.9'],
    ['that is an address in disguise', server(ROOT, { names: [dns('192.0.2.9')] }), '0xc0.0.2.9'],
    ['that is an address below a wildcard', server(ROOT, { names: [dns('*.0.2.9')] }), '192.0.2.9'],
    [
      'that only a wildcard in a part of a label covers',
      server(ROOT, { names: ['m*.example.com'] }),
      HOST,
    ],
    ['with a leading dot', LEAF, '.example.com'],
    ['with a star', wildcard, '*.example.org'],
    ['that is empty', LEAF, ''],
    ['with a zero byte', LEAF, `${HOST}\0.evil.example`],
    ['with two dots of the root', LEAF, `${HOST}..`],
    [
      'that a zero byte ends in the certificate',
      server(ROOT, { names: [dns(`${HOST}\0.evil.example`)] }),
      HOST,
    ],
  ])('refuses a host name %s', async (_, leaf, hostname) => {
    expect(await check(ROOT, [leaf], hostname)).toBe('wrong-name');
  });
});

describe('name constraints', () => {
  const only = (...permitted: GeneralName[]) => ({ permitted });
  const example = only(dns('example.com'));
  const without = (...excluded: GeneralName[]) => ({ excluded });
  const mail = (rfc822Name: string): GeneralName => new GeneralName({ rfc822Name });
  const mailed = (address: string) => ({ names: [HOST, mail(address)] });
  const uri = (uniformResourceIdentifier: string) => new GeneralName({ uniformResourceIdentifier });
  it.each<[string, 'accepted' | 'constraint', CertificateOptions, CertificateOptions, string?]>([
    ['a name permitted', 'accepted', example, {}],
    ['a name outside', 'constraint', only(dns('example.org')), {}],
    ['one name permitted, one outside', 'constraint', example, { names: [HOST, 'evil.example'] }],
    ['a name that only ends alike', 'constraint', only(dns('le.com')), {}],
    ['the name itself permitted', 'accepted', only(dns(HOST)), {}],
    [
      'a constraint in other letters, with the dot of the root',
      'accepted',
      only(dns('EXAMPLE.com.')),
      {},
    ],
    ['a constraint with a leading dot', 'accepted', only(dns('.example.com')), {}],
    ['a constraint of a leading dot and the name itself', 'constraint', only(dns(`.${HOST}`)), {}],
    [
      'a name that one of two constraints permits',
      'accepted',
      only(dns('example.org'), dns('example.com')),
      {},
    ],
    ['a constraint of another kind alone', 'accepted', only(address('10.0.0.0/8')), {}],
    ['a name excluded', 'constraint', without(dns('example.com')), {}],
    ['all names excluded', 'constraint', without(dns('')), {}],
    ['another name excluded', 'accepted', without(dns('example.org')), {}],
    ['a name both permitted and excluded', 'constraint', { ...example, ...without(dns(HOST)) }, {}],
    ['a wildcard permitted', 'accepted', example, { names: ['*.example.com'] }],
    [
      'a wildcard wider than permitted',
      'constraint',
      only(dns(HOST)),
      { names: ['*.example.com'] },
    ],
    [
      'a wildcard for a name excluded',
      'constraint',
      without(dns(HOST)),
      { names: ['*.example.com'] },
    ],
    [
      'an address permitted',
      'accepted',
      only(address('10.0.0.0/8')),
      { names: ['10.1.2.3'] },
      '10.1.2.3',
    ],
    [
      'an address outside',
      'constraint',
      only(address('10.0.0.0/8')),
      { names: ['11.1.2.3'] },
      '11.1.2.3',
    ],
    [
      'an address excluded',
      'constraint',
      without(address('10.0.0.0/8')),
      { names: [HOST, '10.1.2.3'] },
    ],
    [
      'an address of version 6',
      'accepted',
      only(address('2001:db8::/32')),
      { names: ['2001:db8::1'] },
      '2001:db8::1',
    ],
    [
      'an address of the other version',
      'constraint',
      only(address('0.0.0.0/0')),
      { names: ['2001:db8::1'] },
      '2001:db8::1',
    ],
    ['a subject permitted', 'accepted', only(directoryName('Firm')), { organisation: ' FIRM ' }],
    ['a subject outside', 'constraint', only(directoryName('Firm')), { organisation: 'Other' }],
    ['a subject excluded', 'constraint', without(directoryName('Firm')), { organisation: 'Firm' }],
    ['no subject', 'accepted', only(directoryName('Firm')), { commonName: null }],
    [
      'a directory name outside',
      'constraint',
      only(directoryName('Firm')),
      { organisation: 'Firm', names: [HOST, directoryName('Other')] },
    ],
    ['mail of the host', 'accepted', only(mail('example.com')), mailed('a@Example.com')],
    ['mail of another host', 'constraint', only(mail('example.com')), mailed('a@b.example.com')],
    ['mail of a host below', 'accepted', only(mail('.example.com')), mailed('a@b.example.com')],
    [
      'mail of a host that is not below',
      'constraint',
      only(mail('.example.com')),
      mailed('a@example.com'),
    ],
    ['the one mailbox permitted', 'accepted', only(mail('a@example.com')), mailed('a@example.com')],
    [
      'the one mailbox permitted, in other letters',
      'constraint',
      only(mail('a@example.com')),
      mailed('A@example.com'),
    ],
    ['mail excluded', 'constraint', without(mail('example.com')), mailed('a@example.com')],
    [
      'a mailbox excluded, in other letters',
      'constraint',
      without(mail('a@example.com')),
      mailed('A@example.com'),
    ],
    ['other mail excluded', 'accepted', without(mail('example.org')), mailed('a@example.com')],
    ['all mail excluded', 'constraint', without(mail('')), mailed('a@example.com')],
    ['mail, permitted by an empty name', 'constraint', only(mail('')), mailed('a@example.com')],
    ['an invalid mail address', 'constraint', only(mail('example.com')), mailed('a@b@example.com')],
    ['mail in quotes', 'constraint', without(mail('example.org')), mailed('"a"@example.com')],
    ['mail that is not there', 'accepted', only(mail('example.com')), {}],
    [
      'mail in the subject, beside other names',
      'accepted',
      only(mail('example.com')),
      { email: 'a@example.org' },
    ],
    [
      'a kind that is not compared',
      'constraint',
      only(uri('example.com')),
      { names: [HOST, uri('https://example.com')] },
    ],
    [
      'a kind that is not compared, excluded',
      'constraint',
      without(uri('example.org')),
      { names: [HOST, uri('https://example.com')] },
    ],
    ['a kind that is not compared and not there', 'accepted', only(uri('example.com')), {}],
  ])(
    'judges names and constraints, with %s, as "%s"',
    async (_, verdict, constraints, options, hostname = HOST) => {
      const between = below(constraints);
      expect(await check(ROOT, [server(between, options), between], hostname)).toBe(verdict);
      const root = makeAuthority(constraints);
      expect(await check(root, [server(root, options)], hostname)).toBe(verdict);
    },
  );

  it('applies the name constraints of all issuers, to intermediates too', async () => {
    const outer = below({ commonName: 'Outer', ...example });
    const wider = makeAuthority({
      issuer: outer,
      permitted: [dns('example.org'), dns('example.com')],
    });
    expect(await check(ROOT, [server(wider), wider, outer])).toBe('accepted');
    expect(
      await check(
        ROOT,
        [server(wider, { names: ['a.example.org'] }), wider, outer],
        'a.example.org',
      ),
    ).toBe('constraint');
    const firm = below({ commonName: 'Outer', permitted: [directoryName('Firm')] });
    const stranger = makeAuthority({ issuer: firm, organisation: 'Other' });
    expect(await check(ROOT, [server(stranger, { organisation: 'Firm' }), stranger, firm])).toBe(
      'constraint',
    );
  });

  it('applies constraints of mail to the subject of an intermediate, which has no other names', async () => {
    const outer = below({
      commonName: 'Outer',
      permitted: [new GeneralName({ rfc822Name: 'example.com' })],
    });
    for (const [email, verdict] of [
      ['ca@example.com', 'accepted'],
      ['ca@example.org', 'constraint'],
      ['no mail', 'constraint'],
    ] as const) {
      const inner = makeAuthority({ issuer: outer, email });
      expect(await check(ROOT, [server(inner), inner, outer])).toBe(verdict);
    }
  });
});
