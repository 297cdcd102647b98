/** Inputs of a client and its required answers: one table for all languages and both channels. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createHmac, createPublicKey } from 'node:crypto';
import {
  AUDIENCE,
  claimsOf,
  handMade,
  KEY_NAME,
  lineOf,
  makeSigner,
  seconds,
  signed,
  type Claims,
  type Signer,
} from './tickets.ts';

/** The tools of a row. */
export type Kit = Readonly<{ signer: Signer }>;

/** The input from a row. */
export type Handed = Readonly<{ content: string | Uint8Array; jwks?: unknown }>;

export type Case = Readonly<{
  name: string;
  args?: readonly string[];
  make: (kit: Kit) => Promise<Handed> | Handed;
  /** The admitted user, or the text of the refusal. */
  expected: { letIn: string } | { refused: RegExp };
}>;

type Changes = Readonly<{
  claims?: Claims;
  header?: object;
  verdict?: object;
  args?: readonly string[];
}>;

const IN = 'let in: "alice" (confirmed)\n';
const HS256 = { alg: 'HS256', typ: 'JWT', kid: KEY_NAME };

/** A row with a ticket of the right key. */
function ours(
  name: string,
  expected: Case['expected'],
  changes: () => Changes,
  args: readonly string[] = [],
): Case {
  return {
    name,
    args,
    expected,
    make: async ({ signer }) => {
      const { claims = {}, header = {}, verdict = {} } = changes();
      return {
        content: lineOf(await signed(signer, claimsOf(claims), { ...header }), { ...verdict }),
      };
    },
  };
}

/** A row with a ticket of its own make. */
const other = (
  name: string,
  refused: RegExp,
  make: (kit: Kit) => Promise<string> | string,
): Case => ({
  name,
  expected: { refused },
  make: async (kit) => ({ content: lineOf(await make(kit)) }),
});

const raw = (name: string, refused: RegExp, make: (line: string) => string | Uint8Array): Case => ({
  name,
  expected: { refused },
  make: async ({ signer }) => ({ content: make(lineOf(await signed(signer))) }),
});

const letIn = (said = IN): Case['expected'] => ({ letIn: said });
const refused = (pattern: RegExp): Case['expected'] => ({ refused: pattern });

const hmac =
  (key: string | Uint8Array) =>
  (input: string): Uint8Array =>
    createHmac('sha256', key).update(input).digest();

export const GOOD: readonly Case[] = [
  ours('good', letIn(), () => ({})),
  ours('a clock that is 4 s behind', letIn(), () => ({ claims: { iat: seconds(4) } })),
  ours('the nonce of the caller', letIn(), () => ({ claims: { nonce: 'start-17' } }), [
    '--nonce',
    'start-17',
  ]),
  ours('older, where that is allowed', letIn(), () => ({ claims: { iat: seconds(-300) } }), [
    '--max-age',
    '600',
  ]),
  ...['bypassed', 'allowed-unreachable'].map((outcome) =>
    ours(
      `${outcome}, if that is accepted`,
      letIn(`let in: "alice" (${outcome})\n`),
      () => ({ claims: { outcome }, verdict: { outcome } }),
      ['--accept', outcome],
    ),
  ),
  ours('a name that is not ASCII', letIn('let in: "Zoë 東" (confirmed)\n'), () => ({
    claims: { username: 'Zoë 東' },
    verdict: { username: 'Zoë 東' },
  })),
];

export const SIGNATURE: readonly Case[] = [
  other('forged: another key of the same name', /signature/i, async () =>
    signed(await makeSigner()),
  ),
  other('forged: another key, which the ticket brings along', /signature/i, async () => {
    const stranger = await makeSigner();
    return signed(stranger, claimsOf(), { jwk: stranger.jwk });
  }),
  other('changed after it was signed', /signature/i, async ({ signer }) => {
    const [header = '', , signature = ''] = (await signed(signer)).split('.');
    const claims = Buffer.from(JSON.stringify(claimsOf({ username: 'alice' }))).toString(
      'base64url',
    );
    return [header, claims, signature].join('.');
  }),
  ours('a key that is unknown', refused(/key/i), () => ({ header: { kid: 'another' } })),
  ours('no key named', refused(/key/i), () => ({ header: { kid: undefined } })),
  ours('another type', refused(/typ|something else/i), () => ({ header: { typ: 'at+jwt' } })),
  other('alg none', /alg|key/i, () =>
    handMade({ ...HS256, alg: 'none' }, claimsOf(), () => new Uint8Array()),
  ),
  other('HS256 with the bytes of the public key', /alg/i, ({ signer }) =>
    handMade(HS256, claimsOf(), hmac(Buffer.from(signer.jwk.x ?? '', 'base64url'))),
  ),
  other('HS256 with the public key as PEM', /alg/i, ({ signer }) =>
    handMade(HS256, claimsOf(), hmac(pemOf(signer))),
  ),
  other('ES256', /alg/i, async () => {
    const { privateKey } = await generateKeyPair('ES256');
    return new SignJWT(claimsOf())
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: KEY_NAME })
      .sign(privateKey);
  }),
  ...[
    { says: 'EdDSA', is: 'HS256' },
    { says: 'HS256', is: 'HS256' },
  ].map(({ says, is }): Case => ({
    name: `swapped kty: the public key as a shared secret for ${is}, the ticket says ${says}`,
    expected: refused(/alg|key/i),
    make: ({ signer: { jwk } }) => ({
      content: lineOf(
        handMade({ ...HS256, alg: says }, claimsOf(), hmac(Buffer.from(jwk.x ?? '', 'base64url'))),
      ),
      jwks: { keys: [{ kty: 'oct', k: jwk.x, kid: KEY_NAME, alg: is, use: 'sig' }] },
    }),
  })),
  {
    name: 'swapped kty: a key of another curve',
    expected: refused(/alg|key/i),
    make: async ({ signer }) => {
      const { publicKey } = await generateKeyPair('ES256', { extractable: true });
      return {
        content: lineOf(await signed(signer)),
        jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_NAME }] },
      };
    },
  },
  other('crit', /crit|not recognized/i, ({ signer }) =>
    new SignJWT(claimsOf())
      .setProtectedHeader({
        alg: 'EdDSA',
        typ: 'JWT',
        kid: KEY_NAME,
        unknown: 1,
        crit: ['unknown'],
      })
      .sign(signer.privateKey, { crit: { unknown: true } }),
  ),
  other('half a ticket', /ticket/i, async ({ signer }) => (await signed(signer)).slice(0, 40)),
  {
    name: 'no keys',
    expected: refused(/key/i),
    make: async ({ signer }) => ({ ...(await good(signer)), jwks: { keys: [] } }),
  },
  {
    name: 'invalid keys',
    expected: refused(/key/i),
    make: async ({ signer }) => ({ ...(await good(signer)), jwks: [] }),
  },
];

const CLAIMS: readonly Case[] = [
  ours('expired', refused(/exp/), () => ({ claims: { iat: seconds(-30), exp: seconds(-6) } })),
  ours('no end', refused(/exp/), () => ({ claims: { exp: undefined } })),
  ours('an end that is text', refused(/exp|times/i), () => ({
    claims: { exp: String(seconds(60)) },
  })),
  ours('not yet valid: made in the future', refused(/iat/), () => ({
    claims: { iat: seconds(30), exp: seconds(90) },
  })),
  ours('not yet valid: counts later', refused(/nbf|not yet valid/), () => ({
    claims: { nbf: seconds(30) },
  })),
  ours('a beginning that is text', refused(/iat|times/i), () => ({
    claims: { iat: String(seconds()) },
  })),
  ours('a time from which it counts that is text', refused(/nbf|times/i), () => ({
    claims: { nbf: String(seconds(-30)) },
  })),
  ours('a time from which it counts that is null', refused(/nbf|times/i), () => ({
    claims: { nbf: null },
  })),
  ours('too old, although it has not ended', refused(/iat|too old/), () => ({
    claims: { iat: seconds(-66), exp: seconds(600) },
  })),
  ours(
    'too old for a stricter client',
    refused(/iat|too old/),
    () => ({ claims: { iat: seconds(-16) } }),
    ['--max-age', '10'],
  ),
  ours('no beginning', refused(/iat/), () => ({ claims: { iat: undefined } })),
  ours('wrong audience', refused(/aud/i), () => ({ claims: { aud: 'another-client' } })),
  ours('missing audience', refused(/aud/i), () => ({ claims: { aud: undefined } })),
  ours('an audience among others', refused(/aud|claim format/i), () => ({
    claims: { aud: [AUDIENCE, 'another-client'] },
  })),
  ours('wrong issuer', refused(/iss/i), () => ({ claims: { iss: 'somebody' } })),
  ours('missing issuer', refused(/iss/i), () => ({ claims: { iss: undefined } })),
  ours('wrong nonce', refused(/nonce/), () => ({ claims: { nonce: 'start-16' } }), [
    '--nonce',
    'start-17',
  ]),
  ours('missing nonce', refused(/nonce/), () => ({ claims: { nonce: undefined } }), [
    '--nonce',
    'start-17',
  ]),
  ours('a null for a nonce', refused(/nonce/), () => ({}), ['--nonce', 'start-17']),
  ours('a nonce of another start', refused(/nonce/), () => ({ claims: { nonce: 'start-16' } })),
  ours('a nonce that is no text', refused(/nonce/), () => ({ claims: { nonce: 17 } })),
  ...['bypassed', 'allowed-unreachable', 'denied', 'internal'].map((outcome) =>
    ours(`other outcome: ${outcome}`, refused(/outcome/), () => ({
      claims: { outcome },
      verdict: { outcome },
    })),
  ),
  ours(
    'an outcome that is not the accepted one',
    refused(/outcome/),
    () => ({
      claims: { outcome: 'allowed-unreachable' },
      verdict: { outcome: 'allowed-unreachable' },
    }),
    ['--accept', 'bypassed'],
  ),
  ours('no outcome', refused(/outcome/), () => ({ claims: { outcome: undefined } })),
  ours('the verdict has another outcome', refused(/outcome/), () => ({
    verdict: { outcome: 'denied' },
  })),
  ours('the verdict names another person', refused(/username/), () => ({
    verdict: { username: 'root' },
  })),
  ours('the verdict names no person', refused(/username/), () => ({ verdict: { username: null } })),
  ours('nobody is named anywhere', refused(/nobody|username/), () => ({
    claims: { username: null },
    verdict: { username: null },
  })),
  ours('an empty name', refused(/nobody/), () => ({
    claims: { username: '' },
    verdict: { username: '' },
  })),
  ours('no name in the ticket', refused(/username/), () => ({ claims: { username: undefined } })),
  ours('no identifier', refused(/jti/), () => ({ claims: { jti: undefined } })),
  ours('an empty identifier', refused(/identifier/), () => ({ claims: { jti: '' } })),
  ours('another version', refused(/version/), () => ({ verdict: { apiVersion: 'gatehouse/2' } })),
  ours('missing ticket', refused(/no ticket/), () => ({ verdict: { ticket: undefined } })),
  ours('a ticket that is no text', refused(/no ticket/), () => ({ verdict: { ticket: 17 } })),
];

export const LINES: readonly Case[] = [
  raw('half a line', /complete line/, (line) => line.slice(0, 50)),
  raw('a line without its end', /complete line/, (line) => line.slice(0, -1)),
  raw('empty channel', /no verdict/, () => ''),
  raw('a huge line', /longer/, (line) => `${' '.repeat(70_000)}${line}`),
  raw('not JSON', /not JSON/, () => 'let me in\n'),
  raw('JSON, but no object', /object/, () => '["gatehouse/1"]\n'),
  raw('a text behind the object', /not JSON/, (line) => `${line.trimEnd()}{}\n`),
  raw('too many brackets', /not JSON|not an object/, () => `${'['.repeat(60_000)}\n`),
  raw('not UTF-8', /not text/, (line) => Buffer.concat([Buffer.from([0xff]), Buffer.from(line)])),
];

export const CASES: readonly Case[] = [...GOOD, ...SIGNATURE, ...CLAIMS, ...LINES];

/**
 * All cases that another channel reads differently, and every tenth of the cases judged after
 * reading.
 */
export const CASES_OF_A_CHANNEL: readonly Case[] = [
  ...GOOD,
  ...[...SIGNATURE, ...CLAIMS].filter((_row, index) => index % 10 === 0),
  ...LINES,
];

async function good(signer: Signer): Promise<Handed> {
  return { content: lineOf(await signed(signer)) };
}

function pemOf({ jwk }: Signer): string {
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
