import { describe, expect, it } from 'vitest';
import {
  callbackAddress,
  DEFAULT_CALLBACK,
  newCallbackValue,
  type Callback,
} from '../../../../electron/hosted-page/callback.ts';

const NAMES = { state: 'serviceState', token: 'serviceToken' };
const VALUE = newCallbackValue();
const own = (base = DEFAULT_CALLBACK, names = NAMES) => callbackAddress(base, names, VALUE);
const BASE = `http://127.0.0.1/gatehouse/${VALUE}`;

describe('the callback address', () => {
  it.each([
    [DEFAULT_CALLBACK, BASE],
    ['http://127.0.0.1:8765', `http://127.0.0.1:8765/${VALUE}`],
    ['https://desk.example.com/back/', `https://desk.example.com/back/${VALUE}`],
    ['https://desk.example.com/back?app=1', `https://desk.example.com/back/${VALUE}?app=1`],
    [
      'https://desk.example.com/%serviceState%/%serviceToken%',
      `https://desk.example.com/%serviceState%/%serviceToken%/${VALUE}`,
    ],
  ])('puts the value at the end of the path of the callback address %s', (base, url) => {
    expect(own(base).url).toBe(url);
  });

  it('makes another callback value each time, which stands in a path as it is', () => {
    expect(newCallbackValue()).toMatch(/^[\w-]{43}$/);
    expect(newCallbackValue()).not.toBe(newCallbackValue());
  });
});

describe('the parameters of a callback', () => {
  it.each<readonly [string, Callback]>([
    ['?serviceState=ok&serviceToken=abcDEF123', { state: 'ok', token: 'abcDEF123' }],
    ['?serviceState=ok&serviceToken=a%2Bb%3D', { state: 'ok', token: 'a+b=' }],
    ['?serviceState=ok&serviceToken=abc&other=1#top', { state: 'ok', token: 'abc' }],
    ['?serviceState=CANCEL', { state: 'cancel' }],
    ['?serviceState=logout&serviceToken=', { state: 'logout' }],
    ['?serviceState=paused', { state: 'unknown' }],
    ['?serviceState=constructor', { state: 'unknown' }],
    ['', { state: 'malformed' }],
    ['?serviceState=', { state: 'malformed' }],
    ['?serviceToken=abc', { state: 'malformed' }],
    ['?servicestate=ok&serviceToken=abc', { state: 'malformed' }],
    ['?serviceState=ok', { state: 'malformed' }],
    ['?serviceState=ok&serviceToken=', { state: 'malformed' }],
    ['?serviceState=ok&serviceToken=a%0Ab', { state: 'malformed' }],
    [`?serviceState=ok&serviceToken=${'a'.repeat(4097)}`, { state: 'malformed' }],
    ['?serviceState=cancel&serviceState=ok&serviceToken=abc', { state: 'malformed' }],
    ['?serviceState=ok&serviceToken=abc&serviceToken=def', { state: 'malformed' }],
  ])('checks the parameters of a callback in the query %s', (query, callback) => {
    expect(own().read(BASE + query)).toEqual(callback);
  });

  it('reads the parameters of a callback by the configured names', () => {
    const names = { state: 'acme.state', token: 'acme.token' };
    const { read } = own(DEFAULT_CALLBACK, names);
    expect(read(`${BASE}?acme.state=ok&acme.token=abc`)).toEqual({ state: 'ok', token: 'abc' });
    expect(read(`${BASE}?acmeXstate=ok&acmeXtoken=abc`)).toEqual({ state: 'malformed' });
    expect(read(`${BASE}?serviceState=ok&serviceToken=abc`)).toEqual({ state: 'malformed' });
  });

  const IN_PATH = 'https://d.example/%serviceState%/%serviceToken%';
  const IN_QUERY = 'https://d.example/?s=%serviceState%&t=%serviceToken%';
  it.each<readonly [string, string, Callback]>([
    [IN_PATH, 'https://d.example/ok/abc/V', { state: 'ok', token: 'abc' }],
    [IN_PATH, 'https://d.example/cancel//V', { state: 'cancel' }],
    [IN_PATH, 'https://d.example/ok//V', { state: 'malformed' }],
    [IN_QUERY, 'https://d.example/V?s=ok&t=a%2Bb', { state: 'ok', token: 'a+b' }],
    [IN_QUERY, 'https://d.example/V?s=ok&t=a%', { state: 'malformed' }],
    [IN_QUERY, 'https://d.example/V?s=ok&t=a&s=ok', { state: 'malformed' }],
    [IN_QUERY, 'https://d.example/V?serviceState=ok&serviceToken=a', { state: 'malformed' }],
  ])('checks the parameters of a callback by the template %s in %s', (base, address, callback) => {
    expect(own(base).read(address.replace('V', VALUE))).toEqual(callback);
  });
});

describe('an address other than this callback (SEC-78)', () => {
  const query = '?serviceState=ok&serviceToken=abc';
  const other = newCallbackValue();
  it.each([
    ['no scheme', 'gatehouse'],
    ['the host of the service', `https://mfa.example.com/gatehouse/${VALUE}${query}`],
    ['another port', `http://127.0.0.1:81/gatehouse/${VALUE}${query}`],
    ['another scheme', `https://127.0.0.1/gatehouse/${VALUE}${query}`],
    ['another path', `http://127.0.0.1/other/${VALUE}${query}`],
    ['a longer path', `http://127.0.0.1/gatehouse/${VALUE}/${query}`],
    ['a user name', `http://a@127.0.0.1/gatehouse/${VALUE}${query}`],
    ['no value', `http://127.0.0.1/gatehouse/${query}`],
    ['another value', `http://127.0.0.1/gatehouse/${other}${query}`],
    ['a part of the value', `http://127.0.0.1/gatehouse/${VALUE.slice(1)}${query}`],
    ['the value in other letters', `http://127.0.0.1/gatehouse/${VALUE.toUpperCase()}x${query}`],
    ['the value as a parameter', `http://127.0.0.1/gatehouse/x${query}&value=${VALUE}`],
    ['an endless query', `${BASE}${query}${'a'.repeat(20_000)}`],
  ])('takes an address with %s for no callback', (_, address) => {
    expect(own().read(address)).toBeNull();
  });

  it('takes no address but its own for a callback by a template', () => {
    const { read } = own('https://d.example/%serviceState%/%serviceToken%');
    expect(read(`https://d.example/ok/abc/${other}`)).toBeNull();
    expect(read(`https://d.example/ok/abc`)).toBeNull();
    expect(read(`https://d.example/ok/abc/def/${VALUE}`)).toBeNull();
  });
});
