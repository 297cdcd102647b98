import { describe, expect, it } from 'vitest';
import { hostedPageAddress } from '../../../../electron/service/hosted-address.ts';

const BASE = 'https://mfa.example.com';
const BELOW = 'https://mfa.example.com/base';
const LOOPBACK = 'http://127.0.0.1:8080';

describe('the address of a hosted page (SEC-79)', () => {
  it.each([
    [BASE, `${BASE}/api/transaction/process/abc-123`, { purpose: 'verify', tid: 'abc-123' }],
    [BASE, `${BASE}/api/transaction/deny/abc`, { purpose: 'denied-or-waiting', tid: 'abc' }],
    [BELOW, `${BELOW}/api/transaction/process/abc`, { purpose: 'verify', tid: 'abc' }],
    [LOOPBACK, `${LOOPBACK}/api/transaction/process/abc`, { purpose: 'verify', tid: 'abc' }],
  ])('takes for the service at %s the hosted page %s', (base, address, found) => {
    expect(hostedPageAddress(address, base)).toEqual(found);
  });

  it.each([
    [BASE, 'nonsense'],
    [BASE, 'http://mfa.example.com/api/transaction/process/abc'],
    [BASE, 'https://mfa.example.com:444/api/transaction/process/abc'],
    [BASE, 'https://MFA.example.com/api/transaction/process/abc'],
    [BASE, 'https://mfa.example.com.evil.example/api/transaction/process/abc'],
    [BASE, 'https://mfa.example.com@evil.example/api/transaction/process/abc'],
    [BASE, 'https://a:b@mfa.example.com/api/transaction/process/abc'],
    [BASE, 'javascript:alert(1)//api/transaction/process/abc'],
    [BASE, `${BASE}/api/transaction/process/`],
    [BASE, `${BASE}/api/transaction/process/..`],
    [BASE, `${BASE}/api/transaction/process/abc/def`],
    [BASE, `${BASE}/api/transaction/process/a%2Fb`],
    [BASE, `${BASE}/api/transaction/process/abc?next=https://evil.example`],
    [BASE, `${BASE}/api/transaction/process/abc#top`],
    [BASE, `${BASE}/api/transaction/other/abc`],
    [BASE, `${BASE}/base/../api/transaction/process/abc`],
    [BASE, ` ${BASE}/api/transaction/process/abc`],
    [BASE, `${BASE}\\api\\transaction\\process\\abc`],
    [BELOW, `${BASE}/api/transaction/process/abc`],
    [BELOW, `${BASE}/based/api/transaction/process/abc`],
    [LOOPBACK, 'http://127.0.0.1:8081/api/transaction/process/abc'],
    [LOOPBACK, 'https://127.0.0.1:8080/api/transaction/process/abc'],
  ])('refuses for the service at %s the hosted page %s', (base, address) => {
    expect(hostedPageAddress(address, base)).toBeNull();
  });
});
