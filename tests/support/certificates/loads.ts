import { GeneralName } from '@peculiar/asn1-x509';
import {
  directoryName,
  issue,
  makeAuthority,
  makeExtension,
  makeKeys,
  type Issued,
} from './certificates.ts';
import { der } from './der.ts';

/** A chain that costs much to check, at the bounds of limits.ts or beyond them. */
export type Load = Readonly<{
  name: string;
  authorities: readonly Issued[];
  chain: readonly Issued[];
}>;

/** Host name of every server certificate. */
export const LOAD_HOST = 'mfa.example.com';

const range = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index);
const marks = (count: number): string => `a${'\u0301\u0316'.repeat(count)}`;

/** A server's certificate and one intermediate, as most services send them. */
export function honestLoad(): Load {
  const root = makeAuthority();
  const between = makeAuthority({ issuer: root });
  return {
    name: 'an honest chain',
    authorities: [root],
    chain: [issue(between, { names: [LOAD_HOST] }), between],
  };
}

/** `names` directory names, each compared with `bases` excluded ones. */
export function directoryLoad(names: number, bases: number): Load {
  const root = makeAuthority();
  const organisation = (index: number) => directoryName(`Other ${index}`);
  const between = makeAuthority({ issuer: root, excluded: range(bases).map(organisation) });
  const all = [LOAD_HOST, ...range(names).map((index) => directoryName(`Name ${index}`))];
  return {
    name: 'directory names',
    authorities: [root],
    chain: [issue(between, { names: all }), between],
  };
}

/** `names` DNS names, all but one with a wildcard, each compared with all `bases` excluded domains. */
export function domainLoad(names: number, bases: number): Load {
  const root = makeAuthority();
  const domain = (index: number) => new GeneralName({ dNSName: `n${index}.example.org` });
  const between = makeAuthority({ issuer: root, excluded: range(bases).map(domain) });
  const all = [LOAD_HOST, ...range(names - 1).map((index) => `*.m${index}.example.com`)];
  return {
    name: 'DNS names',
    authorities: [root],
    chain: [issue(between, { names: all }), between],
  };
}

/**
 * Certificates of an untrusted issuer. Their names are combining marks: normalisation takes
 * quadratic time.
 */
export function marksLoad(certificates: number, namesEach: number, marksEach: number): Load {
  const stranger = makeAuthority({ commonName: 'Stranger' });
  const one = () =>
    issue(stranger, {
      names: [LOAD_HOST, ...range(namesEach).map(() => directoryName(marks(marksEach)))],
    });
  return {
    name: 'combining marks',
    authorities: [makeAuthority()],
    chain: range(certificates).map(one),
  };
}

/**
 * `count` authorities with the name of the leaf's issuer. The leaf's signature is invalid for every
 * key.
 */
export function signaturesLoad(count: number): Load {
  const alike = range(count).map(() => makeAuthority({ key: 'p384', signature: 'sha384' }));
  const leaf = issue(makeAuthority(), { names: [LOAD_HOST] });
  return { name: 'signatures', authorities: alike, chain: [leaf] };
}

/** Intermediates that certify each other, below a root with a name constraint. */
export function crossedLoad(count: number): Load {
  const root = makeAuthority({ permitted: [new GeneralName({ dNSName: 'example.org' })] });
  const keys = range(count).map(() => makeKeys('p256'));
  const named = (index: number) =>
    ({ commonName: `Crossed ${index}`, key: keys[index] ?? 'p256' }) as const;
  const first = keys.map((_, index) => makeAuthority({ issuer: root, ...named(index) }));
  const crossed = first.flatMap((issuer, by) =>
    range(count)
      .filter((index) => index !== by)
      .map((index) => makeAuthority({ issuer, ...named(index) })),
  );
  const [last = root] = first;
  return {
    name: 'crossed intermediates',
    authorities: [root],
    chain: [issue(last, { names: [LOAD_HOST] }), ...crossed, ...first],
  };
}

/** An unknown extension, to make a certificate longer by about `bytes`. */
export const padding = (bytes: number) =>
  makeExtension('1.2.3.4', false, der(0x04, Buffer.alloc(bytes)));
