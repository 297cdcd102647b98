import { describe, expect, it } from 'vitest';
import { checkBaseUrl, isLoopback } from '../../../../electron/config/base-url.ts';

describe('the address of the service', () => {
  it.each([
    ['https://mfa.example.com', 'https://mfa.example.com'],
    ['https://mfa.example.com/', 'https://mfa.example.com'],
    ['https://mfa.example.com:8443/base//', 'https://mfa.example.com:8443/base'],
    ['HTTPS://MFA.Example.COM', 'https://mfa.example.com'],
    ['https://[2001:db8::1]:443', 'https://[2001:db8::1]'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('reads %s as %s', (text, url) => {
    expect(checkBaseUrl(text, true)).toEqual({ ok: true, value: url });
  });

  it.each([
    'http://mfa.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'http://127.0.0.1@evil.example',
  ])('refuses plain http that leaves the computer: %s (SEC-10)', (text) => {
    expect(checkBaseUrl(text, true).ok).toBe(false);
  });

  it.each(['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]'])(
    'refuses plain http if it is for the managed file only: %s',
    (text) => {
      expect(checkBaseUrl(text, false)).toMatchObject({
        ok: false,
        error: expect.stringMatching(/managed/),
      });
    },
  );

  it.each([
    '',
    'mfa.example.com',
    'https://',
    'ftp://mfa.example.com',
    'javascript:alert(1)',
    'https://user@mfa.example.com',
    'https://user:pass@mfa.example.com',
    'https://mfa.example.com?x=y',
    'https://mfa.example.com/#x',
    'https://mfa.example.com/#',
    'https://mfa example.com',
  ])('refuses %j as the address of the service', (text) => {
    expect(checkBaseUrl(text, true).ok).toBe(false);
  });
});

describe('loopback', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['::1', false],
    ['LOCALHOST', false],
    ['127.0.0.1.', false],
    ['127.0.0', false],
    ['1127.0.0.1', false],
    ['', false],
  ])('tells whether %j is this computer: %s', (hostname, expected) => {
    expect(isLoopback(hostname)).toBe(expected);
  });
});
