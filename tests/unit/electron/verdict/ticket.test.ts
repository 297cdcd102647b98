import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  createTicket,
  publicJwk,
  type TicketOptions,
} from '../../../../electron/verdict/ticket.ts';
import { allowed } from '../../../../shared/outcomes/login-outcome.ts';
import { verdictOf } from '../../../../shared/outcomes/verdict.ts';

const { privateKey: key } = generateKeyPairSync('ed25519');
const now = new Date('2026-03-01T10:00:00.400Z');
const options: TicketOptions = { key, audience: 'thick-client', nonce: 'n-1', seconds: 60, now };
const verdict = verdictOf(
  allowed({
    outcome: 'confirmed',
    username: 'älice',
    identity: { username: 'älice', email: 'a@example.com', consumerParams: null },
    method: 'push',
    requester: { application: 'Example Desktop', company: 'Example Company' },
  }),
  now,
);
const keys = createLocalJWKSet({ keys: [publicJwk(key)] });
const check = {
  audience: 'thick-client',
  currentDate: now,
  algorithms: ['EdDSA'],
  issuer: 'gatehouse',
};

describe('a ticket, checked by another library', () => {
  it('makes a ticket that carries the claims and counts for its time', async () => {
    const { payload } = await jwtVerify(createTicket(verdict, options), keys, check);
    expect(payload).toMatchObject({
      sub: 'älice',
      username: 'älice',
      outcome: 'confirmed',
      method: 'push',
      application: 'Example Desktop',
      nonce: 'n-1',
      aud: 'thick-client',
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
    const late = new Date(now.getTime() + 61_000);
    await expect(
      jwtVerify(createTicket(verdict, options), keys, { ...check, currentDate: late }),
    ).rejects.toThrow(/exp/);
  });

  it('claims a null method if the verdict has no method', async () => {
    const { payload } = await jwtVerify(
      createTicket({ ...verdict, method: null }, options),
      keys,
      check,
    );
    expect(payload).toHaveProperty('method', null);
  });

  it('claims no audience unless one is configured', async () => {
    const { audience: _none, ...withoutAudience } = check;
    const ticket = createTicket(verdict, { ...options, audience: null });
    const { payload } = await jwtVerify(ticket, keys, withoutAudience);
    expect(payload).not.toHaveProperty('aud');
  });

  it('names the key of a ticket by the thumbprint, and its algorithm', async () => {
    expect(decodeProtectedHeader(createTicket(verdict, options))).toEqual({
      alg: 'EdDSA',
      typ: 'JWT',
      kid: await calculateJwkThumbprint({ ...publicJwk(key) }),
    });
  });

  it('makes no two tickets the same', async () => {
    const [first, second] = await Promise.all(
      [createTicket(verdict, options), createTicket(verdict, options)].map((ticket) =>
        jwtVerify(ticket, keys, check),
      ),
    );
    expect(first?.payload.jti).not.toBe(second?.payload.jti);
  });

  it.each([
    [
      'another key',
      (ticket: string) => ticket,
      { keys: [publicJwk(generateKeyPairSync('ed25519').privateKey)] },
    ],
    ['changed claims', forged, { keys: [publicJwk(key)] }],
    ['alg none', unsigned, { keys: [publicJwk(key)] }],
  ])('makes a ticket that others refuse with %s', async (_name, change, jwks) => {
    const ticket = change(createTicket(verdict, options));
    await expect(jwtVerify(ticket, createLocalJWKSet(jwks), check)).rejects.toThrow();
  });

  it('makes a ticket that another audience refuses', async () => {
    await expect(
      jwtVerify(createTicket(verdict, options), keys, { ...check, audience: 'other' }),
    ).rejects.toThrow(/aud/);
  });
});

function forged(ticket: string): string {
  const [header = '', claims = '', signature = ''] = ticket.split('.');
  const changed = {
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object),
    username: 'mallory',
  };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

function unsigned(ticket: string): string {
  const [, claims = ''] = ticket.split('.');
  return [
    Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url'),
    claims,
    '',
  ].join('.');
}
