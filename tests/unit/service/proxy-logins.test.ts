import { describe, expect, it } from 'vitest';
import { ProxyLogins, type ProxyCredentials } from '../../../electron/service/proxy-logins.ts';

const MINE: ProxyCredentials = { username: 'me', password: 'mine' };
const asks = (name: string, hasRefused: boolean) => ({ kind: 'none', proxy: { name, hasRefused } });

describe('the logins of proxies', () => {
  it('are asked for, given once a request, and asked for again where they were not taken', () => {
    const logins = new ProxyLogins();
    expect(logins.answer('a:1', null)).toEqual(asks('a:1', false));
    expect(logins.provide('a:1', MINE)).toBe(true);
    expect(logins.answer('a:1', null)).toEqual({ kind: 'login', credentials: MINE });
    expect(logins.answer('a:1', MINE)).toEqual(asks('a:1', true));
    expect(logins.answer('a:1', null)).toEqual(asks('a:1', true));
  });

  it('go to the proxy that was answered, also where another has asked meanwhile', () => {
    const logins = new ProxyLogins();
    logins.answer('corp:8080', null);
    logins.answer('evil:8080', null);
    expect(logins.provide('corp:8080', MINE)).toBe(true);
    expect(logins.answer('evil:8080', null)).toEqual(asks('evil:8080', false));
    expect(logins.answer('corp:8080', null)).toEqual({ kind: 'login', credentials: MINE });
  });

  it('are taken for none that did not ask', () => {
    const logins = new ProxyLogins();
    expect(logins.provide('a:1', MINE)).toBe(false);
    expect(logins.answer('a:1', null)).toEqual(asks('a:1', false));
    expect(logins.provide('a:2', MINE)).toBe(false);
  });

  it('are not forgotten by the late refusal of an older one', () => {
    const logins = new ProxyLogins();
    logins.answer('a:1', null);
    const old: ProxyCredentials = { username: 'me', password: 'old' };
    logins.provide('a:1', old);
    expect(logins.answer('a:1', old)).toEqual(asks('a:1', true));
    logins.provide('a:1', MINE);
    expect(logins.answer('a:1', old)).toEqual({ kind: 'login', credentials: MINE });
  });
});
