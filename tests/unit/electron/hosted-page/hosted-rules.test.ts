import { describe, expect, it } from 'vitest';
import { hostedRules, type Destination } from '../../../../electron/hosted-page/hosted-rules.ts';

const CALLBACK = 'http://127.0.0.1/gatehouse/value';
const rules = hostedRules('https://mfa.example.com/base', (address) =>
  address.startsWith(CALLBACK),
);
const loopback = hostedRules('http://127.0.0.1:8080', () => false);

describe('where the hosted page may lead to (SEC-86)', () => {
  it.each<[string, Destination]>([
    ['https://mfa.example.com/base/api/transaction/process/1', 'service'],
    ['https://MFA.example.com:443/x', 'service'],
    [`${CALLBACK}?serviceState=ok`, 'callback'],
    ['https://mfa.example.com:8443/', 'outside'],
    ['https://mfa.example.com.evil.example/', 'outside'],
    ['https://evil.example/https://mfa.example.com/', 'outside'],
    ['http://mfa.example.com/', 'nowhere'],
    ['https://mfa.example.com@evil.example/', 'outside'],
    ['https://user:word@mfa.example.com/', 'nowhere'],
    ['blob:https://mfa.example.com/0f5a', 'nowhere'],
    ['data:text/html,x', 'nowhere'],
    ['javascript:alert(1)', 'nowhere'],
    ['about:blank', 'nowhere'],
    ['file:///etc/passwd', 'nowhere'],
    ['app://shell/index.html', 'nowhere'],
    ['view-source:https://mfa.example.com/', 'nowhere'],
    ['', 'nowhere'],
  ])('takes the address %j for the destination %s', (address, expected) => {
    expect(rules.destinationOf(address)).toBe(expected);
  });

  it('leads over http only to the configured address of this computer', () => {
    expect(loopback.destinationOf('http://127.0.0.1:8080/x')).toBe('service');
    expect(loopback.destinationOf('http://127.0.0.1:8081/x')).toBe('nowhere');
    expect(loopback.destinationOf('http://localhost:8080/x')).toBe('nowhere');
    expect(loopback.destinationOf('https://127.0.0.1:8080/x')).toBe('outside');
  });

  it.each([
    ['https://mfa.example.com/x', true],
    ['blob:https://mfa.example.com/0f5a', true],
    ['data:text/html,x', true],
    ['https://evil.example/', false],
    ['http://mfa.example.com/', false],
    [`${CALLBACK}?serviceState=ok`, false],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['', false],
  ])('decides whether the hosted page may frame %j: %s', (address, expected) => {
    expect(rules.mayFrame(address)).toBe(expected);
  });

  it.each(['mainFrame', 'subFrame'])('loads a %s from no other site than the service', (type) => {
    expect(rules.mayLoad('https://mfa.example.com/x', type)).toBe(true);
    for (const address of ['https://evil.example/', 'http://mfa.example.com/', `${CALLBACK}?x`]) {
      expect(rules.mayLoad(address, type)).toBe(false);
    }
    for (const address of ['blob:https://mfa.example.com/0f5a', 'data:,x']) {
      expect(rules.mayLoad(address, type)).toBe(type === 'subFrame');
    }
  });
});

describe('the resources of the hosted page (SEC-32)', () => {
  it.each([
    ['https://mfa.example.com/a.js', 'script', true],
    ['https://cdn.example/a.js', 'script', true],
    ['wss://mfa.example.com/news', 'webSocket', true],
    ['http://cdn.example/a.js', 'script', false],
    ['http://127.0.0.1:1/x', 'xhr', false],
    ['ws://mfa.example.com/', 'webSocket', false],
    ['ftp://mfa.example.com/', 'image', false],
    ['file:///etc/passwd', 'image', false],
    ['https://mfa.example.com/x', 'object', false],
    ['https://mfa.example.com/x', 'ping', false],
    ['https://mfa.example.com/x', 'unheardOf', false],
  ])('decides whether the hosted page may include %s as %s: %s', (address, type, expected) => {
    expect(rules.mayLoad(address, type)).toBe(expected);
  });

  it('loads resources over http only from the configured address of this computer', () => {
    expect(loopback.mayLoad('http://127.0.0.1:8080/a.js', 'script')).toBe(true);
    expect(loopback.mayLoad('ws://127.0.0.1:8080/', 'webSocket')).toBe(true);
    expect(loopback.mayLoad('http://127.0.0.1:8081/a.js', 'script')).toBe(false);
    expect(loopback.mayLoad('http://cdn.example/a.js', 'script')).toBe(false);
  });

  it('loads no resource from the callback address (SEC-87)', () => {
    const own = hostedRules('https://mfa.example.com', (address) =>
      address.startsWith('https://mfa.example.com/back'),
    );
    for (const type of ['mainFrame', 'subFrame', 'xhr', 'image', 'script', 'other']) {
      expect(own.mayLoad('https://mfa.example.com/back?serviceState=ok', type)).toBe(false);
    }
  });
});
