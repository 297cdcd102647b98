import { GeneralName, Name, RelativeDistinguishedName } from '@peculiar/asn1-x509';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkCertificate,
  readAuthorities,
} from '../../../../../electron/certificates/x509/check.ts';
import { DerReader } from '../../../../../electron/certificates/x509/der.ts';
import {
  MOST_BYTES,
  MOST_LINKS,
  MOST_WORK,
  Work,
} from '../../../../../electron/certificates/x509/limits.ts';
import {
  crossedLoad,
  directoryLoad,
  domainLoad,
  honestLoad,
  LOAD_HOST as HOST,
  marksLoad,
  padding,
  signaturesLoad,
  type Load,
} from '../../../../support/certificates/loads.ts';
import { authoritiesOf } from '../../../../support/certificates/verdict.ts';
import {
  directoryName,
  fromPem,
  issue,
  makeAuthority,
  makeKeys,
  type CertificateOptions,
  type Issued,
} from '../../../../support/certificates/certificates.ts';
import { countCalls } from '../../../../support/count-calls.ts';

/*
 * Bounds on the main process's time that an attacker on the path can take. Counted, not timed: the same on any machine.
 */

async function measure({ authorities, chain }: Load) {
  const request = {
    chain: chain.map(({ pem }) => pem),
    hostname: HOST,
    authorities: authoritiesOf(authorities.map(({ pem }) => pem).join('')),
    now: new Date(),
  };
  const work = new Work();
  let verdict = '';
  let normalized = { total: 0, most: 0 };
  let signatures = 0;
  let elements = 0;
  const check = async (): Promise<void> => {
    const result = await checkCertificate(request, work);
    verdict = result.ok ? 'accepted' : result.error.kind;
  };
  const lengthOf = (self: unknown): number => String(self).length;
  const normalizing = async (): Promise<void> => {
    normalized = await countCalls(String.prototype, 'normalize', check, lengthOf);
  };
  const signing = async (): Promise<void> => {
    signatures = (await countCalls(X509Certificate.prototype, 'verify', normalizing)).total;
  };
  const asks = await countCalls(Work.prototype, 'spend', async () => {
    elements = (await countCalls(DerReader.prototype, 'next', signing)).total;
  });
  const bytes = chain.reduce((sum, { pem }) => sum + fromPem(pem).length, 0);
  return { verdict, work, bytes, elements, normalized, signatures, asks: asks.total };
}

const measureBelow = (root: Issued, ...chain: Issued[]) =>
  measure({ name: '', authorities: [root], chain });

describe('the work for one server', () => {
  it('spends little work on an honest chain', async () => {
    const { verdict, work, elements, bytes } = await measure(honestLoad());
    expect(verdict).toBe('accepted');
    expect([work.spent('signature'), work.spent('comparison')]).toEqual([2, 0]);
    expect(elements).toBeLessThan(bytes / 2);
  });

  it('reads each element of a certificate once, however many names are compared with it', async () => {
    const { verdict, work, elements, bytes } = await measure(directoryLoad(500, 400));
    expect(verdict).toBe('accepted');
    // The server's subject is a name too. An element has two bytes at least.
    expect(work.spent('comparison')).toBe(501 * 400);
    expect(elements).toBeLessThanOrEqual(bytes / 2);
  });

  it('compares no more names than its bound, and refuses a chain beyond it', async () => {
    const { verdict, work } = await measure(domainLoad(1000, 250));
    expect([verdict, work.spent('comparison')]).toEqual(['accepted', MOST_WORK.comparison]);
    const more = await measure(domainLoad(1001, 250));
    expect([more.verdict, more.work.spent('comparison')]).toEqual(['constraint', 0]);
  });

  it('compares two certificates once, and checks a signature once, however many paths lead over them', async () => {
    const load = crossedLoad(5);
    const { verdict, work, signatures, asks } = await measure(load);
    expect(verdict).toBe('constraint');
    // The server and 4 × 5 intermediates: those that the root itself certified and the others have
    // the same names.
    expect(work.spent('comparison')).toBeLessThanOrEqual(load.chain.length);
    expect(signatures).toBe(work.spent('signature'));
    expect(signatures).toBeLessThanOrEqual(MOST_WORK.signature);
    // The search stops at its bound: a refusal costs one more question on each link of the current
    // path.
    expect(work.spent('step')).toBe(MOST_WORK.step);
    const most = MOST_WORK.step + MOST_WORK.signature + load.chain.length + 2 * MOST_LINKS;
    expect(asks).toBeLessThanOrEqual(most);
  });

  it('checks a hundred signatures at most', async () => {
    const { verdict, work, signatures } = await measure(signaturesLoad(MOST_WORK.signature + 5));
    expect([verdict, work.spent('signature'), signatures]).toEqual(['untrusted', 100, 100]);
  });

  it('spends no comparison and little normalisation on an untrusted chain', async () => {
    const { verdict, work, normalized, bytes } = await measure(marksLoad(4, 30, 250));
    expect(verdict).toBe('untrusted');
    expect([work.spent('signature'), work.spent('comparison')]).toEqual([0, 0]);
    expect(normalized.total).toBeGreaterThan(50_000);
    expect(normalized.total).toBeLessThanOrEqual(bytes);
    expect(normalized.most).toBeLessThanOrEqual(MOST_BYTES.attribute);
  });

  it('reads nothing of a chain of more than 128 KiB', async () => {
    const root = makeAuthority();
    const large = () => makeAuthority({ issuer: root, extensions: [padding(60_000)] });
    const leaf = issue(root, { names: [HOST] });
    expect((await measureBelow(root, leaf, large())).verdict).toBe('accepted');
    const { verdict, elements } = await measureBelow(root, leaf, large(), large(), large());
    expect([verdict, elements]).toEqual(['malformed', 0]);
  });
});

describe('a certificate', () => {
  const organisations = (bytes: number, each: number) =>
    Array.from({ length: Math.ceil(bytes / each) }, () => directoryName('x'.repeat(each)));
  it.each<[string, CertificateOptions, CertificateOptions]>([
    ['a value of a name', { organisation: 'x'.repeat(1024) }, { organisation: 'x'.repeat(1025) }],
    [
      'a list of constraints',
      { excluded: organisations(15_000, 1000) },
      { excluded: organisations(17_000, 1000) },
    ],
    [
      'a list of names',
      { names: organisations(31_000, 1000) },
      { names: organisations(33_000, 1000) },
    ],
    ['a certificate', { extensions: [padding(64_000)] }, { extensions: [padding(66_000)] }],
  ])('refuses %s longer than the bound, in a chain and in the file', async (_, fits, beyond) => {
    const root = makeAuthority();
    for (const [options, fitting] of [
      [fits, true],
      [beyond, false],
    ] as const) {
      const between = makeAuthority({ issuer: root, ...options });
      const { verdict } = await measureBelow(root, issue(between, { names: [HOST] }), between);
      // Where it is the issuer's name, the server has it too.
      expect(['untrusted', 'malformed'].includes(verdict)).toBe(!fitting);
      const read = readAuthorities(makeAuthority(options).pem, new Date());
      expect(read.ok).toBe(fitting);
    }
  });

  it.each<[string, Buffer, Buffer]>([
    ['of more than 8192 bits', Buffer.alloc(1025, 0xab), Buffer.of(1, 0, 1)],
    ['with an exponent of 1', Buffer.alloc(256, 0xab), Buffer.of(1)],
    ['with an exponent beyond 33 bits', Buffer.alloc(256, 0xab), Buffer.of(2, 0, 0, 0, 1)],
  ])('calls an RSA key %s weak, and verifies no signature by it', async (_, modulus, exponent) => {
    const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const key = { publicKey, privateKey: makeKeys('rsa').privateKey };
    const root = makeAuthority();
    const weak = issue(root, { names: [HOST], key });
    expect((await measureBelow(root, weak)).verdict).toBe('weak');
    const between = makeAuthority({ issuer: root, key });
    const { verdict, signatures } = await measureBelow(
      root,
      issue(between, { names: [HOST] }),
      between,
    );
    expect([verdict, signatures]).toEqual(['untrusted', 0]);
  });

  it('calls a directory name of more than 4 KiB malformed', async () => {
    const root = makeAuthority();
    const long = (count: number) => {
      const one =
        directoryName('x'.repeat(1000)).directoryName?.[0] ?? new RelativeDistinguishedName();
      const name = new GeneralName({
        directoryName: new Name(Array.from({ length: count }, () => one)),
      });
      return issue(root, { names: [HOST, name] });
    };
    const verdictOf = async (count: number) => (await measureBelow(root, long(count))).verdict;
    expect([await verdictOf(4), await verdictOf(5)]).toEqual(['accepted', 'malformed']);
  });
});
