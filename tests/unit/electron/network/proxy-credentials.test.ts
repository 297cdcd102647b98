import { describe, expect, it } from 'vitest';
import {
  ProxyLogins,
  type ProxyCredentials,
  type ProxyQuestion,
} from '../../../../electron/network/proxy-credentials.ts';

const MINE: ProxyCredentials = { username: 'me', password: 'mine' };
const at = (name: string, other: Partial<ProxyQuestion> = {}): ProxyQuestion => ({
  name,
  transport: 'HTTPS',
  scheme: 'digest',
  ...other,
});
const idOf = ({ name, transport, scheme }: ProxyQuestion) => `${transport} ${name} ${scheme}`;
const asks = (question: ProxyQuestion, hasRefused: boolean) => ({
  kind: 'none',
  proxy: { id: idOf(question), name: question.name, hasRefused },
});

describe('the logins of proxies', () => {
  it('asks for a proxy’s login, gives it once a request, and asks again if it was not taken', () => {
    const logins = new ProxyLogins();
    const a = at('a:1');
    expect(logins.answer(a, null)).toEqual(asks(a, false));
    expect(logins.provide(idOf(a), MINE)).toBe(true);
    expect(logins.answer(a, null)).toEqual({ kind: 'login', credentials: MINE });
    expect(logins.answer(a, MINE)).toEqual(asks(a, true));
    expect(logins.answer(a, null)).toEqual(asks(a, true));
  });

  it('gives a login to the proxy that it was typed for, even if another has asked meanwhile', () => {
    const logins = new ProxyLogins();
    const [corp, evil] = [at('corp:8080'), at('evil:8080')];
    logins.answer(corp, null);
    logins.answer(evil, null);
    expect(logins.provide(idOf(corp), MINE)).toBe(true);
    expect(logins.answer(evil, null)).toEqual(asks(evil, false));
    expect(logins.answer(corp, null)).toEqual({ kind: 'login', credentials: MINE });
  });

  it.each([
    ['over http instead of https', at('corp:8080', { transport: 'PROXY' })],
    ['in the clear instead of by Digest', at('corp:8080', { scheme: 'basic' })],
    ['on a way that does not name it', at('corp:8080', { transport: '' })],
  ])('gives no login to the same host and port that asks %s (SEC-11)', (_how, other) => {
    const logins = new ProxyLogins();
    const corp = at('corp:8080');
    logins.answer(corp, null);
    expect(logins.provide(idOf(corp), MINE)).toBe(true);
    expect(logins.answer(other, null)).toEqual(asks(other, false));
    // The person may give one there too, of its own, and the first stays.
    const another: ProxyCredentials = { username: 'me', password: 'another' };
    expect(logins.provide(idOf(other), another)).toBe(true);
    expect(logins.answer(corp, null)).toEqual({ kind: 'login', credentials: MINE });
    expect(logins.answer(other, null)).toEqual({ kind: 'login', credentials: another });
  });

  it('refuses a login for a proxy that did not ask', () => {
    const logins = new ProxyLogins();
    const a = at('a:1');
    expect(logins.provide(idOf(a), MINE)).toBe(false);
    expect(logins.answer(a, null)).toEqual(asks(a, false));
    expect(logins.provide(idOf(at('a:2')), MINE)).toBe(false);
    expect(logins.provide(idOf(at('a:1', { scheme: 'basic' })), MINE)).toBe(false);
  });

  it('keeps a login at the late refusal of an older one', () => {
    const logins = new ProxyLogins();
    const a = at('a:1');
    logins.answer(a, null);
    const old: ProxyCredentials = { username: 'me', password: 'old' };
    logins.provide(idOf(a), old);
    expect(logins.answer(a, old)).toEqual(asks(a, true));
    logins.provide(idOf(a), MINE);
    expect(logins.answer(a, old)).toEqual({ kind: 'login', credentials: MINE });
  });

  describe('of the environment', () => {
    const given = (): ProxyLogins => new ProxyLogins(new Map([['PROXY corp:8080', MINE]]));
    const corp = at('Corp:8080', { transport: 'PROXY', scheme: 'basic' });

    it('gives the environment’s login to the proxy that it names, unasked', () => {
      const logins = given();
      expect(logins.answer(corp, null)).toEqual({ kind: 'login', credentials: MINE });
      expect(logins.answer(corp, null)).toEqual({ kind: 'login', credentials: MINE });
    });

    it('asks for a login once the environment’s was refused, and takes a typed one in its place', () => {
      const logins = given();
      logins.answer(corp, null);
      expect(logins.answer(corp, MINE)).toEqual(asks(corp, true));
      expect(logins.answer(corp, null)).toEqual(asks(corp, true));
      const typed: ProxyCredentials = { username: 'me', password: 'typed' };
      expect(logins.provide(idOf(corp), typed)).toBe(true);
      expect(logins.answer(corp, null)).toEqual({ kind: 'login', credentials: typed });
    });

    it.each([
      ['another host', at('evil:8080', { transport: 'PROXY', scheme: 'basic' })],
      ['another port', at('corp:8081', { transport: 'PROXY', scheme: 'basic' })],
      ['another transport', at('corp:8080', { transport: 'HTTPS', scheme: 'basic' })],
      ['a way that does not name it', at('corp:8080', { transport: '', scheme: 'basic' })],
    ])('does not give the environment’s login to %s (SEC-11)', (_what, other) => {
      expect(given().answer(other, null)).toEqual(asks(other, false));
    });

    it('gives the environment’s login by the scheme that asks first alone (SEC-11)', () => {
      const logins = given();
      const digest = { ...corp, scheme: 'digest' };
      expect(logins.answer(digest, null)).toEqual({ kind: 'login', credentials: MINE });
      expect(logins.answer(corp, null)).toEqual(asks(corp, false));
      expect(logins.answer(digest, null)).toEqual({ kind: 'login', credentials: MINE });
    });

    it('counts the environment’s login among the secrets, offered or not', () => {
      expect(
        given()
          .secrets()
          .map(({ text }) => text),
      ).toEqual(['me', 'mine']);
    });
  });
});
